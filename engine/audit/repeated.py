"""What statements repeat of the premises: as rules, and as two models weigh it.

A rule prefers the statement that repeats most. The models see every measure of
`engine.language.overlaps` of each statement beside the others'.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from engine.ask.baselines.choices import best
from engine.audit.trained import FOLDS, Advance, Right, boosting, right_by_options
from engine.core.items import Item
from engine.language.overlaps import MEASURES, beside, overlaps, said

REPEATS = {
    "most-word-pairs": "words-2-shared",
    "most-word-triples": "words-3-shared",
    "most-letter-pairs": "letters-2-shared",
    "most-atoms": "atoms-1-shared",
}
"""The checks that prefer what is highest by one measure."""

Counts = list[list[int]]
"""Of one item: a row a measure, with a count for each option."""


def repeated(item: Item) -> Counts:
    """How much each option repeats of the premises; the first, the domain constraint, is aside."""
    told = [said(*pair) for pair in zip_longest(item.passage, item.premises, fillvalue="")]
    texts = [option.text for option in item.options]
    options = [said(*pair) for pair in zip_longest(texts, item.query, fillvalue="")]
    return overlaps(told[1:] or told, options)


def right_by_most(items: Sequence[Item], counts: Sequence[Counts], check: str) -> Right:
    """Whether the option that is highest by the measure of a check is the right one."""
    measure = MEASURES.index(REPEATS[check])
    pairs = zip(items, counts, strict=True)
    return np.array([best(item.options, own[measure]) == item.gold for item, own in pairs])


def weighing() -> Any:
    """Logistic regression over all measures."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))


LEARNERS: dict[str, Callable[[], Any]] = {"overlap-weighed": weighing, "overlap-boosted": boosting}
"""Makes of models, scikit-learn classifiers, by their checks."""
UNITS = len(REPEATS) + len(LEARNERS) * FOLDS
"""Units of progress of all checks."""


def right_by_learning(
    items: Sequence[Item], counts: Sequence[Counts], check: str, advance: Advance
) -> Right:
    """Whether a model that has not seen an item's group answers it rightly."""
    seen = [np.array(beside(own)) for own in counts]
    return right_by_options(items, seen, LEARNERS[check], advance)
