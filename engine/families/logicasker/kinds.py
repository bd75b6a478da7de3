"""The four kinds of question on a skill, and the entailment status of each one's conclusion."""

from __future__ import annotations

from engine.logic import Standing

CORRECT, CONTRADICTION, UNRELATED, FALLACY = "correct", "contradiction", "unrelated", "fallacy"
STANDINGS = {
    CORRECT: Standing.ENTAILED,
    CONTRADICTION: Standing.REFUTED,
    UNRELATED: Standing.UNDETERMINED,
    FALLACY: Standing.UNDETERMINED,
}
