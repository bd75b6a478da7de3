"""The SQL of the page that crosses traits."""

from __future__ import annotations

from collections.abc import Collection

from dashboard.queries import SERIES, THIN, interval
from dashboard.snapshot import Row, rows
from dashboard.traits import TRAITS

SERIES_AXIS = "model"
"""What stands for the series themselves, as the other axis."""

SETTINGS = {"prompt": "Prompt", "probe": "Probe"}
"""What a model was asked with, each an axis: its runs then stand in cells of their own."""

_COLUMNS = {
    SERIES_AXIS: "s.name",
    "prompt": "s.prompt",
    "probe": "coalesce(s.probe, 'plain')",
    **{trait: f"i.{trait}::VARCHAR" for trait in TRAITS},
}


def by_settings(dataset: str, origin: str, axes: Collection[str]) -> dict[str, list[str]]:
    """The series that differ in nothing but these of `SETTINGS`, by what they have in common."""
    found = rows(
        f"""
        WITH {SERIES}
        SELECT name, model, prompt, probe FROM series
        WHERE dataset = $dataset AND origin = $origin AND run_id IS NOT NULL
        ORDER BY value DESC NULLS LAST, name
        """,
        dataset=dataset,
        origin=origin,
    )
    lines: dict[str, list[str]] = {}
    for row in found:
        called, rest = row["model"], row["name"].removeprefix(row["model"])
        for setting in SETTINGS:
            told = f", {row[setting]}"
            if row[setting] and rest.startswith(told):
                rest = rest.removeprefix(told)
                called += "" if setting in axes else told
        lines.setdefault(called + rest, []).append(row["name"])
    return dict(sorted(lines.items(), key=lambda line: -len(line[1])))


def varying_settings(dataset: str, origin: str) -> list[str]:
    """Those of `SETTINGS` of which some model was asked with more than one."""
    return [
        setting
        for setting in SETTINGS
        if any(len(names) > 1 for names in by_settings(dataset, origin, {setting}).values())
    ]


def crossed(dataset: str, origin: str, names: list[str], down: str, across: str) -> list[Row]:
    """Accuracy within each pair of values of two traits or settings, or of one and the series.

    Intervals are 95% Wilson intervals for as many trials as groups of items are worth. A row has
    `name` (the series), `down_cell`, `across_cell`, and what every figure has.
    """
    for trait in (down, across):
        if trait not in _COLUMNS:
            raise ValueError(trait)
    return rows(
        f"""
        WITH {SERIES},
        groups AS (
            SELECT s.name, {_COLUMNS[down]} AS down_cell, {_COLUMNS[across]} AS across_cell,
                i.group_no,
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
