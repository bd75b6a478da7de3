"""Is a data set sound? Balance, repetitions, wrong labels, answers without inference."""

from engine.audit.audit import Audit, WrongLabel, audit_dataset
from engine.audit.balance import TraitBalance, trait_balances
from engine.audit.basis import Progress
from engine.audit.canonical import Canoniser
from engine.audit.checks import LIMIT, LIMIT_AT_A_DEPTH, shortcut_rows
from engine.audit.duplicates import DuplicateReport, Duplicates, find_duplicates
from engine.audit.surface import logical_counts, surface_counts, wording_counts
from engine.audit.vocabulary import Vocabulary, describe_vocabulary

__all__ = [
    "LIMIT",
    "LIMIT_AT_A_DEPTH",
    "Audit",
    "Canoniser",
    "DuplicateReport",
    "Duplicates",
    "Progress",
    "TraitBalance",
    "Vocabulary",
    "WrongLabel",
    "audit_dataset",
    "describe_vocabulary",
    "find_duplicates",
    "logical_counts",
    "shortcut_rows",
    "surface_counts",
    "trait_balances",
    "wording_counts",
]
