"""Attackers that learn: scored by cross-validation with the members of a group kept together.

Items of one exchange triple share nearly all their text, so a fold that held one of them would
teach the others' labels by elimination (such a model scored .07 instead of .33 in a prototype).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.ask.baselines.choices import best
from engine.audit.matrix import count_matrix
from engine.audit.surface import Counts
from engine.core.items import Item, Option
from engine.core.progress import Advance
from engine.core.workers import opened

FOLDS = 5
_SEED = 20_250_124
"""Decides the folds and the boosting's own draws: the same audit gives the same figures."""
_WORTH_PROCESSES = 2_000
"""Items from which on training takes longer than starting further processes."""
_LEAST_OF_AN_ANSWER = 30
_STATEMENT = "statement_follows"

Right = NDArray[np.bool_]
"""For each item whether it was answered rightly, by a model that had not seen its group."""


def always(items: Sequence[Item]) -> bool:
    """A shortcut has a limit everywhere."""
    return True


@dataclass(frozen=True, slots=True)
class Attacker:
    """A shortcut that learns from four fifths of the groups and answers the rest, in turn.

    `look` gives what it sees, texts or counts, a row an item or, if it judges `options`, a row an
    option of each; None of items that have not what it looks at. `make` makes a fresh scikit-learn
    classifier. `is_limited` as for a rule.
    """

    name: str
    look: Callable[[Sequence[Item]], NDArray[Any] | None]  # texts or counts
    make: Callable[[], Any]  # a scikit-learn classifier, which has no types
    options: bool = False
    is_limited: Callable[[Sequence[Item]], bool] = always


def can_train(items: Sequence[Item]) -> bool:
    """Whether there are enough items of two answers or more for models to learn from."""
    answers = Counter(item.gold for item in items)
    return len(answers) > 1 and min(answers.values()) >= _LEAST_OF_AN_ANSWER


def attack(
    items: Sequence[Item],
    attackers: Sequence[Attacker],
    advance: Advance,
    executor: Executor | None = None,
) -> dict[str, Right]:
    """Let every attacker answer all items, each without having seen its group."""
    right: dict[str, Right] = {}
    parts = list(folds(items))
    n_tasks = len(attackers) * len(parts) if len(items) >= _WORTH_PROCESSES else 1
    with opened(executor, n_tasks) as chosen:
        futures = {}
        for attacker in attackers:
            seen = attacker.look(items)
            if seen is None:
                advance(FOLDS)
                continue
            rows, target = _rows(items, attacker.options)
            right[attacker.name] = np.zeros(len(items), dtype=np.bool_)
            for train, test in parts:
                learnt, asked = _joined(rows, train), _joined(rows, test)
                work = (attacker.make, seen[learnt], target[learnt], seen[asked], attacker.options)
                futures[chosen.submit(_learnt, *work)] = (attacker, test)
        try:
            for future in as_completed(futures):
                attacker, test = futures[future]
                right[attacker.name][test] = _judged(
                    [items[at] for at in test], future.result(), attacker.options
                )
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


def _rows(items: Sequence[Item], of_options: bool) -> tuple[list[NDArray[np.intp]], NDArray[Any]]:
    """The rows of each item in what an attacker sees, and what it is to learn of each row."""
    if not of_options:
        gold = np.array([item.gold for item in items])
        return [np.array([at]) for at in range(len(items))], gold
    ends = np.cumsum([0, *(len(item.options) for item in items)])
    is_gold = np.array([o.key == item.gold for item in items for o in item.options])
    return [np.arange(*ends[at : at + 2]) for at in range(len(items))], is_gold


def _joined(rows: list[NDArray[np.intp]], places: NDArray[np.intp]) -> NDArray[np.intp]:
    return np.concatenate([rows[at] for at in places])


def _judged(items: Sequence[Item], found: NDArray[Any], of_options: bool) -> Right:
    """Which items are answered rightly: by a label each, or by how likely each option is."""
    if not of_options:
        return np.asarray(found == np.array([item.gold for item in items]), dtype=np.bool_)
    ends = np.cumsum([len(item.options) for item in items])[:-1]
    pairs = zip(items, np.split(found, ends), strict=True)
    answers = [best(one.options, [round(float(p), 9) for p in own]) for one, own in pairs]
    return np.array([key == one.gold for key, one in zip(answers, items, strict=True)])


def _learnt(
    make: Callable[[], Any],
    seen: NDArray[Any],
    target: NDArray[Any],
    unseen: NDArray[Any],
    of_options: bool,
) -> NDArray[Any]:
    """What a model answers after learning; runs in a worker process, on one core."""
    from threadpoolctl import threadpool_limits

    model = make()  # first: a limit holds for libraries already loaded
    # threads that find no free core wait for each other and take many times as long
    with threadpool_limits(1):  # type: ignore[no-untyped-call]
        model.fit(seen, target)
        answers: NDArray[Any] = (
            model.predict_proba(unseen)[:, 1] if of_options else model.predict(unseen)
        )
    return answers


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


def bag(n_words: int, **vectorizer: Any) -> Any:  # Any: scikit-learn's settings
    """TF-IDF over runs of up to so many words, and logistic regression."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    words = TfidfVectorizer(ngram_range=(1, n_words), **vectorizer)
    return make_pipeline(words, LogisticRegression(tol=1e-3, max_iter=1000))


def counting(
    name: str,
    count: Callable[[Item], Counts],
    is_limited: Callable[[Sequence[Item]], bool] = always,
) -> Attacker:
    """Boosting over counts of an item; of items without formulas, as counts are of those."""

    def look(items: Sequence[Item]) -> NDArray[Any] | None:
        if not all(item.query for item in items):
            return None
        return count_matrix([count(item) for item in items]).rows

    return Attacker(name, look, boosting, is_limited=is_limited)


def reading_options(
    name: str,
    text: Callable[[Item, Option], str],
    is_limited: Callable[[Sequence[Item]], bool] = always,
) -> Attacker:
    """Words and pairs of words of what `text` makes of each option.

    Left out where it makes nothing of those of the first item.
    """

    def look(items: Sequence[Item]) -> NDArray[Any] | None:
        if not any(text(items[0], option) for option in items[0].options):
            return None
        texts = [text(item, option) for item in items for option in item.options]
        return np.array(texts, dtype=object)

    make = partial(bag, 2, token_pattern=r"[^\s.,]+")
    return Attacker(name, look, make, options=True, is_limited=is_limited)


def plain_text(item: Item, option: Option) -> str:
    """The option's words."""
    return option.text.lower()


def _statements(items: Sequence[Item]) -> NDArray[Any]:
    return np.array([item.question for item in items], dtype=object)


def _whole_texts(items: Sequence[Item]) -> NDArray[Any]:
    """Passage and statement in one bag, with a word between them that stands nowhere else.

    Without it a model of words and pairs could not tell how the statement begins, which is worth
    two to three points where the construction has annotation artifacts.
    """
    texts = [" ".join((*item.passage, _STATEMENT, item.question)) for item in items]
    return np.array(texts, dtype=object)


_COMMON = {"min_df": 0.01, "sublinear_tf": True}
"""Words in fewer texts are about the subject of a proposition and only distract a model."""

WORDS = (
    Attacker("all-words", _whole_texts, partial(bag, 2, **_COMMON)),
    Attacker("statement-words", _statements, partial(bag, 3, **_COMMON)),
)
"""Words and pairs of words of passage and statement in one bag; words, pairs and triples of words
of the statement alone."""
