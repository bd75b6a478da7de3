"""Audit data sets for balance, duplicates, wrong labels and shortcuts."""

from engine.audit.audit import Audit
from engine.audit.canonical import Canoniser
from engine.audit.divergence import DistributionBias, distribution_bias
from engine.audit.duplicates import find_duplicates
from engine.audit.vocabulary import describe_vocabulary

__all__ = [
    "Audit",
    "Canoniser",
    "DistributionBias",
    "describe_vocabulary",
    "distribution_bias",
    "find_duplicates",
]
