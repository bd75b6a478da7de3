"""Results of the logic: the entailment status of a query, and whether a conclusion follows."""

from __future__ import annotations

from enum import StrEnum


class Entailment(StrEnum):
    """The entailment status of a query, over all interpretations that satisfy the premises.

    UNKNOWN means that a bounded solver gave up; it never becomes a label.
    """

    ENTAILED = "entailed"
    REFUTED = "refuted"
    UNDETERMINED = "undetermined"
    INCONSISTENT = "inconsistent"
    UNKNOWN = "unknown"

    @classmethod
    def of(cls, can_hold: bool, can_fail: bool) -> Entailment:
        """The entailment of a query that can hold, and can fail, together with the premises."""
        if can_hold:
            return cls.UNDETERMINED if can_fail else cls.ENTAILED
        return cls.REFUTED if can_fail else cls.INCONSISTENT


class Verdict(StrEnum):
    """Whether a conclusion follows. UNKNOWN is a separate result and never becomes a label."""

    VALID = "valid"
    INVALID = "invalid"
    UNKNOWN = "unknown"
