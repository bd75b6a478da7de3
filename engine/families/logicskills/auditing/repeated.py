"""Shortcuts by what statements repeat of the premises: as rules, and as two models.

A rule prefers the statement that repeats most. The models see every measure of
`engine.families.logicskills.overlaps` for each statement next to the others'.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.ask.baselines.choices import best
from engine.audit.shortcut_suite import Rule, answering
from engine.audit.trained import Attacker, boosting
from engine.audit.verdicts import Right
from engine.core.items import Item
from engine.families.logicskills.overlaps import MEASURES, beside, overlaps, units_of

Counts = list[list[int]]
"""For one item: a row per measure, with a count for each option."""


def repeated(item: Item) -> Counts:
    """How much each option repeats of the premises, not counting the domain constraint."""
    texts = tuple(option.text for option in item.options)
    return _repeated(item.passage, item.premises, texts, item.query)


@lru_cache(maxsize=1 << 13)
def _repeated(
    passage: tuple[str, ...],
    premises: tuple[str, ...],
    texts: tuple[str, ...],
    query: tuple[str, ...],
) -> Counts:
    stated = [units_of(*pair) for pair in zip_longest(passage, premises, fillvalue="")]
    options = [units_of(*pair) for pair in zip_longest(texts, query, fillvalue="")]
    return overlaps(stated[1:] or stated, options)


def _most(measure: str, items: Sequence[Item]) -> list[Right]:
    """Always pick the option that is highest by a measure."""
    place = MEASURES.index(measure)
    return [answering([best(one.options, repeated(one)[place]) for one in items], items)]


def _seen(items: Sequence[Item]) -> NDArray[Any]:
    return np.concatenate([beside(repeated(item)) for item in items])


def _weighing() -> Any:
    """Logistic regression over all measures."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))


REPEATS = (
    Rule("most-word-pairs", partial(_most, "words-2-shared")),
    Rule("most-word-triples", partial(_most, "words-3-shared")),
    Rule("most-letter-pairs", partial(_most, "letters-2-shared")),
    Rule("most-atoms", partial(_most, "atoms-1-shared")),
)
LEARNERS = (
    Attacker("overlap-weighed", _seen, _weighing, options=True),
    Attacker("overlap-boosted", _seen, boosting, options=True),
)
