"""Respondents for single choices that use the surface of the options instead of inference.

Each decides by content, never by position, so all rotations of an item get the same answer, and
accuracy, Circular and PartialCircular coincide.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from engine.ask.baselines.naive import require_train
from engine.ask.prompts import answer_line
from engine.core.errors import InputError
from engine.core.items import Item, Option
from engine.language.words import words


@dataclass(frozen=True, slots=True)
class OptionRule:
    """Chooses the option with the highest surface score; a hash breaks ties."""

    name: str
    score: Callable[[Item, Option], float]
    kind: str = "baseline"

    def answer(self, item: Item) -> str:
        """The letter of the option with the highest score."""
        scores = [self.score(item, option) for option in item.options]
        return answer_line(best(item.options, scores))


def longest(item: Item, option: Option) -> float:
    """The length of an option in characters."""
    return len(option.text)


def shortest(item: Item, option: Option) -> float:
    """The negative length of an option."""
    return -len(option.text)


def overlap(item: Item, option: Option) -> float:
    """The share of an option's distinct words that occur in the passage."""
    passage = set(words(" ".join(item.passage)))
    own = set(words(option.text))
    return len(own & passage) / len(own) if own else 0.0


def unlikeness(item: Item, option: Option) -> float:
    """The negative overlap of an option with the passage."""
    return -overlap(item, option)


@dataclass(slots=True)
class OptionWords:
    """Weighs the words and word pairs of the options alone: TF-IDF and logistic regression."""

    name: str = "option-words"
    kind: str = "baseline"
    _model: Any = field(default=None, repr=False)  # a scikit-learn pipeline, imported late
    _scores: dict[str, float] = field(default_factory=dict, repr=False)  # one for all rotations

    def fit(self, train: Sequence[Item]) -> None:
        """Train on each option's text and whether it is the right one."""
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import make_pipeline

        require_train(self.name, train)
        options = [
            (option.text, option.key == item.gold) for item in train for option in item.options
        ]
        texts, right = zip(*options, strict=True)
        weights = TfidfVectorizer(analyzer=_terms, sublinear_tf=True)
        model = make_pipeline(weights, LogisticRegression(C=10.0, solver="liblinear"))
        self._model, self._scores = model.fit(texts, right), {}

    def answer(self, item: Item) -> str:
        """The letter of the option most likely to be right by its words."""
        if self._model is None:
            raise InputError("option-words must be trained on a train split before it can answer")
        texts = [option.text for option in item.options]
        new = [text for text in texts if text not in self._scores]
        if new:
            self._scores |= zip(new, self._model.decision_function(new).tolist(), strict=True)
        return answer_line(best(item.options, [round(self._scores[text], 9) for text in texts]))


def best(options: Sequence[Option], scores: Sequence[float]) -> str:
    """The key of the option with the highest score, independent of the order of the options."""
    ranked = zip(scores, map(_digest, options), options, strict=True)
    return max(ranked, key=lambda entry: entry[:2])[2].key


def _digest(option: Option) -> bytes:
    return hashlib.sha256(option.text.encode()).digest()


def _terms(text: str) -> list[str]:
    found = words(text)
    return [*found, *(f"{first} {second}" for first, second in pairwise(found))]
