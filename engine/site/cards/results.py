"""Results on a family's questions: boards, then breakdowns, paired differences and mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.analysis.boards import PASSAGE, ROTATIONS, Board, fullest
from engine.analysis.datasets.comparisons import differences, drawn_to_tied, mistakes
from engine.analysis.sources.reading import Dataset, Reading, Row
from engine.show.tables.boards import board_table
from engine.show.tables.html import Cell, Column, count, labelled_cell, score, signed, table, text
from engine.show.texts.names import between, points
from engine.show.texts.notices import no_answers, no_dataset
from engine.site.boards.breakdowns import breakdown_tables
from engine.site.cards.commands import commands

_BEST = 10
"""Rows of a board that a card shows."""

_TRAITS = ("question_type", "structure", "logic and category", "kind", "language")
"""The traits of the breakdowns on a card, which have few values; breakdown pages have all."""

_MORE = '<p><a href="site:breakdowns/">Breakdowns by depth and all other traits</a></p>'


def results_section(reading: Reading, family: str) -> str:
    """The board of each answered generated set, with differences between parts and mistakes."""
    sets = [d for d in reading.family(family) if d.source == "generated"]
    if not sets:
        return no_dataset(family)
    boards = [(one, board) for one in sets if (board := main_board_of(reading, one))]
    if not boards:
        return no_answers(sets[0].name)
    shown = [part for one, board in boards for part in _of_set(reading, one, board)]
    every = reading.family(family)
    shown += [*_differences(differences(reading, *every)), *_drawn(drawn_to_tied(reading, *every))]
    return "\n\n".join([*shown, *_mistakes(mistakes(reading, *every)), _MORE])


def main_board_of(reading: Reading, dataset: Dataset) -> Board | None:
    """The fullest board in all orders of the options, or else in the stored order."""
    found = (fullest(reading.boards, dataset.name, setting) for setting in (ROTATIONS, PASSAGE))
    return next((board for board in found if board), None)


def _of_set(reading: Reading, dataset: Dataset, board: Board) -> Iterator[str]:
    yield board_table(board, limit=_BEST)
    if again := commands(reading, board.scores):
        yield again
    yield from breakdown_tables(reading, dataset.name, _TRAITS)


def _differences(found: Sequence[Row]) -> Iterator[str]:
    if not found:
        return
    columns = (
        *(Column(title) for title in ("Data set", "Model", "Asked", "Contrast", "By")),
        Column("Difference, points", numeric=True),
        Column("95% interval", numeric=True),
        Column("Pairs or questions", numeric=True),
    )
    rows = [
        [
            text(row["dataset"]),
            labelled_cell(text(row["model"]), row["label"]),
            text(_asked(row)),
            text(row["compared"]),
            text(row["by_what"]),
            Cell(signed(points(row["difference"])), row["difference"]),
            Cell(signed(between(row["low"], row["high"])), row["low"]),
            count(row["n"]),
        ]
        for row in found
    ]
    yield table("Paired differences between parts", columns, rows, sortable=True)


def _drawn(found: Sequence[Row]) -> Iterator[str]:
    if not found:
        return
    columns = (
        *(Column(title) for title in ("Data set", "Model", "Prompt")),
        Column("Chose the option tied to both", numeric=True),
        Column("95% interval", numeric=True),
        Column("of", numeric=True),
    )
    rows = [
        [
            text(row["dataset"]),
            labelled_cell(text(row["model"]), row["label"]),
            text(row["prompt"]),
            *score(row["share"], row["low"], row["high"]),
            count(row["n"]),
        ]
        for row in found
    ]
    yield table("Attraction of the distractor tied to both sentences", columns, rows, sortable=True)


def _mistakes(found: Sequence[Row]) -> Iterator[str]:
    if not found:
        return
    columns = (
        *(Column(title) for title in ("Model", "Asked", "Task", "Mistake")),
        Column("Answers", numeric=True),
        Column("of", numeric=True),
    )
    rows = [
        [
            text(row["model"]),
            text(_asked(row)),
            text(row["question_type"]),
            text(row["mistake"].replace("_", " ")),
            count(row["n"]),
            count(row["n_answers"]),
        ]
        for row in found
    ]
    yield table("Mistakes in wrong answers", columns, rows, sortable=True)


def _asked(row: Row) -> str:
    return ", ".join(part for part in (row["origin"], row["prompt"]) if part)
