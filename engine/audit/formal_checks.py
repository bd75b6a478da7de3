"""The shortcut suite for statements of which one follows, and the most each may be worth.

Can the one be picked by its type, its words, its length, or by what it repeats of the premises:
words, runs of words, runs of letters? English and Carroll of one argument count as one question,
for they share what is right.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

import numpy as np

from engine.analysis.statistics import wilson
from engine.ask.baselines.choices import best, longest, overlap, shortest, unlikeness
from engine.audit.checks import CONSTANT, can_train
from engine.audit.repeated import LEARNERS, REPEATS, repeated, right_by_learning, right_by_most
from engine.audit.repeated import UNITS as REPEAT_UNITS
from engine.audit.shapes import shape_of
from engine.audit.support_checks import learnt_from_options, plain_text
from engine.audit.trained import FOLDS, Advance, Right
from engine.core.items import Item, Option
from engine.families.logicskills.language import read_published
from engine.store import AuditRow

FORMAL_LIMIT = 0.20
"""The most that the lower end of a shortcut's interval may be; chance is one in six."""

TEMPLATE = "sentence-type"
"""The name alone of the template that a published statement is made of: 30 of them stand among the
published statements, so that "and" and "but" are two types, which are one in a formula."""
TYPE, OPTIONS = "option-type", "options-only"
"""The types of statement that are right in other arguments, whatever they say: their operators, and
their formulas with all letters made alike; words and pairs of words of the options alone."""

RULES: dict[str, Callable[[Item, Option], float]] = {
    "longest-option": longest,
    "shortest-option": shortest,
    "most-overlap": overlap,
    "least-overlap": unlikeness,
}
"""Each prefers the option that it scores highest."""

UNITS = 1 + len(RULES) + 3 * FOLDS + REPEAT_UNITS
"""Units of progress of `formal_rows`."""

_ATOM = re.compile(r"a\d+")


def formal_rows(items: Sequence[Item], basis: str, advance: Advance) -> list[AuditRow]:
    """Score every shortcut over all items and in each language; overall figures first.

    The trained ones are left out where there are too few items to learn from, those by type also
    where options have no formulas or no templates.
    """
    scopes = _scopes(items)
    right: dict[str, Right] = {CONSTANT: _best_position(items)}
    advance(1)
    for name, score in RULES.items():
        answers = [best(one.options, [score(one, o) for o in one.options]) for one in items]
        right[name] = np.array([a == one.gold for a, one in zip(answers, items, strict=True)])
        advance(1)
    counts = [repeated(item) for item in items]
    for name in REPEATS:
        right[name] = right_by_most(items, counts, name)
        advance(1)
    if can_train(items):
        for name in LEARNERS:
            right[name] = right_by_learning(items, counts, name, advance)
        if all(len(item.query) == len(item.options) for item in items):
            right[TYPE] = learnt_from_options(items, _type, advance)
        if any(_template(items[0], option) for option in items[0].options):
            right[TEMPLATE] = learnt_from_options(items, _template, advance)
        right[OPTIONS] = learnt_from_options(items, plain_text, advance)
    rows = [
        _row(name, scope, places, items, one, basis)
        for name, one in right.items()
        for scope, places in scopes.items()
    ]
    return sorted(rows, key=lambda row: row.scope != "all")


def _scopes(items: Sequence[Item]) -> dict[str, list[int]]:
    scopes = {"all": list(range(len(items)))}
    languages = sorted({item.traits.language for item in items})
    for language in languages if len(languages) > 1 else ():
        scopes[f"language={language}"] = [
            at for at, item in enumerate(items) if item.traits.language == language
        ]
    return scopes


def _best_position(items: Sequence[Item]) -> Right:
    [(key, _)] = Counter(item.gold for item in items).most_common(1)
    return np.array([item.gold == key for item in items], dtype=np.bool_)


def _type(item: Item, option: Option) -> str:
    """What the type of a statement shows in, as words.

    That is its formula with all letters made alike, its outermost operator, and how often it has
    each.
    """
    place = [one.key for one in item.options].index(option.key)
    shape, _ = shape_of(item.query[place])
    form = _ATOM.sub("a", shape.text).replace(" ", "").replace(",", "")
    counted = [f"{name}×{n}" for name, n in sorted(shape.connectives.items())]
    return " ".join([form, shape.root.replace(" ", "-"), f"nested×{shape.n_nested}", *counted])


def _template(item: Item, option: Option) -> str:
    """The name of the published template of a statement as one word; "" if it is of none."""
    found = read_published(option.text, item.traits.language)
    return "" if found is None else found.form


def _row(
    name: str, scope: str, places: Sequence[int], items: Sequence[Item], right: Right, basis: str
) -> AuditRow:
    """A check by the share of items it gets right in a group, over groups."""
    groups: defaultdict[int, list[bool]] = defaultdict(list)
    for at in places:
        groups[items[at].group].append(bool(right[at]))
    n_right, n = sum(sum(one) / len(one) for one in groups.values()), len(groups)
    low, high = wilson(min(n_right, n), n)
    passed = low <= FORMAL_LIMIT
    return AuditRow(name, scope, n_right / n, n, low, high, FORMAL_LIMIT, passed, basis)
