"""Judgements: the outcome of an answer, with its mistake."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.items import Mistake, Outcome


@dataclass(frozen=True, slots=True)
class Judgement:
    """The outcome of an answer, its mistake, and JSON evidence of the mistake."""

    outcome: Outcome
    mistake: Mistake | None = None
    evidence: str | None = None
