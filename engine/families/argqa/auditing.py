"""The shortcuts for questions on arguments, and how much each may gain.

Can the key be picked by length, by words shared with the sentences, by words common in the
argument, by negation words, or by the wording of the options alone?
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.audit.choices import LENGTHS, only_negation
from engine.audit.suite import Suite, constant, preferring
from engine.audit.trained import plain_text, reading_options
from engine.core.items import Item, Option
from engine.families.argqa.arguments.shortcuts import OVERLAPS, Score, Sheet

MARGIN = 0.05
"""How far above chance the lower bound of a shortcut may be: among four options, up to 30%."""

OPTIONS, BY_TYPE = "options-only", "options-by-type"
"""Words and pairs of words of the options alone; and the same trained for each type of question,
which would find a tone in which reasons differ from claims.
"""


def _scored(score: Score, item: Item, option: Option) -> float:
    sheet = Sheet((item.passage[0], item.passage[1]), tuple(one.text for one in item.symbols))
    return score(option.text, sheet)


def _typed(item: Item, option: Option) -> str:
    """The option's words, each marked with this type of question."""
    code = (item.traits.question_type or "").replace(".", "")
    return " ".join(f"{word.strip('.,')}_{code}" for word in option.text.lower().split())


RULES = (
    *LENGTHS,
    *(preferring(name, partial(_scored, score)) for name, score in OVERLAPS.items()),
    preferring("only-negation", only_negation),
)
_SUITE = Suite(
    shortcuts=(
        constant(),
        *RULES,
        reading_options(OPTIONS, plain_text),
        reading_options(BY_TYPE, _typed),
    ),
    margin=MARGIN,
    parts=("question_type",),
)


def suite(items: Sequence[Item]) -> Suite:
    """The shortcuts for these items."""
    return _SUITE
