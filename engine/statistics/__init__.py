"""Intervals and paired tests: the little statistics that SQL cannot do, or must agree with."""

from engine.statistics.intervals import Z_95, Interval, wilson
from engine.statistics.paired import McNemar, mcnemar

__all__ = ["Z_95", "Interval", "McNemar", "mcnemar", "wilson"]
