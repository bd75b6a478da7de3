"""Intervals and paired tests: statistics that SQL cannot compute, or must agree with."""

from engine.core.intervals import Z_95, Estimated, Interval, mean_interval, wilson
from engine.core.statistics.clusters import GroupSums, clustered, effective_trials
from engine.core.statistics.grouped_means import Alike, mean_intervals
from engine.core.statistics.mixture import Mixture, fit_mixture
from engine.core.statistics.multiple import as_low_by_luck, benjamini_hochberg, holm, lower_tail
from engine.core.statistics.paired import mcnemar, paired_difference
from engine.core.statistics.paired_groups import (
    GroupDifference,
    grouped_difference,
    sign_flip,
)
from engine.core.statistics.power import detectable_paired, detectable_unpaired
from engine.core.statistics.shrinkage import (
    Counts,
    Estimate,
    Prior,
    allocate,
    fit_prior,
    forecast,
    mean_share,
)

__all__ = [
    "Z_95",
    "Alike",
    "Counts",
    "Estimate",
    "Estimated",
    "GroupDifference",
    "GroupSums",
    "Interval",
    "Mixture",
    "Prior",
    "allocate",
    "as_low_by_luck",
    "benjamini_hochberg",
    "clustered",
    "detectable_paired",
    "detectable_unpaired",
    "effective_trials",
    "fit_mixture",
    "fit_prior",
    "forecast",
    "grouped_difference",
    "holm",
    "lower_tail",
    "mcnemar",
    "mean_interval",
    "mean_intervals",
    "mean_share",
    "paired_difference",
    "sign_flip",
    "wilson",
]
