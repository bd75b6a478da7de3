"""Attackers that learn: scored by cross-validation with the members of a group kept together.

Items of one exchange triple share nearly all their text, so a fold that held one of them would
teach the others' labels by elimination (such a model scored .07 instead of .33 in a prototype).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.ask.baselines.choices import best
from engine.audit.matrix import count_matrix
from engine.audit.surface import surface_counts
from engine.core.items import Item
from engine.core.workers import opened

FOLDS = 5
_SHARE_OF_TEXTS = 0.01
"""Words in fewer texts are about the subject of a proposition and only distract a model."""
_STATEMENT = "statement_follows"
_SEED = 20_250_124
"""Decides the folds and the boosting's own draws: the same audit gives the same figures."""
WORTH_PROCESSES = 2_000
"""Items from which on training takes longer than starting further processes."""

Advance = Callable[[int], None]
Right = NDArray[np.bool_]
"""For each item whether it was answered rightly by a model that had not seen its group."""


@dataclass(frozen=True, slots=True)
class Attacker:
    """What a model looks at, one row an item, and how a fresh one is made."""

    look: Callable[[Sequence[Item]], NDArray[Any]]  # texts or counts
    make: Callable[[], Any]  # a scikit-learn classifier, which has no types


def _statements(items: Sequence[Item]) -> NDArray[Any]:
    return np.array([item.question for item in items], dtype=object)


def _whole_texts(items: Sequence[Item]) -> NDArray[Any]:
    """Passage and statement in one bag, with a word between them that stands nowhere else.

    Without it a model of words and pairs could not tell how the statement begins, which is worth
    two to three points on JustLogic's construction.
    """
    texts = [" ".join((*item.passage, _STATEMENT, item.question)) for item in items]
    return np.array(texts, dtype=object)


def _surface(items: Sequence[Item]) -> NDArray[Any]:
    return count_matrix([surface_counts(item) for item in items]).rows


def _bag(n_words: int) -> Any:
    """TF-IDF over runs of up to so many words, and logistic regression."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    words = TfidfVectorizer(ngram_range=(1, n_words), min_df=_SHARE_OF_TEXTS, sublinear_tf=True)
    return make_pipeline(words, LogisticRegression(tol=1e-3, max_iter=1000))


def boosting() -> Any:
    """Gradient boosting over counts."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    return HistGradientBoostingClassifier(
        max_iter=60,
        learning_rate=0.15,
        max_leaf_nodes=15,
        max_bins=63,
        early_stopping=False,
        random_state=_SEED,
    )


WORDS: dict[str, Attacker] = {
    "all-words": Attacker(_whole_texts, partial(_bag, 2)),
    "statement-words": Attacker(_statements, partial(_bag, 3)),
}
"""Words and pairs of words of passage and statement in one bag; words, pairs and triples of words
of the statement alone."""

ATTACKERS: dict[str, Attacker] = {"surface-counts": Attacker(_surface, boosting), **WORDS}
"""By the names of their checks, the slowest first: gradient boosting over every surface count of
`surface`, and those that look at words."""

UNITS = len(ATTACKERS) * FOLDS
"""Units of progress of `attack_all`: one a fold."""


def attack_all(
    items: Sequence[Item], advance: Advance, attackers: Mapping[str, Attacker] = ATTACKERS
) -> dict[str, Right]:
    """Let every attacker learn from four fifths of the groups and answer the rest, in turn."""
    gold = np.array([item.gold for item in items])
    right = {name: np.zeros(len(items), dtype=np.bool_) for name in attackers}
    parts = list(folds(items))
    n_tasks = len(attackers) * len(parts) if len(items) >= WORTH_PROCESSES else 1
    with opened(None, n_tasks) as executor:
        futures = {}
        for name, attacker in attackers.items():
            seen = attacker.look(items)
            for train, test in parts:
                future = executor.submit(
                    _answers, attacker.make, seen[train], gold[train], seen[test]
                )
                futures[future] = (name, test)
        try:
            for future in as_completed(futures):
                name, test = futures[future]
                right[name][test] = future.result() == gold[test]
                advance(1)
        finally:
            for future in futures:
                future.cancel()
    return right


def folds(items: Sequence[Item]) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """The places of the items to learn from and of those to answer, group by group."""
    from sklearn.model_selection import GroupKFold

    groups = np.array([item.group for item in items])
    split = GroupKFold(FOLDS, shuffle=True, random_state=_SEED)  # unshuffled, folds follow depth
    yield from split.split(groups, groups=groups)


def right_by_options(
    items: Sequence[Item],
    seen: Sequence[NDArray[Any]],
    make: Callable[[], Any],
    advance: Advance,
) -> Right:
    """Whether the option that looks right to a model, which has not seen its group, is right.

    `seen` is what the model looks at, a row an option of each item: texts or counts.
    """
    from threadpoolctl import threadpool_limits

    is_gold = [np.array([o.key == item.gold for o in item.options]) for item in items]
    right = np.zeros(len(items), dtype=np.bool_)
    for train, test in folds(items):
        model = make()  # first: a limit holds for libraries already loaded
        with threadpool_limits(1):  # type: ignore[no-untyped-call]
            model.fit(
                np.concatenate([seen[at] for at in train]),
                np.concatenate([is_gold[at] for at in train]),
            )
            likely = model.predict_proba(np.concatenate([seen[at] for at in test]))[:, 1]
        ends = np.cumsum([len(seen[at]) for at in test])
        for at, own in zip(test, np.split(likely, ends[:-1]), strict=True):
            item = items[at]
            right[at] = best(item.options, [round(float(one), 9) for one in own]) == item.gold
        advance(1)
    return right


def _answers(
    make: Callable[[], Any], seen: NDArray[Any], gold: NDArray[np.str_], unseen: NDArray[Any]
) -> NDArray[np.str_]:
    """What an attacker answers after learning; runs in a worker process, on one core."""
    from threadpoolctl import threadpool_limits

    model = make()  # first: a limit holds for libraries already loaded
    # threads that find no free core wait for each other and take many times as long
    with threadpool_limits(1):  # type: ignore[no-untyped-call]
        answers: NDArray[np.str_] = model.fit(seen, gold).predict(unseen)
    return answers
