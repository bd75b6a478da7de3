"""The shortcuts for questions where one statement follows, and how much each may gain.

Can it be picked by its type, its words, its length, or by what it repeats of the premises: words,
runs of words, runs of letters? An argument's English and Carroll versions count as one question, as
they share the right answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.ask.baselines.choices import overlap, unlikeness
from engine.audit.choice_shortcuts import LENGTHS
from engine.audit.shapes import shape_of
from engine.audit.shortcut_suite import Suite, constant, preferring
from engine.audit.trained import plain_text, reading_options
from engine.core.items import Item, Option
from engine.families.logicskills.auditing.findings import findings
from engine.families.logicskills.auditing.repeated import LEARNERS, REPEATS
from engine.families.logicskills.language import read_published

MARGIN = 0.20 - 1 / 6
"""How far above chance the lower bound of a shortcut may be: of six statements, 20%."""

TEMPLATE = "sentence-type"
"""The template of a published statement. There are 30, so "and" and "but" are two types although a
formula has one for both.
"""
TYPE, OPTIONS = "option-type", "options-only"
"""Attackers that learn which types of statement are right, whatever they say: by their operators
and their formulas with all letters made equal; and by words and pairs of words of the options
alone.
"""

_ATOM = re.compile(r"a\d+")


def _type(item: Item, option: Option) -> str:
    """A statement's type, as words.

    That is its formula with all letters made equal, its outermost operator, and the count of each
    operator.
    """
    if len(item.query) != len(item.options):
        return ""
    place = [one.key for one in item.options].index(option.key)
    shape, _ = shape_of(item.query[place])
    form = _ATOM.sub("a", shape.text).replace(" ", "").replace(",", "")
    counted = [f"{name}×{n}" for name, n in sorted(shape.connectives.items())]
    return " ".join([form, shape.root.replace(" ", "-"), f"nested×{shape.n_nested}", *counted])


def _template(item: Item, option: Option) -> str:
    """The name of a published statement's template as one word; "" if it has none."""
    found = read_published(option.text, item.traits.language)
    return "" if found is None else found.form


RULES = (*LENGTHS, preferring("most-overlap", overlap), preferring("least-overlap", unlikeness))
_CHOSEN = Suite(
    shortcuts=(
        constant(),
        *RULES,
        *REPEATS,
        *LEARNERS,
        reading_options(TYPE, _type),
        reading_options(TEMPLATE, _template),
        reading_options(OPTIONS, plain_text),
    ),
    margin=MARGIN,
    parts=("language",),
    own_items=True,
    findings=findings,
)
_MADE = Suite(own_items=True)


def suite(items: Sequence[Item]) -> Suite:
    """The shortcuts for these items; tasks that ask for formulas or structures have no options."""
    chosen = all(item.gold in {option.key for option in item.options} for item in items)
    return _CHOSEN if chosen else _MADE
