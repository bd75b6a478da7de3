"""The four kinds of question on a skill, and how the conclusion of each stands to the premises."""

from __future__ import annotations

from engine.logic import Standing

CORRECT, CONTRADICTION, UNRELATED, FALLACY = "correct", "contradiction", "unrelated", "fallacy"
STANDINGS = {
    CORRECT: Standing.ENTAILED,
    CONTRADICTION: Standing.REFUTED,
    UNRELATED: Standing.UNDETERMINED,
    FALLACY: Standing.UNDETERMINED,
}
