"""The first table of a card: the data sets of a family side by side, a line for each fact."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from engine.site.reading import Reading, Row
from engine.site.tables import Cell, Column, code, percent, table, text
from engine.store import Dataset

Line = tuple[str, Sequence[Cell]]
"""What a line tells, and a cell for each data set."""

_VERIFIED = """
SELECT i.dataset_id, count(*) AS n, count(*) FILTER (v.agreed) AS n_agreed
FROM verifications v JOIN items i USING (item_id) GROUP BY ALL
"""


def glance_table(sets: Sequence[Dataset], lines: Sequence[Line]) -> str:
    """The table, its lines in that order."""
    return table(
        "The data sets of this family in the snapshot",
        (Column("what"), *(Column(d.name) for d in sets)),
        [[text(what), *cells] for what, cells in lines],
    )


def maker_lines(reading: Reading, sets: Sequence[Dataset]) -> list[Line]:
    """How many items were verified, and what made them."""
    verified = {row["dataset_id"]: row for row in reading.rows(_VERIFIED)}
    return [
        ("verified", [_verified(d, verified.get(d.dataset_id)) for d in sets]),
        ("generator version, seed", [text(f"{d.version}, {d.seed}") for d in sets]),
        ("made by Elenchus", [text(d.engine_version) for d in sets]),
    ]


def content_line(sets: Sequence[Dataset]) -> Line:
    """The hash of what is asked and of what is right."""
    return "content SHA-256", [code(d.content_hash) for d in sets]


def remark_lines(sets: Sequence[Dataset]) -> list[Line]:
    """What is noted of the sets; nothing where there is no note."""
    return [("remarks", [text(d.note) for d in sets])] if any(d.note for d in sets) else []


def _verified(dataset: Dataset, row: Row | None) -> Cell:
    """How many items of a data set were verified with agreement."""
    if row is None:
        return Cell(f"not yet: {code(f'elenchus verify {shlex.quote(dataset.name)}').html}")
    return Cell(f"{row['n_agreed']:,} of {dataset.n:,} ({percent(row['n_agreed'] / dataset.n)})")
