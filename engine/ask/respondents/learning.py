"""Respondents that learn from the train split, and whether a run asks their training items."""

from __future__ import annotations

from engine.ask.respondents.protocol import Learner
from engine.ask.respondents.registry import is_baseline, respondent

_WITH_TRAINING_ITEMS = ("train", "all")


def is_learner(name: str) -> bool:
    """Whether the name is that of a built-in respondent that must be trained."""
    return is_baseline(name) and isinstance(respondent(name), Learner)


def has_seen(name: str, split: str | None) -> bool:
    """Whether a run over a split (or `all`) asks a learner questions it was trained on."""
    return split in _WITH_TRAINING_ITEMS and is_learner(name)
