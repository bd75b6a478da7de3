"""The shortcuts through statements of which one follows, and the most each may be worth.

Can the one be picked by its type, its words, its length, or by what it repeats of the premises:
words, runs of words, runs of letters? English and Carroll of one argument count as one question,
for they share what is right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.ask.baselines.choices import overlap, unlikeness
from engine.audit.choices import LENGTHS
from engine.audit.shapes import shape_of
from engine.audit.suite import Suite, constant, preferring
from engine.audit.trained import plain_text, reading_options
from engine.core.items import Item, Option
from engine.families.logicskills.auditing.findings import findings
from engine.families.logicskills.auditing.repeated import LEARNERS, REPEATS
from engine.families.logicskills.language import read_published

MARGIN = 0.20 - 1 / 6
"""How far above chance the lower end of a shortcut's interval may be: of six statements, 20%."""

TEMPLATE = "sentence-type"
"""The name alone of the template that a published statement is made of: 30 of them stand among the
published statements, so that "and" and "but" are two types, which are one in a formula."""
TYPE, OPTIONS = "option-type", "options-only"
"""The types of statement that are right in other arguments, whatever they say: their operators, and
their formulas with all letters made alike; words and pairs of words of the options alone."""

_ATOM = re.compile(r"a\d+")


def _type(item: Item, option: Option) -> str:
    """What the type of a statement shows in, as words.

    That is its formula with all letters made alike, its outermost operator, and how often it has
    each.
    """
    if len(item.query) != len(item.options):
        return ""
    place = [one.key for one in item.options].index(option.key)
    shape, _ = shape_of(item.query[place])
    form = _ATOM.sub("a", shape.text).replace(" ", "").replace(",", "")
    counted = [f"{name}×{n}" for name, n in sorted(shape.connectives.items())]
    return " ".join([form, shape.root.replace(" ", "-"), f"nested×{shape.n_nested}", *counted])


def _template(item: Item, option: Option) -> str:
    """The name of the published template of a statement as one word; "" if it is of none."""
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
    margin_of_a_part=MARGIN,
    parts=("language",),
    by_group=True,
    findings=findings,
)
_MADE = Suite(by_group=True)


def suite(items: Sequence[Item]) -> Suite:
    """The shortcuts through these items; formulas and structures are not chosen among options."""
    chosen = all(item.gold in {option.key for option in item.options} for item in items)
    return _CHOSEN if chosen else _MADE
