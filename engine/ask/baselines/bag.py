"""The bag-of-words respondent: TF-IDF and logistic regression, trained on the train split."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from engine.ask.baselines.naive import require_train
from engine.ask.prompts import answer_line
from engine.core.errors import InputError
from engine.core.items import Item

_WORD = re.compile(r"\w\w+")


@dataclass(slots=True)
class BagOfWords:
    """Weighs words and word pairs of the statement and, separately, words of the passage.

    It cannot see which words the two texts share, so it can only learn from the wording.
    """

    name: str = "bag-of-words"
    kind: str = "baseline"
    _model: Any = field(default=None, repr=False)  # a scikit-learn pipeline, imported late

    def fit(self, train: Sequence[Item]) -> None:
        """Train on the items' texts and gold answers."""
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import make_pipeline

        require_train(self.name, train)
        weights = TfidfVectorizer(analyzer=_terms, sublinear_tf=True)
        model = make_pipeline(weights, LogisticRegression(C=10.0, max_iter=1000))
        self._model = model.fit(train, [item.gold for item in train])

    def answer(self, item: Item) -> str:
        """The most likely label."""
        if self._model is None:
            raise InputError("bag-of-words must be trained on a train split before it can answer")
        return answer_line(self._model.predict([item])[0])


def _terms(item: Item) -> list[str]:
    """The passage's words in lower case, and the statement's words and word pairs in capitals."""
    statement = _WORD.findall(item.question.upper())
    pairs = [f"{first} {second}" for first, second in pairwise(statement)]
    return [*statement, *pairs, *_WORD.findall(" ".join(item.passage).lower())]
