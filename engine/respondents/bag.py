"""The bag-of-words respondent: TF-IDF and logistic regression, trained on the train split."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.errors import InputError
from engine.items import Item
from engine.prompts import answer_line
from engine.respondents.naive import require_train


@dataclass(slots=True)
class BagOfWords:
    """Words and word pairs of the statement and words of the passage, as separate bags.

    The strongest trained attack on the published data that sees no overlap between the two texts.
    """

    name: str = "bag-of-words"
    kind: str = "baseline"
    _model: Any = field(default=None, repr=False)  # a scikit-learn pipeline, imported late

    def fit(self, train: Sequence[Item]) -> None:
        """Train on the items' texts and gold answers."""
        from sklearn.compose import ColumnTransformer
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import make_pipeline

        require_train(self.name, train)
        bags = ColumnTransformer(
            [
                ("statement", TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True), 0),
                ("passage", TfidfVectorizer(sublinear_tf=True), 1),
            ]
        )
        model = make_pipeline(bags, LogisticRegression(C=10.0, max_iter=1000))
        self._model = model.fit([_texts(item) for item in train], [item.gold for item in train])

    def answer(self, item: Item) -> str:
        """The likeliest label."""
        if self._model is None:
            raise InputError("bag-of-words must be fitted to a train split before it can answer")
        return answer_line(self._model.predict([_texts(item)])[0])


def _texts(item: Item) -> list[str]:
    return [item.question, " ".join(item.passage)]
