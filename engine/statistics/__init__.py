"""Intervals and paired tests: the little statistics that SQL cannot do, or must agree with."""

from engine.statistics.bootstrap import Alike, bootstrap
from engine.statistics.intervals import Z_95, Interval, wilson
from engine.statistics.paired import McNemar, mcnemar

__all__ = ["Z_95", "Alike", "Interval", "McNemar", "bootstrap", "mcnemar", "wilson"]
