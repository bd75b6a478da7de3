"""The suite for questions with labels, whether a statement follows from a passage."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ask.baselines.cues import atom_polarity, bare_statement, negation_cue, substring
from engine.audit.suite import Rule, Suite, constant, labelling
from engine.audit.surface import surface_counts
from engine.audit.trained import WORDS, Right, counting
from engine.core.items import Item

LIMIT = 0.36
"""The limit for shortcuts over all items, if chance is one in three."""
LIMIT_AT_A_DEPTH = 0.40
"""The limit at one depth, which has fewer items, so that luck matters more."""


def _polarity(items: Sequence[Item]) -> Sequence[Right]:
    return _BY_ATOMS.right(items) if all(item.query for item in items) else ()


_BY_ATOMS = labelling("atom-polarity", atom_polarity)

STATEMENTS = Suite(
    shortcuts=(
        constant(),
        labelling("negation-cue", negation_cue),
        labelling("bare-statement", bare_statement),
        labelling("substring", substring),
        Rule("atom-polarity", _polarity),
        counting("surface-counts", surface_counts),
        *WORDS,
    ),
    margin=LIMIT - 1 / 3,
    margin_of_a_part=LIMIT_AT_A_DEPTH - 1 / 3,
    parts=("depth",),
)
"""Rules without training equal the respondents of the same names; the slowest attacker is first."""
