"""Labels from solvers: derived twice at generation, and again from storage at verification."""

from engine.decide.labels import LABELS
from engine.decide.proofs import proof_certificate
from engine.decide.verify import (
    finish_group,
    finish_groups,
    intended_group,
    verify_group,
    verify_groups,
    verify_item,
)

__all__ = [
    "LABELS",
    "finish_group",
    "finish_groups",
    "intended_group",
    "proof_certificate",
    "verify_group",
    "verify_groups",
    "verify_item",
]
