"""Difficulty: the number of questions at each depth, and the accuracy of models there.

Each family's card defines depth, so depths of different tasks are not comparable.
"""

from __future__ import annotations

from engine.analysis.datasets.composition import depths
from engine.analysis.sources.reading import Dataset, Reading, Row
from engine.show.tables.html import SCORE, Cell, Column, count, score, table, text
from engine.show.texts.escaping import escape
from engine.show.texts.notices import no_dataset

_COLUMNS = (
    Column("Depth", numeric=True),
    Column("Items", numeric=True),
    Column("Groups", numeric=True),
    Column("Height (longest chain)"),
    Column("Premises, mean", numeric=True),
    Column("Accuracy, all models asked here", numeric=True),
    SCORE[1],
    Column("Answers", numeric=True),
)

_RESPONDENTS = '<p><a href="site:breakdowns/">Each respondent by depth and skill</a></p>'


def depths_section(reading: Reading, family: str) -> str:
    """A table for each data set of a family."""
    sets = reading.family(family)
    if not sets:
        return no_dataset(family)
    return "\n\n".join([*(depths_of(reading, dataset) for dataset in sets), _RESPONDENTS])


def depths_of(reading: Reading, dataset: Dataset) -> str:
    """The depths of one data set; a sentence if it stores none, as some imported sets do."""
    name = f"<code>{escape(dataset.name)}</code>"
    found = depths(reading, dataset)
    if not found:
        return f"<p>{name} stores no depths.</p>"
    rows = [
        [
            count(row["depth"]),
            count(row["n"]),
            count(row["n_groups"]),
            _heights(row),
            Cell(f"{row['premises']:.1f}", row["premises"]),
            *score(row["value"], row["low"], row["high"]),
            count(row["n_answers"]),
        ]
        for row in found
    ]
    return table(f"Depths of {name}", _COLUMNS, rows)


def _heights(row: Row) -> Cell:
    low, high = row["lowest"], row["highest"]
    return text(low if low == high else f"{low} to {high}")
