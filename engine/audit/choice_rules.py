"""Shortcuts through a single choice that need no training: each prefers one option to the others.

Options that a rule likes equally well are told apart by a hash of their texts, so that a rule that
has nothing to go by is right as often as chance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from engine.ask.baselines.choices import best, longest, overlap, shortest, unlikeness
from engine.ask.baselines.cues import denials
from engine.core.items import Item, Option
from engine.logic import Implies, parse

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")

Score = Callable[[Item, Option], float]


def only_negation(item: Item, option: Option) -> float:
    """Whether the option is the only one with a word or sign of denial."""
    return float(_denies(option) and sum(map(_denies, item.options)) == 1)


def only_plain(item: Item, option: Option) -> float:
    """Whether the option is the only one without."""
    return float(not _denies(option) and sum(map(_denies, item.options)) == len(item.options) - 1)


RULES: dict[str, Score] = {
    "longest-option": longest,
    "shortest-option": shortest,
    "most-overlap": overlap,
    "least-overlap": unlikeness,
    "only-negation": only_negation,
    "only-plain": only_plain,
}
"""The rules by the names of their checks."""


def chosen(item: Item, score: Score) -> str:
    """The key of the option that a rule prefers."""
    return best(item.options, [score(item, option) for option in item.options])


def kinds(item: Item) -> tuple[str, ...]:
    """What each option is, literal or compound; none where the item has no formulas for them."""
    k = len(item.options)
    return tuple(map(_kind, item.query[-k:])) if len(item.query) >= k else ()


def chosen_of_kind(item: Item, kind: str) -> str:
    """The key of an option of that kind or, if there is none, of any."""
    return best(item.options, [float(own == kind) for own in kinds(item)])


def words(text: str) -> Sequence[str]:
    """The words of a text, in lower case, with straight apostrophes."""
    return _WORD.findall(text.lower().replace("’", "'"))


def _denies(option: Option) -> bool:
    return "¬" in option.text or not denials().isdisjoint(words(option.text))


@lru_cache(maxsize=1 << 14)
def _kind(formula: str) -> str:
    return "compound" if isinstance(parse(formula), Implies) else "literal"
