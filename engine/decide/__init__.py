"""Labels come from solvers: derived twice when an item is made, and again from what is stored."""

from engine.decide.finish import proof_certificate
from engine.decide.kinds import (
    finish_group,
    finish_groups,
    intended_group,
    verify_group,
    verify_groups,
    verify_item,
)
from engine.decide.labels import LABELS

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
