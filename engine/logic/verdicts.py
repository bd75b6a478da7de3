"""The answers that logic gives: how a query stands to its premises, and whether a formula holds."""

from __future__ import annotations

from enum import StrEnum


class Standing(StrEnum):
    """How a query stands to premises, judged over all interpretations that satisfy them.

    UNKNOWN comes only from a bounded solver that gave up; it never becomes a label.
    """

    ENTAILED = "entailed"
    REFUTED = "refuted"
    UNDETERMINED = "undetermined"
    INCONSISTENT = "inconsistent"
    UNKNOWN = "unknown"

    @classmethod
    def of(cls, can_hold: bool, can_fail: bool) -> Standing:
        """The standing of a query that can hold, and can fail, together with the premises."""
        if can_hold:
            return cls.UNDETERMINED if can_fail else cls.ENTAILED
        return cls.REFUTED if can_fail else cls.INCONSISTENT


class Verdict(StrEnum):
    """Whether a conclusion follows. UNKNOWN is an answer of its own and never becomes a label."""

    VALID = "valid"
    INVALID = "invalid"
    UNKNOWN = "unknown"
