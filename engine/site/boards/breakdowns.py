"""Scores by depth and skill: one page per data set, a table per trait, a row per respondent.

If a data set has very many respondents, each trait gets one or more pages of its own, and the data
set's page lists them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.analysis.boards import board_of
from engine.analysis.boards.parts import in_table, parts
from engine.analysis.boards.words import language_name
from engine.analysis.by_trait.cells import by_size
from engine.analysis.sources.reading import Reading, Row
from engine.show.links.slugs import slug
from engine.show.tables.boards import heading, known_by
from engine.show.tables.html import Cell, Column, count, table, text
from engine.show.tables.parts import parts_table
from engine.show.texts.escaping import escape
from engine.show.texts.notices import no_dataset
from engine.site.builder.heads import page_head
from engine.site.builder.sources import BREAKDOWNS
from engine.site.filtering import filter_form

TRAITS = {
    "depth": "Depth",
    "root_form": "Argument form of the last step, or sentence type",
    "question_type": "Question type",
    "structure": "Structure of the argument",
    "logic and category": "Logic and category of the rule",
    "kind": "Kind of inference",
    "language": "Language",
}
"""Traits of breakdowns, as the views name them, and their titles."""

_FEW = 9
"""The most values of a trait whose table fits a card."""

_MOST_TOGETHER = 6_000
"""The most rows on one page (about half a megabyte)."""


def breakdown_fragments(reading: Reading) -> dict[str, str]:
    """The generated part of the page that lists all breakdown pages."""
    return {"breakdowns": _index(reading)}


def breakdown_pages(reading: Reading) -> dict[str, str]:
    """A page for each data set, by name without ending; one page for all would be too long.

    The site's search skips them because they hold only numbers; it finds models by their cards.
    """
    return {
        place: "\n\n".join(blocks) + "\n"
        for name, rows in parts(reading.rows, list(TRAITS)).items()
        for place, blocks in _pages(name, rows)
    }


def breakdown_tables(reading: Reading, dataset: str, traits: Sequence[str]) -> list[str]:
    """Tables of the scores measured here, for those of `traits` that have few values."""
    rows = [
        row
        for row in parts(reading.rows, list(TRAITS)).get(dataset, [])
        if row["trait"] in traits and row["origin"] == "measured"
    ]
    found = [list(part) for _, part in groupby(rows, in_table)]
    return [_table(part) for part in found if len({row["cell"] for row in part}) <= _FEW]


def _pages(name: str, rows: list[Row]) -> Iterator[tuple[str, Iterator[str]]]:
    """The page of a data set; if it would be too long, a list of pages and those pages."""
    title = f"{name}: by depth and skill"
    if len(rows) <= _MOST_TOGETHER:
        yield slug(name), _page(title, _boards(rows))
        return
    sheets = [sheet for trait in _traits(rows) for sheet in _sheets(trait, rows)]
    links = "".join(
        f'<li><a href="site:{BREAKDOWNS}/{slug(name)}/{one.address}/">{escape(one.title)}</a></li>'
        for one in sheets
    )
    yield slug(name), _page(title, [f"<ul>{links}</ul>"])
    for one in sheets:
        own = _page(f"{name}: {one.title}", _boards(one.rows))
        yield f"{slug(name)}/{one.address}", own


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A page for one trait, with all of its cells or as many as fit."""

    title: str
    address: str
    rows: list[Row]


def _sheets(trait: str, rows: list[Row]) -> Iterator[_Sheet]:
    own = [row for row in rows if row["trait"] == trait]
    cells = sorted({row["cell"] for row in own}, key=by_size)
    runs = max(Counter(row["cell"] for row in own).values())
    address = trait.replace("_", "-").replace(" ", "-")
    width = max(1, _MOST_TOGETHER // runs)
    parts = [cells[start : start + width] for start in range(0, len(cells), width)]
    if len(parts) == 1:
        yield _Sheet(TRAITS[trait], address, own)
        return
    for number, part in enumerate(parts, 1):
        first, last = (cell.replace("_", " ") for cell in (part[0], part[-1]))
        shown = [row for row in own if row["cell"] in part]
        yield _Sheet(f"{TRAITS[trait]}, {first} to {last}", f"{address}-{number}", shown)


def _index(reading: Reading) -> str:
    found = parts(reading.rows, list(TRAITS))
    rows = [
        [
            Cell(f'<a href="site:{BREAKDOWNS}/{slug(name)}/">{escape(name)}</a>', name),
            text(", ".join(TRAITS[trait].lower() for trait in _traits(own))),
            text(", ".join(dict.fromkeys(row["origin"] for row in own))),
            count(len({(row["model"], row["prompt"]) for row in own})),
        ]
        for name, own in found.items()
    ]
    columns = (
        Column("Data set"),
        Column("Traits"),
        Column("Provenance"),
        Column("Respondents × prompts", numeric=True),
    )
    listed = table("Breakdowns by data set", columns, rows)
    has_runs = any("run_id" in row for own in found.values() for row in own)
    return listed if has_runs else f"{no_dataset()}\n\n{listed}"


def _traits(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(str(row["trait"]) for row in rows))


def _page(title: str, blocks: Iterable[str]) -> Iterator[str]:
    yield page_head(title, "breakdown", is_found=False)
    all_sets = '<a href="site:breakdowns/">All data sets, and how to read this</a>'
    yield f'<p class="el-provenance">{all_sets}</p>'
    yield from blocks
    yield '--8<-- "generated/provenance.md"'


def _boards(rows: Sequence[Row]) -> Iterator[str]:
    yield filter_form()
    for _, part in groupby(rows, in_table):
        yield _table(list(part))


def _table(rows: Sequence[Row]) -> str:
    board, trait = board_of(rows[0]), rows[0]["trait"]
    cells = sorted({row["cell"] for row in rows}, key=by_size)
    titles = {cell: _title(trait, cell) for cell in cells}
    known = known_by(board)
    data = {**known, "key": f"{known['key']}/{trait}"}
    return parts_table(f"{TRAITS[trait]}. {heading(board)}", titles, rows, data)


def _title(trait: str, cell: str) -> str:
    return language_name(cell) if trait == "language" else cell.replace("_", " ")
