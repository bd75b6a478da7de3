"""Metamorphic checks of verification: it must accept rewritten items and reject corrupted ones.

Rewritings preserve the gold answer; corruptions falsify the item.
"""

from engine.audit.metamorphic.checks import CHECKS, check_item

__all__ = [
    "CHECKS",
    "check_item",
]
