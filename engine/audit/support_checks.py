"""The shortcut suite for questions on arguments, and the most each may be worth.

Can the key be picked by length, by words shared with the sentences, by words that are common in the
argument, by words of denial, or by the wording of the options alone?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from statistics import fmean
from typing import Any

import numpy as np

from engine.ask.baselines.choices import best, longest, shortest
from engine.audit.checks import CONSTANT, Scope, can_train, scored, scored_right
from engine.audit.choice_rules import only_negation
from engine.audit.trained import FOLDS, Advance, Right, right_by_options
from engine.core.items import Item, Option, Symbol
from engine.families.argqa.arguments import stems
from engine.store import AuditRow

SUPPORT_MARGIN = 0.05
"""How far above chance a shortcut may score over all items: among four options, up to 30%."""
SUPPORT_MARGIN_OF_A_TYPE = 0.10
"""The same at one type of question, where there are a ninth as many items and luck weighs more."""

OPTIONS, BY_TYPE = "options-only", "options-by-type"
"""Words and pairs of words of the options alone; and the same learnt for each type of question by
itself, which tells how far the tone of a sentence shows whether it is reason or claim. The second
is shown without a limit: which way support runs is what is asked."""


def _shared(option: str, shown: str) -> float:
    mine = stems(option)
    return len(mine & stems(shown)) / max(len(mine), 1)


def _central(item: Item, option: Option) -> float:
    counts = _counted(item.symbols)
    return fmean([counts[stem] for stem in stems(option.text)] or [0])


@lru_cache(maxsize=16)
def _counted(symbols: tuple[Symbol, ...]) -> Counter[str]:
    """In how many propositions of the argument a word stands."""
    return Counter(stem for symbol in symbols for stem in stems(symbol.text))


RULES: dict[str, Callable[[Item, Option], float]] = {
    "longest-option": longest,
    "shortest-option": shortest,
    "overlap-with-sentence-1": lambda item, option: _shared(option.text, item.passage[0]),
    "overlap-with-sentence-2": lambda item, option: _shared(option.text, item.passage[1]),
    "overlap-with-both": lambda item, option: _shared(option.text, " ".join(item.passage)),
    "least-overlap-with-sentence-1": lambda item, option: -_shared(option.text, item.passage[0]),
    "least-overlap-with-sentence-2": lambda item, option: -_shared(option.text, item.passage[1]),
    "least-overlap": lambda item, option: -_shared(option.text, " ".join(item.passage)),
    "central-words": _central,
    "only-negation": only_negation,
}
"""Each prefers the option that it scores highest."""

UNITS = 1 + len(RULES) + 2 * FOLDS
"""Units of progress of `support_rows`."""


def support_rows(items: Sequence[Item], basis: str, advance: Advance) -> list[AuditRow]:
    """Score every shortcut over all items and for every question type; overall figures first.

    The trained ones are left out where there are too few items to learn from.
    """
    scopes = _scopes(items)
    rows = [_best_position(items, scope, basis) for scope in scopes]
    advance(1)
    for name, score in RULES.items():
        answers = [best(one.options, [score(one, o) for o in one.options]) for one in items]
        rows += [scored_right(name, _right(answers, items), scope, basis) for scope in scopes]
        advance(1)
    if can_train(items):
        learnt = learnt_from_options(items, plain_text, advance)
        rows += [scored_right(OPTIONS, learnt, scope, basis) for scope in scopes]
        free = Scope("all", scopes[0].places, 1.0)
        rows.append(scored_right(BY_TYPE, learnt_from_options(items, _typed, advance), free, basis))
    return sorted(rows, key=lambda row: row.scope != "all")


def _scopes(items: Sequence[Item]) -> list[Scope]:
    chance = 1 / len(items[0].options)
    scopes = [Scope("all", tuple(range(len(items))), chance + SUPPORT_MARGIN)]
    for code in sorted({item.traits.question_type or "" for item in items}):
        places = tuple(at for at, item in enumerate(items) if item.traits.question_type == code)
        limit = chance + SUPPORT_MARGIN_OF_A_TYPE
        scopes.append(Scope(f"question_type={code}", places, limit))
    return scopes


def _best_position(items: Sequence[Item], scope: Scope, basis: str) -> AuditRow:
    keys = Counter(items[place].gold for place in scope.places)
    return scored(CONSTANT, max(keys.values()), scope, basis)


def _right(answers: Sequence[str], items: Sequence[Item]) -> Right:
    pairs = zip(answers, items, strict=True)
    return np.array([answer == item.gold for answer, item in pairs], dtype=np.bool_)


def plain_text(item: Item, option: Option) -> str:
    """The option's words."""
    return option.text.lower()


def _typed(item: Item, option: Option) -> str:
    """The option's words, each as a word of this type of question."""
    code = (item.traits.question_type or "").replace(".", "")
    return " ".join(f"{word.strip('.,')}_{code}" for word in option.text.lower().split())


def learnt_from_options(
    items: Sequence[Item], told: Callable[[Item, Option], str], advance: Advance
) -> Right:
    """Which items a classifier answers that has learnt from the options of other arguments."""
    seen = [np.array([told(item, o) for o in item.options], dtype=object) for item in items]
    return right_by_options(items, seen, _bag, advance)


def _bag() -> Any:
    """TF-IDF over words and pairs of words, and logistic regression."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    words = TfidfVectorizer(ngram_range=(1, 2), token_pattern=r"[^\s.,]+")
    return make_pipeline(words, LogisticRegression(max_iter=1000))
