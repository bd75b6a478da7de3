"""What must make no difference to an item makes none, and what falsifies it is caught.

Verification derives an item again as it stands. Here items are rewritten in ways that leave what is
right as it is, and corrupted in ways that do not, and verification has to tell the two apart.
"""

from engine.audit.metamorphic.checks import CHECKS, Finding, check_item

__all__ = [
    "CHECKS",
    "Finding",
    "check_item",
]
