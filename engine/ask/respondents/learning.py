"""Respondents that learn from the train split, and whether that is what they are asked."""

from __future__ import annotations

from engine.ask.respondents.protocol import Learner
from engine.ask.respondents.registry import is_baseline, respondent

_WITH_TRAINING_ITEMS = ("train", "all")


def is_learner(name: str) -> bool:
    """Whether the name means a built-in respondent that learns before it answers."""
    return is_baseline(name) and isinstance(respondent(name), Learner)


def has_seen(name: str, split: str | None) -> bool:
    """Whether a run over this split (`all`: every one) asks a learner what it has learnt from."""
    return split in _WITH_TRAINING_ITEMS and is_learner(name)
