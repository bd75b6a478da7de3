"""The suite for choices among options: shortcuts by the wording of options and their mentions.

A hash of the texts ranks options that a rule scores equally, so a rule without information is right
as often as chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.ask.baselines.choices import best, longest, overlap, shortest, unlikeness
from engine.ask.baselines.cues import denials
from engine.audit.matrix import count_matrix
from engine.audit.option_counts import option_counts
from engine.audit.suite import Rule, Suite, answering, constant, preferring
from engine.audit.surface import words
from engine.audit.trained import Attacker, Right, bag, boosting
from engine.core.items import Item, Option
from engine.logic import Implies, parse

CHOICE_MARGIN = 0.03
"""The margin above chance for shortcuts over all items: with four options, up to 28%."""
CHOICE_MARGIN_OF_A_TYPE = 0.05
"""The margin for one question type, which has fewer items: with four options, up to 30%."""


def only_negation(item: Item, option: Option) -> float:
    """Whether the option is the only one with a denial."""
    return float(_denies(option) and sum(map(_denies, item.options)) == 1)


def only_plain(item: Item, option: Option) -> float:
    """Whether the option is the only one without a denial."""
    return float(not _denies(option) and sum(map(_denies, item.options)) == len(item.options) - 1)


def _denies(option: Option) -> bool:
    return "¬" in option.text or not denials().isdisjoint(words(option.text))


LENGTHS = (preferring("longest-option", longest), preferring("shortest-option", shortest))
RULES = (
    *LENGTHS,
    preferring("most-overlap", overlap),
    preferring("least-overlap", unlikeness),
    preferring("only-negation", only_negation),
    preferring("only-plain", only_plain),
)


def kinds(item: Item) -> tuple[str, ...]:
    """The kind of each option, literal or compound; empty if the item has no formulas for them."""
    k = len(item.options)
    return tuple(map(_kind, item.query[-k:])) if len(item.query) >= k else ()


@lru_cache(maxsize=1 << 14)
def _kind(formula: str) -> str:
    return "compound" if isinstance(parse(formula), Implies) else "literal"


def _by_kind(items: Sequence[Item]) -> list[Right]:
    """For each kind, the items that always choosing an option of that kind gets right."""
    own = [kinds(item) for item in items]
    if not all(own):
        return []
    found = []
    for kind in sorted({kind for one in own for kind in one}):
        keys = [
            best(item.options, [float(k == kind) for k in one])
            for item, one in zip(items, own, strict=True)
        ]
        found.append(answering(keys, items))
    return found


def _surface(items: Sequence[Item]) -> NDArray[Any]:
    """Each option's counts, their differences from the item's mean, and their ranks."""
    rows = count_matrix([counts for item in items for counts in option_counts(item)]).rows
    parts = []
    start = 0
    for item in items:
        own = rows[start : start + len(item.options)]
        ranks = (own[:, None, :] > own[None, :, :]).sum(axis=1)
        parts.append(np.hstack([own, own - own.mean(axis=0), ranks]))
        start += len(item.options)
    return np.vstack(parts)


def _texts(items: Sequence[Item]) -> NDArray[Any]:
    return np.array([option.text for item in items for option in item.options], dtype=object)


CHOICES = Suite(
    shortcuts=(
        constant(),
        Rule("option-kind", _by_kind),
        *RULES,
        Attacker("option-counts", _surface, boosting, options=True),
        Attacker("options-only", _texts, partial(bag, 2, min_df=0.002), options=True),
    ),
    margin=CHOICE_MARGIN,
    margin_of_a_part=CHOICE_MARGIN_OF_A_TYPE,
    parts=("question_type",),
)
"""`option-counts` is boosting over all surface counts of options; `options-only` sees only their
words and word pairs."""
