"""Boards: the rows of the view `board` as terminal, dashboard, site and files show them.

The views `board_runs` and `board` alone decide which run represents a model, the order of rows, the
run labels, and the ranks that intervals allow.
"""

from __future__ import annotations

from engine.analysis.boards.reading import (
    Board,
    board_of,
    boards,
    chance_scores,
    fullest,
    left_out,
    other_figures,
)
from engine.analysis.boards.score import (
    ALL_LANGUAGES,
    PASSAGE,
    ROTATIONS,
    Measure,
    Score,
)

__all__ = [
    "ALL_LANGUAGES",
    "PASSAGE",
    "ROTATIONS",
    "Board",
    "Measure",
    "Score",
    "board_of",
    "boards",
    "chance_scores",
    "fullest",
    "left_out",
    "other_figures",
]
