"""The suite for choices among options: shortcuts by the wording of options and their mentions.

A hash of the texts ranks options that a rule scores equally, so a rule without information is right
as often as chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.ask.baselines.choices import longest, overlap, shortest, unlikeness
from engine.audit.blind import blind_attackers, compared, nearness
from engine.audit.matrix import count_matrix
from engine.audit.option_counts import option_counts
from engine.audit.shortcut_suite import Rule, Suite, constant, preferring
from engine.audit.trained import Attacker, bag, boosting
from engine.audit.verdicts import Right
from engine.core.items import Item, Option
from engine.language.words import denials, words


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


def _by_distance(items: Sequence[Item]) -> Sequence[Right]:
    """Always choosing the option whose two statements are the fewest, or most, premises apart."""
    if not all(len(item.query) >= len(item.options) for item in items):
        return ()
    rules = (preferring("", nearness), preferring("", lambda item, o: -nearness(item, o)))
    return [right for rule in rules for right in rule.right(items)]


def _worded(items: Sequence[Item]) -> NDArray[Any]:
    counts = [counts for item in items for counts in option_counts(item)]
    return compared(count_matrix(counts).rows, [len(item.options) for item in items])


def _texts(items: Sequence[Item]) -> NDArray[Any]:
    return np.array([option.text for item in items for option in item.options], dtype=object)


def _verdicts(items: Sequence[Item]) -> list[str]:
    """The texts of the options, if all items have the same few; else none."""
    texts = {frozenset(option.text for option in item.options) for item in items}
    return sorted(texts.pop()) if len(texts) == 1 else []


def _by_denial(items: Sequence[Item]) -> Sequence[Right]:
    """One answer if the question contains a word of denial, and another if not: every pair."""
    denied = [not denials().isdisjoint(words(item.question)) for item in items]
    gold = [next(o.text for o in one.options if o.key == one.gold) for one in items]
    return [
        np.array(
            [own == (yes if is_denied else no) for is_denied, own in zip(denied, gold, strict=True)]
        )
        for yes in _verdicts(items)
        for no in _verdicts(items)
        if yes != no
    ]


def _questions(items: Sequence[Item]) -> NDArray[Any] | None:
    """Each word of the question with the text of each option."""
    if not _verdicts(items):
        return None
    number = {text: f"option{at}" for at, text in enumerate(_verdicts(items))}
    texts = [
        " ".join(f"{number[o.text]}{word}" for word in ("", *words(item.question)))
        for item in items
        for o in item.options
    ]
    return np.array(texts, dtype=object)


CHOICES = Suite(
    shortcuts=(
        constant(),
        *RULES,
        Rule("option-distance", _by_distance),
        Rule("question-denial", _by_denial),
        *blind_attackers(options=True),
        Attacker("option-wording", _worded, boosting, options=True),
        Attacker("options-only", _texts, partial(bag, 2, min_df=0.002), options=True),
        Attacker("question-only", _questions, partial(bag, 2, min_df=0.002), options=True),
    ),
    parts=("question_type",),
)
"""`options-only` sees only the words and word pairs of options. `question-only` and
`question-denial` see only the question, and are left out unless all items have the same options,
such as True and False."""
