"""Is a data set sound? Balance, repetitions, wrong labels, answers without inference."""

from engine.audit.audit import Audit, WrongLabel, audit_dataset
from engine.audit.balance import TraitBalance, trait_balances
from engine.audit.canonical import Canoniser
from engine.audit.checks import LIMIT, LIMIT_AT_A_DEPTH, shortcut_rows
from engine.audit.choice_checks import CHOICE_MARGIN, CHOICE_MARGIN_OF_A_TYPE, choice_rows
from engine.audit.choice_counts import PLACES, logical_option_counts, option_counts
from engine.audit.divergence import DistributionBias, distribution_bias
from engine.audit.duplicates import DuplicateReport, Duplicates, find_duplicates
from engine.audit.surface import logical_counts, surface_counts, wording_counts
from engine.audit.vocabulary import Vocabulary, describe_vocabulary

__all__ = [
    "CHOICE_MARGIN",
    "CHOICE_MARGIN_OF_A_TYPE",
    "LIMIT",
    "LIMIT_AT_A_DEPTH",
    "PLACES",
    "Audit",
    "Canoniser",
    "DistributionBias",
    "DuplicateReport",
    "Duplicates",
    "TraitBalance",
    "Vocabulary",
    "WrongLabel",
    "audit_dataset",
    "choice_rows",
    "describe_vocabulary",
    "distribution_bias",
    "find_duplicates",
    "logical_counts",
    "logical_option_counts",
    "option_counts",
    "shortcut_rows",
    "surface_counts",
    "trait_balances",
    "wording_counts",
]
