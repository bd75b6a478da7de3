"""HTML tables: captioned, scrolling in their own frame, sortable if scripts run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.analysis.boards.ranks import Rank, rank_words
from engine.show.texts.escaping import escape

DASH = "–"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell's finished HTML, and the value it is sorted by."""

    html: str
    order: float | str | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title (plain text), and whether its cells are numbers.

    A `drawn` column repeats its neighbours' numbers as a picture and is not saved with them. `more`
    is shown only by choice, where scripts run.
    """

    title: str
    numeric: bool = False
    drawn: bool = False
    more: bool = False


SCORE = (Column("Accuracy", numeric=True), Column("95% interval", numeric=True))
"""The columns of an accuracy, always shown with its interval."""


COUNTED = "Shares are over all items, so they need no interval."
"""Caption of tables whose shares are not estimated from samples."""

NO_INTERVAL = "No interval if the source gives no n."
"""Caption of tables with reported figures."""


def text(value: object | None) -> Cell:
    """A cell with untrusted text."""
    return Cell(DASH if value is None else escape(value))


def labelled_cell(cell: Cell, label: str | None) -> Cell:
    """The name of a row, followed by its run label if it has one."""
    if label is None:
        return cell
    return Cell(f"{cell.html} <small>{escape(label)}</small>", cell.order)


def code(value: object) -> Cell:
    """A cell with a command or a name from the database."""
    return Cell(f"<code>{escape(value)}</code>")


def count(value: int | None) -> Cell:
    """A cell with a whole number."""
    return Cell(DASH if value is None else f"{value:,}", value)


def share(value: float | None) -> Cell:
    """A cell with a share, shown in per cent."""
    return Cell(DASH if value is None else percent(value), value)


def interval(low: float | None, high: float | None) -> Cell:
    """A cell with an interval, sorted by its lower end."""
    if low is None or high is None:
        return Cell(DASH)
    return Cell(f"{signed(f'{100 * low:.1f}')} to {percent(high)}", low)


def score(value: float | None, low: float | None, high: float | None) -> tuple[Cell, Cell]:
    """The two cells under `SCORE`."""
    return share(value), interval(low, high)


def share_in_full(
    value: float | None,
    low: float | None,
    high: float | None,
    n: int | None,
    rank: Rank | None = None,
    by: str | None = None,
) -> Cell:
    """A share with its interval, number of answers and rank range in one cell.

    `by` names the score that the rank is by, if it is another one.
    """
    if value is None:
        return Cell(DASH)
    known = [
        *([interval(low, high).html] if low is not None else []),
        *([f"n {n:,}"] if n is not None else []),
        *([f"rank {rank_words(rank)}{f' by {by}' if by else ''}"] if rank else []),
    ]
    shown = f" <small>{', '.join(known)}</small>" if known else ""
    return Cell(f"{percent(value)}{shown}", round(value, 4))


def signed(number: str) -> str:
    """A number with a minus sign, which no spreadsheet takes for the start of a formula."""
    return number.replace("-", "−")


def percent(value: float) -> str:
    """A share in per cent with one decimal."""
    return signed(f"{100 * value:.1f}%")


def table(
    caption: str,
    columns: Sequence[Column],
    rows: Iterable[Sequence[Cell]],
    *,
    head: int = 0,
    sortable: bool = False,
    data: Mapping[str, str] | None = None,
) -> str:
    """A table in one line of HTML; `caption` is HTML, and column number `head` names the rows.

    `data` identifies the table to scripts: its `key` in addresses, and the filter's values.
    """
    # Spaces between cells, which no page shows, keep their words apart in results of the search.
    titles = " ".join(
        f'<th scope="col"{_numeric(column)}{_marks(column)}>{escape(column.title)}</th>'
        for column in columns
    )
    body = " ".join(
        f"<tr>{' '.join(_cell(c, columns[i], i == head) for i, c in enumerate(row))}</tr>"
        for row in rows
    )
    kind = ' data-sortable=""' if sortable else ""
    kind += "".join(f' data-{name}="{escape(value)}"' for name, value in (data or {}).items())
    return (
        f'<div class="el-scroll" tabindex="0" role="group"><table class="el-table"{kind}>'
        f"<caption>{caption}</caption> <thead><tr>{titles}</tr></thead>"
        f" <tbody>{body}</tbody></table></div>"
    )


def facts(caption: str, pairs: Iterable[tuple[str, Cell]]) -> str:
    """A table of two columns: fact and value; what is not known is left out."""
    rows = [(text(name), cell) for name, cell in pairs if cell.html != DASH]
    return table(caption, (Column("fact"), Column("value")), rows)


def _cell(cell: Cell, column: Column, is_head: bool) -> str:
    tag, scope = ("th", ' scope="row"') if is_head else ("td", "")
    order = "" if cell.order is None else f' data-sort="{escape(cell.order)}"'
    return f"<{tag}{scope}{_numeric(column)}{order}>{cell.html}</{tag}>"


def _marks(column: Column) -> str:
    return ' data-drawn=""' * column.drawn + ' data-more=""' * column.more


def _numeric(column: Column) -> str:
    return ' class="el-number"' if column.numeric else ""
