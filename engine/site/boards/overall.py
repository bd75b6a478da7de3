"""All families side by side: each respondent's score on one data set per family, and the mean.

Families differ, so the mean is shown next to its parts. One board represents each family; the text
above the table names it. Requiring every task of a family would leave most respondents without a
mean.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.analysis.boards import ROTATIONS, Board, Score
from engine.analysis.boards.across import Overall, overall
from engine.analysis.boards.families import family_boards
from engine.analysis.boards.words import language_words
from engine.analysis.by_trait.series import MODELS
from engine.analysis.datasets.figures import question_types
from engine.analysis.sources.reading import Reading
from engine.core.items import Origin
from engine.show.tables.boards import drawn, rank_cell, respondent_cell
from engine.show.tables.html import (
    DASH,
    Cell,
    Column,
    count,
    interval,
    labelled_cell,
    share,
    share_in_full,
    table,
    text,
)
from engine.show.texts.escaping import escape

_CONFIGURATIONS = "A mean covers runs with the same prompt and settings"


def overall_section(reading: Reading) -> list[str]:
    """The heading and the table; empty if fewer than two families have results."""
    found = family_boards(reading.datasets, reading.boards)
    if not found:
        return []
    heading = "## All families side by side {: #overall }"
    return [heading, _counted(reading, found), _table(found, overall(found))]


def _counted(reading: Reading, found: Mapping[str, Board]) -> str:
    """Say which data set represents each family, and which sets and tasks are left out."""
    names = {board.dataset for board in found.values()}
    asked = {board.dataset for board in reading.boards if board.origin is Origin.MEASURED}
    types = question_types(reading.rows)
    left, unasked = [], []
    for family, board in found.items():
        others = [d.name for d in reading.family(family) if d.source == "generated"]
        left += [name for name in others if name in asked - names]
        if missing := set().union(*(types[name] for name in others)) - types[board.dataset]:
            counted = " and ".join(sorted(types[board.dataset]))
            unasked.append(
                f"For {family} only {counted} counts, not {' and '.join(sorted(missing))}"
            )
    parts = [
        "One board stands for each family: that of its largest data set",
        _CONFIGURATIONS,
        "Baselines of one family alone are on its board below",
    ]
    parts += unasked
    parts += [f"Not counted, but on boards below: {', '.join(left)}"] if left else []
    return f"<p>{' '.join(f'{escape(part)}.' for part in parts)}</p>"


def _table(found: Mapping[str, Board], rows: tuple[Overall, ...]) -> str:
    has_means = any(row.value is not None for row in rows)
    means = (
        Column("Mean", numeric=True),
        Column("95% interval", numeric=True),
        Column("Mean, 0 to 100%", drawn=True),
        Column("Rank", numeric=True),
    )
    columns = (
        Column("Model"),
        Column("Prompt"),
        *(means if has_means else ()),
        *(Column(_title(board), numeric=True) for board in found.values()),
        Column("n", numeric=True),
    )
    cells = [
        [
            labelled_cell(respondent_cell(next(iter(row.scores.values()))), row.label),
            text(row.prompt),
            *(_mean(row) if has_means else ()),
            *(_share(row.scores.get(family), board) for family, board in found.items()),
            count(sum(one.n or 0 for one in row.scores.values())),
        ]
        for row in sorted(rows, key=lambda row: row.kind not in MODELS)
        if len(row.scores) > 1 or row.kind in MODELS
    ]
    caption = (
        "Measured here: unweighted mean over families, and its parts"
        if has_means
        else "Measured here: no model has answered all families, so there is no mean yet"
    )
    data = {"key": "overall", "origin": "measured"}
    return table(caption, columns, cells, sortable=True, data=data)


def _mean(row: Overall) -> tuple[Cell, ...]:
    """The mean with its interval and rank, empty if a family is missing."""
    span = row.value, row.low, row.high
    return (share(row.value), interval(row.low, row.high), drawn(*span), rank_cell(row.rank))


def _title(board: Board) -> str:
    orders = "all orders" if board.setting == ROTATIONS else None
    return ", ".join(filter(None, (board.dataset, language_words(board.language), orders)))


def _share(one: Score | None, board: Board) -> Cell:
    """The accuracy, with the respondent's rank on that board."""
    if one is None:
        return Cell(DASH)
    by = board.ranked_by.title if board.setting == ROTATIONS else None
    return share_in_full(one.value, one.low, one.high, one.n, one.rank, by)
