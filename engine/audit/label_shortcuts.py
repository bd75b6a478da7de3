"""The suite for questions with labels, whether a statement follows from a passage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from engine.ask.baselines.cues import atom_polarity, bare_statement, negation_cue, substring
from engine.audit.blind import beyond_one_step, blind_attackers, connectivity
from engine.audit.shortcut_suite import Rule, Suite, constant, labelling
from engine.audit.surface import wording_counts
from engine.audit.trained import WORDS, counting
from engine.audit.verdicts import Right
from engine.core.items import Item, Label


def _by_formulas(rule: Callable[[Item], Label], items: Sequence[Item]) -> Sequence[Right]:
    """The items a rule gets right; none if an item lacks formulas."""
    return labelling("", rule).right(items) if all(item.query for item in items) else ()


STATEMENTS = Suite(
    shortcuts=(
        constant(),
        labelling("negation-cue", negation_cue),
        labelling("bare-statement", bare_statement),
        labelling("substring", substring),
        Rule("atom-polarity", partial(_by_formulas, atom_polarity), beyond_one_step),
        Rule("connectivity", partial(_by_formulas, connectivity), beyond_one_step),
        *blind_attackers(),
        counting("wording", wording_counts),
        *WORDS,
    ),
    parts=("depth",),
)
"""Rules without training equal the respondents of the same names; the slowest attacker is first."""
