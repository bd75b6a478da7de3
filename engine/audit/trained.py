"""Trained shortcut attackers: on fresh items of the recipe, or else by cross-validation.

Cross-validation keeps groups together. Items of a triple share nearly all their text,
and a fold that split them would teach labels by elimination (such a model scored .07 instead of .33
in a prototype).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.ask.baselines.choices import best
from engine.audit.matrix import count_matrix
from engine.audit.surface import Counts
from engine.audit.verdicts import Right
from engine.core.items import Item, Option
from engine.core.progress import Advance
from engine.core.workers import opened, processors, results

FOLDS = 5
_SEED = 20_250_124
"""The seed of folds and boosting, so that the same audit gives the same figures."""
_WORTH_PROCESSES = 2_000
"""Items above which training takes longer than starting more processes."""
_LEAST_OF_AN_ANSWER = 30
_STATEMENT = "statement_follows"

Part = tuple[NDArray[np.intp], NDArray[np.intp]]
"""The places of the items to train on, and of those to answer."""


def always(items: Sequence[Item]) -> bool:
    """The limit of a shortcut applies to every part."""
    return True


def never(items: Sequence[Item]) -> bool:
    """A shortcut is reported, and has no limit."""
    return False


@dataclass(frozen=True, slots=True)
class Attacker:
    """A shortcut trained on items to answer others, in a worker process.

    `look` gives what it sees, texts or counts: a row per item or, if it judges `options`, per
    option; None if the items lack what it uses. `make` makes a new scikit-learn classifier. Both
    are functions of a module, or partial ones. `is_limited` is as for a rule.
    """

    name: str
    look: Callable[[Sequence[Item]], Any]  # texts or counts as an array or a sparse matrix, or None
    make: Callable[[], Any]  # a scikit-learn classifier, which has no types
    options: bool = False
    is_limited: Callable[[Sequence[Item]], bool] = always


def can_train(items: Sequence[Item]) -> bool:
    """Whether at least two answers, and each answer that occurs, have enough items for training."""
    answers = Counter(item.gold for item in items)
    return len(answers) > 1 and min(answers.values()) >= _LEAST_OF_AN_ANSWER


def attack(
    items: Sequence[Item],
    attackers: Sequence[Attacker],
    advance: Advance,
    executor: Executor | None = None,
    training: Sequence[Item] = (),
) -> dict[str, Right]:
    """Let every attacker answer all items, by models that have not seen their groups.

    Models learn from the `training` items if there are any.
    """
    n_tasks = processors() if len(items) + len(training) >= _WORTH_PROCESSES else 1
    right: dict[str, Right] = {}
    with opened(executor, n_tasks) as chosen:
        # sending all items to a worker takes as long as some attacks, so each gets several
        shares = [attackers[at::n_tasks] for at in range(min(n_tasks, len(attackers)))]
        tasks = [
            ([_Work(o.name, o.look, o.make, o.options) for o in share], items, training)
            for share in shares
        ]
        for share in results(chosen, _attacked, tasks):
            right |= {name: found for name, found in share.items() if found is not None}
            advance(len(share))
    return right


@dataclass(frozen=True, slots=True)
class _Work:
    """What a worker needs of an attacker; the rest may not be sendable."""

    name: str
    look: Callable[[Sequence[Item]], Any]
    make: Callable[[], Any]
    options: bool

    def right(self, items: Sequence[Item], training: Sequence[Item]) -> Right | None:
        """Train the attacker and let it answer, on one core."""
        from threadpoolctl import threadpool_limits

        everything = [*training, *items]
        seen = self.look(everything)
        if seen is None:
            return None
        rows, target = _rows(everything, self.options)
        right = np.zeros(len(everything), dtype=np.bool_)
        self.make()  # first, because a limit affects only libraries already loaded
        # threads without a free core wait for each other and take many times as long
        with threadpool_limits(1):  # type: ignore[no-untyped-call]
            for train, test in parts_of(items, len(training)):
                model = self.make()
                learnt, asked = _joined(rows, train), _joined(rows, test)
                model.fit(seen[learnt], target[learnt])
                answers = (
                    model.predict_proba(seen[asked])[:, 1]
                    if self.options
                    else model.predict(seen[asked])
                )
                right[test] = _judged([everything[at] for at in test], answers, self.options)
        return right[len(training) :]


def _attacked(
    works: Sequence[_Work], items: Sequence[Item], training: Sequence[Item]
) -> dict[str, Right | None]:
    """Runs in a worker."""
    return {work.name: work.right(items, training) for work in works}


def parts_of(items: Sequence[Item], n_training: int) -> Iterator[Part]:
    """All items after the training items, or each fold of the items."""
    if n_training:
        yield np.arange(n_training), np.arange(n_training, n_training + len(items))
    else:
        yield from folds(items)


def folds(items: Sequence[Item]) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """The places of training and test items in each fold, which never splits a group."""
    from sklearn.model_selection import GroupKFold

    groups = np.array([item.group for item in items])
    split = GroupKFold(FOLDS, shuffle=True, random_state=_SEED)  # unshuffled, folds follow depth
    yield from split.split(groups, groups=groups)


def _rows(items: Sequence[Item], of_options: bool) -> tuple[list[NDArray[np.intp]], NDArray[Any]]:
    """The rows of each item in what an attacker sees, and the target of each row."""
    if not of_options:
        gold = np.array([item.gold for item in items])
        return [np.array([at]) for at in range(len(items))], gold
    ends = np.cumsum([0, *(len(item.options) for item in items)])
    is_gold = np.array([o.key == item.gold for item in items for o in item.options])
    return [np.arange(*ends[at : at + 2]) for at in range(len(items))], is_gold


def _joined(rows: list[NDArray[np.intp]], places: NDArray[np.intp]) -> NDArray[np.intp]:
    return np.concatenate([rows[at] for at in places])


def _judged(items: Sequence[Item], found: NDArray[Any], of_options: bool) -> Right:
    """Marks the items answered correctly, by a label each or by the probability of each option."""
    if not of_options:
        return np.asarray(found == np.array([item.gold for item in items]), dtype=np.bool_)
    ends = np.cumsum([len(item.options) for item in items])[:-1]
    pairs = zip(items, np.split(found, ends), strict=True)
    answers = [best(one.options, [round(float(p), 9) for p in own]) for one, own in pairs]
    return np.array([key == one.gold for key, one in zip(answers, items, strict=True)])


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
    """TF-IDF over sequences of up to `n_words` words, and logistic regression."""
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
    """Boosting over counts of an item; left out for items without formulas."""
    return Attacker(name, partial(_counted, count), boosting, is_limited=is_limited)


def _counted(count: Callable[[Item], Counts], items: Sequence[Item]) -> NDArray[Any] | None:
    if not all(item.query for item in items):
        return None
    return count_matrix([count(item) for item in items]).rows


def reading_options(name: str, text: Callable[[Item, Option], str]) -> Attacker:
    """A classifier over words and word pairs of `text` of each option.

    It is left out if `text` is empty for the options of the first item.
    """
    make = partial(bag, 2, token_pattern=r"[^\s.,]+")
    return Attacker(name, partial(_option_texts, text), make, options=True)


def _option_texts(
    text: Callable[[Item, Option], str], items: Sequence[Item]
) -> NDArray[Any] | None:
    if not any(text(items[0], option) for option in items[0].options):
        return None
    texts = [text(item, option) for item in items for option in item.options]
    return np.array(texts, dtype=object)


def plain_text(item: Item, option: Option) -> str:
    """The option's text in lower case."""
    return option.text.lower()


def _statements(items: Sequence[Item]) -> NDArray[Any]:
    return np.array([item.question for item in items], dtype=object)


def _whole_texts(items: Sequence[Item]) -> NDArray[Any]:
    """Passage and statement in one text, separated by a unique word.

    The separator shows a model of word pairs how the statement begins, which gains two to three
    points if the construction has annotation artifacts.
    """
    texts = [" ".join((*item.passage, _STATEMENT, item.question)) for item in items]
    return np.array(texts, dtype=object)


_COMMON = {"min_df": 0.01, "sublinear_tf": True}
"""Rarer words concern the subject of a proposition and only distract a model."""

WORDS = (
    Attacker("all-words", _whole_texts, partial(bag, 2, **_COMMON)),
    Attacker("statement-words", _statements, partial(bag, 3, **_COMMON)),
)
"""Words and word pairs of passage and statement; words, pairs and triples of the statement only."""
