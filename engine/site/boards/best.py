"""The best model on each data set, with chance, people and the audit's verdict."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.boards import Score
from engine.analysis.boards.overview import Leading
from engine.analysis.sources.reading import Reading
from engine.show.tables.boards import card_link, drawn
from engine.show.tables.html import (
    Cell,
    Column,
    count,
    interval,
    share,
    share_in_full,
    table,
    text,
)
from engine.show.texts.escaping import escape
from engine.show.texts.findings import people_of
from engine.site.boards.verdicts import audit_badge, board_place

_BEST = (
    "One board for each data set. Dots are scores, bars 95% intervals, dashed lines chance, which"
    " is computed and so has no interval."
)


def best_table(reading: Reading, leading: Sequence[Leading]) -> str:
    """The best model on each data set, with chance, people and the audit's verdict."""
    columns = (
        Column("Data set"),
        Column("Best model"),
        Column("Score", numeric=True),
        Column("95% interval", numeric=True),
        Column("0 to 100%", drawn=True),
        Column("n", numeric=True),
        Column("Provenance"),
        Column("Chance", numeric=True),
        Column("People", numeric=True),
    )
    rows = [_top(reading, one) for one in leading]
    return table(
        _BEST,
        columns,
        rows,
        data={"key": "best"},
    )


def _top(reading: Reading, one: Leading) -> Sequence[Cell]:
    board, best = one.board, one.models[0]
    value, low, high, n = best.share(board.ranked_by)
    chance = (board.chance or {}).get(board.ranked_by.name)
    people = people_of(one.references)
    link = f'<a href="site:leaderboard/#{board_place(board.dataset)}">{escape(board.dataset)}</a>'
    return [
        Cell(f"{link} {audit_badge(reading, board.dataset)}".strip(), board.dataset),
        model_name(best),
        share(value),
        interval(low, high),
        drawn(value, low, high, chance),
        count(n),
        text(board.origin),
        share(chance),
        share_in_full(*people.share(board.ranked_by)) if people else text(None),
    ]


def model_name(one: Score) -> Cell:
    """A model, linked to its card if it has one."""
    name = f'<span class="el-name">{escape(one.model)}</span>'
    return Cell(card_link(one.model, name) if one.run_id is not None else name, one.model)
