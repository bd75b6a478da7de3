"""The four kinds of question on a skill, and the entailment status of each one's conclusion."""

from __future__ import annotations

from engine.logic import Entailment

CORRECT, CONTRADICTION, UNRELATED, FALLACY = "correct", "contradiction", "unrelated", "fallacy"
ENTAILMENTS = {
    CORRECT: Entailment.ENTAILED,
    CONTRADICTION: Entailment.REFUTED,
    UNRELATED: Entailment.UNDETERMINED,
    FALLACY: Entailment.UNDETERMINED,
}
