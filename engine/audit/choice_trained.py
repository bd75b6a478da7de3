"""Attackers on single choices that learn: each scores options, and the best scored is its answer.

They learn from four fifths of the groups and answer the rest, in turn; twins stay together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.audit.choice_counts import option_counts
from engine.audit.matrix import count_matrix
from engine.audit.trained import FOLDS, WORTH_PROCESSES, Advance, Right, boosting, folds
from engine.core.items import Item
from engine.core.workers import opened

_SHARE_OF_TEXTS = 0.002


@dataclass(frozen=True, slots=True)
class Attacker:
    """What a model looks at, one row an option, and how a fresh one is made."""

    look: Callable[[Sequence[Item]], NDArray[Any]]  # texts or counts
    make: Callable[[], Any]  # a scikit-learn classifier, which has no types


def _texts(items: Sequence[Item]) -> NDArray[Any]:
    return np.array([option.text for item in items for option in item.options], dtype=object)


def _surface(items: Sequence[Item]) -> NDArray[Any]:
    """Each option's counts, by how much they differ from the item's mean, and their ranks."""
    rows = count_matrix([counts for item in items for counts in option_counts(item)]).rows
    parts = []
    start = 0
    for item in items:
        own = rows[start : start + len(item.options)]
        ranks = (own[:, None, :] > own[None, :, :]).sum(axis=1)
        parts.append(np.hstack([own, own - own.mean(axis=0), ranks]))
        start += len(item.options)
    return np.vstack(parts)


def _bag() -> Any:
    """TF-IDF over words and pairs of words, and logistic regression."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    words = TfidfVectorizer(ngram_range=(1, 2), min_df=_SHARE_OF_TEXTS)
    return make_pipeline(words, LogisticRegression(tol=1e-3, max_iter=1000))


ATTACKERS: dict[str, Attacker] = {
    "option-counts": Attacker(_surface, boosting),
    "options-only": Attacker(_texts, _bag),
}
"""By the names of their checks: gradient boosting over every surface count of the options, signs,
occurrences, premises, places and wording; words and pairs of words of the options alone."""

UNITS = len(ATTACKERS) * FOLDS
"""Units of progress of `attack_choices`: one a fold."""


def attack_choices(items: Sequence[Item], advance: Advance) -> dict[str, Right]:
    """Let every attacker answer all items, each without having seen its group."""
    right = {name: np.zeros(len(items), dtype=np.bool_) for name in ATTACKERS}
    starts = np.cumsum([0, *(len(item.options) for item in items)])
    is_gold = np.array([o.key == item.gold for item in items for o in item.options])
    parts = list(folds(items))
    n_tasks = len(ATTACKERS) * len(parts) if len(items) >= WORTH_PROCESSES else 1
    with opened(None, n_tasks) as executor:
        futures = {}
        for name, attacker in ATTACKERS.items():
            seen = attacker.look(items)
            for train, test in parts:
                learnt, asked = _rows(starts, train), _rows(starts, test)
                future = executor.submit(_scores, name, seen[learnt], is_gold[learnt], seen[asked])
                futures[future] = (name, test)
        try:
            for future in as_completed(futures):
                name, test = futures[future]
                scores, sizes = future.result(), starts[test + 1] - starts[test]
                for item, own in zip(test, np.split(scores, np.cumsum(sizes)[:-1]), strict=True):
                    right[name][item] = (
                        items[item].options[int(own.argmax())].key == items[item].gold
                    )
                advance(1)
        finally:
            for future in futures:
                future.cancel()
    return right


def _rows(starts: NDArray[np.intp], items: NDArray[np.intp]) -> NDArray[np.intp]:
    """The rows of the options of these items."""
    return np.concatenate([np.arange(starts[item], starts[item + 1]) for item in items])


def _scores(
    name: str, seen: NDArray[Any], is_gold: NDArray[np.bool_], unseen: NDArray[Any]
) -> NDArray[np.float64]:
    """How likely each unseen option is right; runs in a worker process, on one core."""
    from threadpoolctl import threadpool_limits

    model = ATTACKERS[name].make()  # first: a limit holds for libraries already loaded
    # threads that find no free core wait for each other and take many times as long
    with threadpool_limits(1):  # type: ignore[no-untyped-call]
        likely: NDArray[np.float64] = model.fit(seen, is_gold).predict_proba(unseen)[:, 1]
    return likely
