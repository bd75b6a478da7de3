"""Labels come from solvers: derived twice when an item is made, and again from what is stored."""

from engine.verification.finish import finish_group, intended_group, proof_certificate
from engine.verification.labels import LABELS
from engine.verification.verify import verify_item

__all__ = ["LABELS", "finish_group", "intended_group", "proof_certificate", "verify_item"]
