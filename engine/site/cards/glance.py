"""The first table of a card: the data sets of a family side by side, a line for each fact."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from engine.analysis.reading import Reading, Row
from engine.show.tables import COUNTED, Cell, Column, code, count, percent, table, text
from engine.site.cards.distribution import vocabulary
from engine.store import Dataset

Line = tuple[str, Sequence[Cell]]
"""What a line tells, and a cell for each data set."""

_VERIFIED = """
SELECT i.dataset_id, count(*) AS n, count(*) FILTER (v.agreed) AS n_agreed,
    string_agg(DISTINCT v.solver, ', ' ORDER BY v.solver) AS solvers
FROM verifications v JOIN items i USING (item_id) GROUP BY i.dataset_id
"""

# What is asked with no example and no instruction of another kind, as most are: a mean over models.
_TOKENS = """
SELECT dataset, avg(mean_prompt_tokens ORDER BY run_id) AS tokens FROM effort
WHERE kind = 'endpoint' AND starts_with(prompt, 'zero-shot') AND probe IS NULL GROUP BY dataset
"""


def glance_table(sets: Sequence[Dataset], lines: Sequence[Line]) -> str:
    """The table, its lines in that order."""
    return table(
        f"The data sets of this family in the snapshot. {COUNTED}",
        (Column("what"), *(Column(d.name) for d in sets)),
        [[text(what), *cells] for what, cells in lines],
    )


def maker_lines(reading: Reading, sets: Sequence[Dataset]) -> list[Line]:
    """How rich and long the items are, how many were verified, and what made them."""
    verified = {row["dataset_id"]: row for row in reading.rows(_VERIFIED)}
    tokens = {row["dataset"]: row["tokens"] for row in reading.rows(_TOKENS)}
    return [
        ("different words, in up to 900 items", [count(vocabulary(reading, d)) for d in sets]),
        ("tokens of a prompt, mean (zero-shot)", [_tokens(tokens.get(d.name)) for d in sets]),
        ("verified", [_verified(d, verified.get(d.dataset_id)) for d in sets]),
        ("solvers", [text(verified.get(d.dataset_id, {}).get("solvers")) for d in sets]),
        ("generator version, seed", [text(f"{d.version}, {d.seed}") for d in sets]),
        ("made by Sorites, at commit", [text(d.engine_version) for d in sets]),
    ]


def content_line(sets: Sequence[Dataset]) -> Line:
    """The hash of what is asked and of what is right."""
    return "content SHA-256", [code(d.content_hash) for d in sets]


def remark_lines(sets: Sequence[Dataset]) -> list[Line]:
    """What is noted of the sets; nothing where there is no note."""
    return [("remarks", [text(d.note) for d in sets])] if any(d.note for d in sets) else []


def _tokens(mean: float | None) -> Cell:
    return text("no endpoint has counted them") if mean is None else Cell(f"{mean:,.0f}", mean)


def _verified(dataset: Dataset, row: Row | None) -> Cell:
    """How many items of a data set were verified with agreement."""
    if row is None:
        return Cell(f"not yet: {code(f'sorites verify {shlex.quote(dataset.name)}').html}")
    return Cell(f"{row['n_agreed']:,} of {dataset.n:,} ({percent(row['n_agreed'] / dataset.n)})")
