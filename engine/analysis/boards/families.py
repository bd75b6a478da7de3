"""The board that represents each family in comparisons across families."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.boards.reading import Board, fullest
from engine.analysis.boards.score import PASSAGE, ROTATIONS
from engine.analysis.sources.query import Rows
from engine.families import FAMILIES
from engine.store import Dataset

_FEWEST = 2
"""The fewest families to compare."""


def datasets(rows: Rows) -> tuple[Dataset, ...]:
    """All data sets, by name."""
    return tuple(Dataset(**row) for row in rows("FROM datasets ORDER BY name"))


def main_set(datasets: Sequence[Dataset], family: str) -> Dataset | None:
    """The largest generated data set of a family, preferring sound ones."""
    own = [one for one in datasets if (one.family, one.source) == (family, "generated")]
    return min(own, key=lambda one: (one.recipe != "sound", -one.n, one.name), default=None)


def family_boards(datasets: Sequence[Dataset], boards: Sequence[Board]) -> dict[str, Board]:
    """The largest board measured here on each family's main data set, if several families have one.

    The largest board is the one with most respondents, so that a single model asked in all orders
    does not hide those asked the plain question. Ties go to the board in all orders.
    """
    found: dict[str, Board] = {}
    for family in FAMILIES:
        if main := main_set(datasets, family):
            own = [fullest(boards, main.name, one) for one in (ROTATIONS, PASSAGE)]
            if asked := [board for board in own if board]:
                found[family] = max(asked, key=lambda b: len({one.model for one in b.scores}))
    return found if len(found) >= _FEWEST else {}
