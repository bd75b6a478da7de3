"""Whether every premise of an argument says something that the others do not."""

from __future__ import annotations

from collections.abc import Sequence

from engine.logic.judging import our_standing
from engine.logic.sampled import ALL, where_all_hold, where_true
from engine.logic.syntax import Formula
from engine.logic.verdicts import Standing

_OPEN = (Standing.UNDETERMINED, Standing.REFUTED)


def has_idle_premise(premises: Sequence[Formula]) -> bool:
    """Whether some premise follows from the others, or is valid by itself.

    Where that cannot be decided, it is taken to follow. Raises as `sampled` does.
    """
    return any(
        _follows(premise, [*premises[:at], *premises[at + 1 :]])
        for at, premise in enumerate(premises)
    )


def _follows(premise: Formula, others: Sequence[Formula]) -> bool:
    """By structures first, most of which tell at once that it does not."""
    if where_all_hold(others) & (ALL ^ where_true(premise)):
        return False
    return our_standing(others, premise) not in _OPEN
