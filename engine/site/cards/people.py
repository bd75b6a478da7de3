"""The people who answered a family's questions: the start of each card's section "Human check".

It is generated from the snapshot, because sheets may come back after the card's text was written.
"""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator
from typing import Any

from engine.analysis.boards import PASSAGE, Board, Score
from engine.analysis.boards.words import asked_words
from engine.analysis.sources.reading import Dataset, Reading
from engine.core.items import Origin
from engine.show.tables.boards import card_link
from engine.show.tables.html import (
    SCORE,
    Cell,
    Column,
    code,
    count,
    labelled_cell,
    score,
    table,
    text,
)
from engine.show.texts.notices import no_dataset
from engine.site.cards.readers import readers_section

_PERSON = "human"
_CAPTION = "People who answered, one row per sheet. Blanks count as not right."


def people_section(reading: Reading, family: str) -> str:
    """Who answered the generated sets and who reviewed their questions, or how to start."""
    sets = [dataset for dataset in reading.family(family) if dataset.source == "generated"]
    if not sets:
        return no_dataset(family)
    rows = [_row(board, one) for board, one in _answered(reading, {d.name for d in sets})]
    shown = [_table(rows) if rows else _nobody(sets[0]), *readers_section(reading, sets)]
    return "\n\n".join(shown)


def people_rows(reading: Reading, dataset: Dataset) -> list[dict[str, Any]]:
    """The people who answered one data set, for programs. Any: JSON."""
    return [
        {
            "name": one.model,
            "split": board.split,
            "language": board.language,
            "accuracy": one.value,
            "low": one.low,
            "high": one.high,
            "n": one.n,
        }
        for board, one in _answered(reading, {dataset.name})
    ]


def _answered(reading: Reading, names: Collection[str]) -> Iterator[tuple[Board, Score]]:
    """The scores of people on the plain questions, each with its board."""
    for board in reading.boards:
        if board.dataset in names and (board.origin, board.setting) == (Origin.MEASURED, PASSAGE):
            yield from ((board, one) for one in board.scores if one.kind == _PERSON)


def _nobody(dataset: Dataset) -> str:
    command = code(f"sorites review write {shlex.quote(dataset.name)} --for answers").html
    return f"<p>Nobody has answered these questions yet; {command} makes a blind answer sheet.</p>"


def _table(rows: list[list[Cell]]) -> str:
    columns = (Column("Who"), Column("Data set"), *SCORE, Column("n", numeric=True))
    return table(_CAPTION, columns, rows, data={"key": "people"})


def _row(board: Board, one: Score) -> list[Cell]:
    return [
        labelled_cell(_who(one), one.label),
        labelled_cell(text(board.dataset), asked_words(board) or None),
        *score(one.value, one.low, one.high),
        count(one.n),
    ]


def _who(one: Score) -> Cell:
    """The person's name, linked to their card."""
    return Cell(card_link(one.model, text(one.model).html), one.model)
