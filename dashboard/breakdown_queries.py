"""The SQL of the page that crosses traits."""

from __future__ import annotations

from dashboard.queries import SERIES, THIN, interval
from dashboard.snapshot import Row, rows
from dashboard.traits import TRAITS

SERIES_AXIS = "model"
"""What stands for the series themselves, as the other axis."""


def crossed(dataset: str, origin: str, names: list[str], down: str, across: str) -> list[Row]:
    """Accuracy within each pair of values of two traits, or of a trait and the series.

    Intervals are 95% Wilson intervals for as many trials as groups of items are worth. A row has
    `name` (the series), `down_cell`, `across_cell`, and what every figure has.
    """
    for trait in (down, across):
        if trait not in TRAITS and trait != SERIES_AXIS:
            raise ValueError(trait)
    beside = "s.name" if across == SERIES_AXIS else f"i.{across}::VARCHAR"
    return rows(
        f"""
        WITH {SERIES},
        groups AS (
            SELECT s.name, i.{down}::VARCHAR AS down_cell, {beside} AS across_cell, i.group_no,
                sum(r.n)::BIGINT AS n, count(*) AS n_items, sum(r.n_right)::BIGINT AS n_right
            FROM item_scores r
            JOIN series s ON s.run_id = r.run_id AND s.dataset = $dataset AND s.origin = $origin
                AND list_contains($names, s.name)
            JOIN items i ON i.item_id = r.item_id
            WHERE down_cell IS NOT NULL AND across_cell IS NOT NULL
            GROUP BY ALL
        ),
        cells AS (
            SELECT name, down_cell, across_cell, sum(n)::BIGINT AS n,
                sum(n_items)::BIGINT AS n_items, sum(n_right) / sum(n) AS value,
                effective_trials(n_right, n) AS trials
            FROM groups GROUP BY name, down_cell, across_cell
        ),
        bounded AS (
            SELECT *, wilson_low(value * trials, trials) AS low,
                wilson_high(value * trials, trials) AS high
            FROM cells
        )
        SELECT * EXCLUDE (trials), {interval()} AS interval, n_items < {THIN} AS thin
        FROM bounded
        ORDER BY list_position($names, name), try_cast(down_cell AS INTEGER), down_cell,
            try_cast(across_cell AS INTEGER), across_cell
        """,
        dataset=dataset,
        origin=origin,
        names=names,
    )
