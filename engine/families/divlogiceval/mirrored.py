"""The sound recipe: four options that the passage mentions alike.

The variables that distinguish the options are *ends*. Each is in one proposition of the passage.
The propositions of interchangeable ends are *mirrored*: they have the same rule, with the end at
the same slot and the same signs at the others. Those other slots, and the rest of the passage, hold
*middle* variables, each equally often. So the four options agree in everything that can be counted
in the sentences that mention them: how often, where, with which sign and next to how frequent a
statement each of their variables occurs. They also agree in what mirrored propositions share: two
share equally, and four have their own middle variable each, or share in a ring. Which option is
entailed depends on how the middle variables connect one set's propositions to others. Looking
further along the middle variables is a first step of inference, and it pays even without signs: a
review found that boosting over counts one proposition further on is right in 32 to 42 of a hundred,
by question type, while counts of an option's own sentences stay at 25 or 26.

An option's variables never share a proposition of the passage, nor do those of an option and of a
conclusion. The signs of ends and slots are random, and so are the letters of the variables, the
order of the passage and which of its two contrapositives words a pair.

    layout                   options              decided by
    two by two               x → y, x → y′,       which of x and x′ leads to which of y and y′
                             x′ → y, x′ → y′
    literals                 y₁, y₂, y₃, y₄       to which of them what is stated leads
    missing link             as two by two        whether what is stated leads to x or x′, and
                                                  which of y and y′ to z, which is concluded
    missing link of a pair   as two by two        the same of w and z; concluded is w → z

The last replaces the one before it in passages of rules alone.
"""

from __future__ import annotations

from random import Random

from engine.families.divlogiceval.layouts import Layout, Mirrored, conclusion_of, options_of
from engine.families.divlogiceval.params import Params
from engine.families.divlogiceval.propositions import TRUTH, distinct, table, together
from engine.families.divlogiceval.question import (
    ENTAILED,
    INCONSISTENT,
    NOT_ONE,
    REPEATED,
    SHORT,
    UNSATISFIABLE,
    VACUOUS,
    WITHOUT,
    Question,
    Rejected,
    as_proposition,
)
from engine.families.divlogiceval.relation import Option, denial, entails, needs


def mirrored_question(
    params: Params, question_type: str, layout: Layout, drawn: Mirrored, rng: Random
) -> Question:
    """The question that a passage of the layout makes.

    Raises:
        Rejected: it makes no question of the type.
    """
    if question_type == "missing":
        return _missing(params, layout, drawn, rng)
    return _entailment(params, question_type, layout, drawn, rng)


def _entailment(
    params: Params,
    question_type: str,
    layout: Layout,
    drawn: Mirrored,
    rng: Random,
) -> Question:
    """A question about which options are entailed, if exactly one or exactly three are."""
    passage, goals = drawn
    options = options_of(layout, goals)
    tables = list(map(table, passage))
    rows = together(tables)
    if not rows:
        raise Rejected(UNSATISFIABLE)
    entailed = [entails(rows, option) for option in options]
    asked = question_type == "3c1e"
    if entailed.count(asked) != 1:
        raise Rejected(NOT_ONE)
    if not distinct(passage):
        raise Rejected(REPEATED)
    if not all(_is_open(rows, option) for option in options):
        raise Rejected(VACUOUS)
    denied = [denial(o) for o, holds in zip(options, entailed, strict=True) if holds]
    if not all(needs(tables, one, 2) for one in denied):
        raise Rejected(SHORT)
    if not any(needs(tables, one, params.chain) for one in denied):
        raise Rejected(SHORT)
    key = options.pop(entailed.index(asked))
    return Question(
        tuple(passage),
        as_proposition(_turned(key, rng)),
        tuple(as_proposition(_turned(option, rng)) for option in options),
        None,
        layout.name,
    )


def _missing(params: Params, layout: Layout, drawn: Mirrored, rng: Random) -> Question:
    """A question about which option restores the conclusion, if exactly one does."""
    passage, goals = drawn
    options, conclusion = options_of(layout, goals), conclusion_of(layout, goals)
    tables = list(map(table, passage))
    rows = together(tables)
    if not rows:
        raise Rejected(UNSATISFIABLE)
    denied = denial(conclusion)
    if not rows & denied:
        raise Rejected(WITHOUT)
    added = [table(as_proposition(option)) for option in options]
    restores = [not rows & one & denied for one in added]
    if restores.count(True) != 1:
        raise Rejected(NOT_ONE)
    if not distinct(passage):
        raise Rejected(REPEATED)
    if not all(rows & one for one in added):
        raise Rejected(INCONSISTENT)
    if any(entails(rows, option) for option in options):
        raise Rejected(ENTAILED)
    place = restores.index(True)
    if not _is_open(rows & added[place], conclusion):
        raise Rejected(VACUOUS)
    if not needs([*tables, added[place]], denied, params.chain):
        raise Rejected(SHORT)
    key = options.pop(place)
    return Question(
        tuple(passage),
        as_proposition(_turned(key, rng)),
        tuple(as_proposition(_turned(option, rng)) for option in options),
        as_proposition(_turned(conclusion, rng)),
        layout.name,
    )


def _is_open(rows: int, option: Option) -> bool:
    """Whether neither side of a pair settles it alone; a literal has no sides."""
    return len(option) == 1 or bool(rows & TRUTH[option[0]] and rows & TRUTH[-option[1]])


def _turned(option: Option, rng: Random) -> Option:
    """A pair or its contrapositive."""
    if len(option) == 2 and rng.random() < 0.5:
        return (-option[1], -option[0])
    return option
