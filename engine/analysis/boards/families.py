"""The board by which each family counts where all are put side by side."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.boards.reading import Board, fullest
from engine.analysis.boards.score import PASSAGE, ROTATIONS
from engine.analysis.query import Rows
from engine.families import FAMILIES
from engine.store import Dataset

_FEWEST = 2
"""Families below which there is nothing to put side by side."""


def datasets(rows: Rows) -> tuple[Dataset, ...]:
    """All data sets, by name."""
    return tuple(Dataset(**row) for row in rows("FROM datasets ORDER BY name"))


def main_set(datasets: Sequence[Dataset], family: str) -> Dataset | None:
    """The largest generated data set of a family, a sound one where there is one."""
    own = [one for one in datasets if (one.family, one.source) == (family, "generated")]
    return min(own, key=lambda one: (one.recipe != "sound", -one.n, one.name), default=None)


def family_boards(datasets: Sequence[Dataset], boards: Sequence[Board]) -> dict[str, Board]:
    """The fullest board measured here on the main data set of each family, if several have one.

    That is the one with most respondents, for one asked in all orders must not take from all others
    the family that they were asked as it stands; of two alike it is the one in all orders.
    """
    found: dict[str, Board] = {}
    for family in FAMILIES:
        if main := main_set(datasets, family):
            own = [fullest(boards, main.name, one) for one in (ROTATIONS, PASSAGE)]
            if asked := [board for board in own if board]:
                found[family] = max(asked, key=lambda b: len({one.model for one in b.scores}))
    return found if len(found) >= _FEWEST else {}
