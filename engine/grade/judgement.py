"""Judgements: the outcome of an answer, with its mistake."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.items import Grade, Mistake, Outcome


@dataclass(frozen=True, slots=True)
class Judgement:
    """The outcome of an answer, its mistake, and JSON evidence of the mistake."""

    outcome: Outcome
    mistake: Mistake | None = None
    evidence: str | None = None

    def grade(self, answer: str, *, is_strict: bool, rule: str) -> Grade:
        """The grade of a reply with this lenient answer, also the strict one if `is_strict`."""
        return Grade(
            strict=answer if is_strict else None,
            lenient=answer,
            outcome=self.outcome,
            strict_outcome=self.outcome if is_strict else Outcome.NO_ANSWER,
            rule=rule,
            mistake=self.mistake,
            evidence=self.evidence,
        )


def unanswered(rule: str, mistake: Mistake | None = None) -> Grade:
    """The grade of a reply without a readable answer."""
    nothing = Outcome.NO_ANSWER
    return Grade(None, None, nothing, nothing, rule, mistake)
