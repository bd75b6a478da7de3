"""Scores by part for the runs shown on boards: by depth, by skill and by other traits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.analysis.boards.across import side_by_side
from engine.analysis.boards.chosen import BY_BOARD, CHOSEN, on_board
from engine.analysis.boards.score import PASSAGE
from engine.analysis.datasets.figures import figures_by_part
from engine.analysis.sources.query import Row, Rows
from engine.core.items import Origin

# A breakdown by language belongs to one board over all languages.
_PARTS = f"""
WITH {CHOSEN},
parts AS (
    SELECT run_id, dataset, origin, model, kind, prompt, trait, cell, value, low, high, n
    FROM accuracy_by_trait WHERE list_contains($traits, trait)
    UNION ALL
    SELECT run_id, dataset, origin, model, kind, prompt, trait, cell, accuracy, low, high, n
    FROM skill_accuracy WHERE list_contains($traits, trait)
)
SELECT p.* REPLACE (nullif(p.prompt, 'none') AS prompt),
    c.* EXCLUDE (run_id) REPLACE (if(p.trait = 'language', NULL, c.language) AS "language")
FROM parts p JOIN chosen c USING (run_id)
-- What has one value everywhere is broken down by nothing.
QUALIFY min(cell) OVER (PARTITION BY dataset, trait) < max(cell) OVER (PARTITION BY dataset, trait)
ORDER BY dataset, list_position($origins, p.origin), list_position($traits, trait), {BY_BOARD},
    p.kind NOT IN ('endpoint', 'published'), overall DESC, model, p.prompt, run_id,
    try_cast(cell AS INTEGER), cell
"""


def parts(rows: Rows, traits: Sequence[str]) -> dict[str, list[Row]]:
    """The parts of each data set, from runs, or else from figures by others.

    Rows of one table, which share trait and board, are adjacent; `label` distinguishes similar runs
    in a table.
    """
    own = rows(_PARTS, traits=list(traits), origins=[str(origin) for origin in Origin])
    found = [row for _, part in groupby(own, in_table) for row in _labelled(list(part))]
    here = {(row["dataset"], row["origin"]) for row in found}
    kept = [
        {"setting": PASSAGE, "split": None, "language": None, **row}
        for row in figures_by_part(rows)
        if row["trait"] in traits and (row["dataset"], row["origin"]) not in here
    ]
    by_dataset: dict[str, list[Row]] = {}
    for row in [*found, *kept]:
        by_dataset.setdefault(str(row["dataset"]), []).append(row)
    return by_dataset


def in_table(row: Row) -> tuple[object, ...]:
    """The columns that the rows of a table share."""
    return row["trait"], *on_board(row)


def _labelled(found: list[Row]) -> list[Row]:
    """Each language is asked in its own runs."""
    return side_by_side(found) if found[0]["trait"] == "language" else found
