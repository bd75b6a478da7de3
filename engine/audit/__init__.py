"""Audit data sets for balance, duplicates, wrong labels and shortcuts."""

from engine.audit.audit import Audit, WrongLabel, suite_for
from engine.audit.balance import TraitBalance, trait_balances
from engine.audit.canonical import Canoniser
from engine.audit.divergence import DistributionBias, distribution_bias
from engine.audit.duplicates import DuplicateReport, Duplicates, find_duplicates
from engine.audit.shortcut_suite import Suite
from engine.audit.vocabulary import Vocabulary, describe_vocabulary

__all__ = [
    "Audit",
    "Canoniser",
    "DistributionBias",
    "DuplicateReport",
    "Duplicates",
    "Suite",
    "TraitBalance",
    "Vocabulary",
    "WrongLabel",
    "describe_vocabulary",
    "distribution_bias",
    "find_duplicates",
    "suite_for",
    "trait_balances",
]
