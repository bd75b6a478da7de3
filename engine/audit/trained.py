"""Attackers that learn: scored by cross-validation with the members of a group kept together.

Items of one exchange triple share nearly all their text, so a fold that held one of them would
teach the others' labels by elimination (research: such a model scores .07 instead of .33).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.audit.matrix import count_matrix
from engine.audit.surface import surface_counts
from engine.items import Item

FOLDS = 5
_SHARE_OF_TEXTS = 0.01
"""Words in fewer texts are about the subject of a proposition and only distract a model."""
_SEED = 20_250_124
"""Decides the folds and the boosting's own draws: the same audit gives the same figures."""

Advance = Callable[[int], None]
Right = NDArray[np.bool_]
"""For each item whether it was answered rightly by a model that had not seen its group."""


def attack_all(items: Sequence[Item], advance: Advance) -> dict[str, Right]:
    """Let all of `TRAINED` attack at the same time, each on one core; by name."""
    with ThreadPoolExecutor() as executor:
        futures = {
            name: executor.submit(_on_one_core, attack, items, advance)
            for name, attack in TRAINED.items()
        }
        return {name: future.result() for name, future in futures.items()}


def _on_one_core(
    attack: Callable[[Sequence[Item], Advance], Right], items: Sequence[Item], advance: Advance
) -> Right:
    """OpenMP threads that find no free core wait for each other and take many times as long."""
    from threadpoolctl import threadpool_limits

    # OpenMP keeps this limit for each thread that starts others, so it is set in this one
    with threadpool_limits(1, user_api="openmp"):  # type: ignore[no-untyped-call]
        return attack(items, advance)


def statement_words(items: Sequence[Item], advance: Advance) -> Right:
    """Words, pairs and triples of words of the statement alone: TF-IDF, logistic regression."""
    texts = [item.question for item in items]
    return _cross_validated(_regression, _bag(texts, 3), items, advance)


def all_words(items: Sequence[Item], advance: Advance) -> Right:
    """Words and pairs of words of passage and statement in one bag, likewise."""
    texts = [" ".join((*item.passage, item.question)) for item in items]
    return _cross_validated(_regression, _bag(texts, 2), items, advance)


def surface_boosting(items: Sequence[Item], advance: Advance) -> Right:
    """Gradient boosting over every surface count of `surface`."""
    matrix = count_matrix([surface_counts(item) for item in items])
    advance(1)
    return _cross_validated(_boosting, matrix.rows, items, advance)


TRAINED: dict[str, Callable[[Sequence[Item], Advance], Right]] = {
    "statement-words": statement_words,
    "all-words": all_words,
    "surface-counts": surface_boosting,
}
"""The attackers by the names of their checks."""

UNITS = len(TRAINED) * FOLDS + 1
"""Units of progress of `attack_all`: a fold is one, and so is counting."""


def _bag(texts: Sequence[str], n_words: int) -> Any:  # a scipy sparse matrix, untyped
    """TF-IDF weights of runs of up to `n_words` words, weighed once for all folds.

    The weights look at texts only, never at labels, so no fold learns from another's answers.
    """
    from sklearn.feature_extraction.text import TfidfVectorizer

    words = TfidfVectorizer(ngram_range=(1, n_words), min_df=_SHARE_OF_TEXTS, dtype=np.float32)
    return words.fit_transform(texts)


def _regression() -> Any:  # a scikit-learn estimator, untyped
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(tol=1e-2, max_iter=1000)


def _boosting() -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    return HistGradientBoostingClassifier(
        max_iter=60,
        learning_rate=0.15,
        max_leaf_nodes=15,
        max_bins=63,
        early_stopping=False,
        random_state=_SEED,
    )


def _cross_validated(
    make: Callable[[], Any],
    features: Any,  # a matrix, dense or sparse, one row an item
    items: Sequence[Item],
    advance: Advance,
) -> Right:
    """Whether each item is answered rightly when its fold is left out; one unit a fold."""
    from sklearn.model_selection import GroupKFold

    gold = np.array([item.gold for item in items])
    groups = np.array([item.group for item in items])
    folds = GroupKFold(min(FOLDS, len(set(groups))), shuffle=True, random_state=_SEED)
    right = np.zeros(len(items), dtype=np.bool_)
    for train, test in folds.split(features, gold, groups):
        model = make().fit(features[train], gold[train])
        right[test] = model.predict(features[test]) == gold[test]
        advance(1)
    return right
