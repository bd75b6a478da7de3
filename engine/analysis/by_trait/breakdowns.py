"""Breakdowns: accuracy by the values of a trait, or of two traits, in several measures."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.analysis.by_trait.cells import THIN, by_size, interval
from engine.analysis.by_trait.series import SERIES
from engine.analysis.by_trait.traits import TRAITS, column
from engine.analysis.sources.query import Row, Rows

SETTINGS = ("prompt", "probe")
"""Run settings usable as an axis: runs of a model then fall in different cells."""

ROTATED = ("circular", "partial_circular")
"""The measures over all circular orders of the options."""

MEASURES = ("accuracy", "response_accuracy", *ROTATED)
"""Measures of breakdowns: share right of all answers, share right of those read, and measures over
rotations."""

_ANSWERS = {"accuracy": "r.n", "response_accuracy": "r.n_right + r.n_wrong"}
_OF_RUN = {"prompt": "s.prompt", "probe": "coalesce(s.probe, 'plain')"}

_BOUNDS = f"""
    bounded AS (
        SELECT *, wilson_low(value * trials, trials) AS low,
            wilson_high(value * trials, trials) AS high
        FROM cells
    )
    SELECT * EXCLUDE (trials), {interval()} AS interval, least(n, n_items) < {THIN} AS thin
    FROM bounded
"""


def breakdown(
    rows: Rows,
    dataset: str,
    origin: str,
    names: Sequence[str],
    trait: str,
    measure: str = "accuracy",
) -> list[Row]:
    """One of `MEASURES` for each series and value (`cell`) of a trait, in order.

    Accuracies equal those of the view `accuracy_by_trait`, which would count every trait of every
    run. Series that are only figures have the figures of this breakdown.
    """
    if measure in ROTATED:
        found = _rotated(rows, dataset, origin, names, trait, measure)
    else:
        found = [
            {**one, "cell": one["down_cell"]}
            for one in crossed(rows, dataset, origin, names, trait, None, measure)
        ]
    found += _figures(rows, dataset, origin, names, trait, measure)
    places = {name: at for at, name in enumerate(names)}
    return sorted(found, key=lambda one: (places[one["name"]], by_size(one["cell"])))


def crossed(
    rows: Rows,
    dataset: str,
    origin: str,
    names: Sequence[str],
    down: str,
    across: str | None,
    measure: str = "accuracy",
) -> list[Row]:
    """Accuracy of the series for each pair of values (`down_cell`, `across_cell`).

    Each axis is a trait or one of `SETTINGS`; without `across`, that cell is empty. Intervals are
    95% Wilson intervals for the effective sample size over groups of items.
    """
    axes = [_OF_RUN.get(axis) or column(axis) for axis in (down, across or "overall")]
    return rows(
        f"""
        WITH {SERIES},
        groups AS (
            SELECT s.name, s.model, {axes[0]} AS down_cell, {axes[1]} AS across_cell, i.group_no,
                sum({_ANSWERS[measure]})::BIGINT AS n, count(*) AS n_items,
                sum(r.n_right)::BIGINT AS n_right
            FROM item_scores r
            JOIN series s ON s.run_id = r.run_id AND s.dataset = $dataset AND s.origin = $origin
                AND list_contains($names, s.name)
            JOIN items i ON i.item_id = r.item_id
            WHERE down_cell IS NOT NULL AND across_cell IS NOT NULL
            GROUP BY ALL
        ),
        cells AS (
            SELECT name, model, down_cell, across_cell, sum(n)::BIGINT AS n,
                sum(n_items)::BIGINT AS n_items, sum(n_right) / sum(n) AS value,
                effective_trials(n_right, n) AS trials
            FROM groups GROUP BY name, model, down_cell, across_cell HAVING sum(n) > 0
        ),
        {_BOUNDS}
        ORDER BY list_position($names, name), try_cast(down_cell AS INTEGER), down_cell,
            try_cast(across_cell AS INTEGER), across_cell
        """,
        dataset=dataset,
        origin=origin,
        names=list(names),
    )


def _rotated(
    rows: Rows,
    dataset: str,
    origin: str,
    names: Sequence[str],
    trait: str,
    measure: str,
) -> list[Row]:
    """A measure over rotations; a run in several languages has one series per language."""
    by_language = "trait = 'overall'" if trait == "language" else "trait = $trait"
    cell = "c.language" if trait == "language" else "c.cell"
    values = {} if trait == "language" else {"trait": trait}
    return rows(
        f"""
        WITH {SERIES}
        SELECT s.name, s.model, {cell} AS cell, c.n_items AS n, c.n_items, c.{measure} AS value,
            c.{measure}_low AS low, c.{measure}_high AS high,
            {interval(f"c.{measure}_")} AS interval, c.n_items < {THIN} AS thin
        FROM circular_by_trait c JOIN named s USING (run_id)
        WHERE s.dataset = $dataset AND s.origin = $origin AND list_contains($names, s.name)
            AND {by_language} AND (c.language = 'en' OR {trait == "language"} OR NOT EXISTS (
                FROM circular_by_trait e WHERE e.run_id = c.run_id AND e.language = 'en'))
        """,
        dataset=dataset,
        origin=origin,
        names=list(names),
        **values,
    )


def _figures(
    rows: Rows,
    dataset: str,
    origin: str,
    names: Sequence[str],
    trait: str,
    measure: str,
) -> list[Row]:
    """The figures of series that are not runs."""
    return rows(
        f"""
        WITH {SERIES}
        SELECT s.name, s.model, f.cell, f.n, f.n AS n_items, f.value, f.low, f.high,
            {interval("f.")} AS interval, coalesce(f.n < {THIN}, false) AS thin
        FROM series s JOIN figures f ON s.run_id IS NULL AND f.dataset = s.dataset
            AND f.origin = s.origin AND f.model = s.model AND f.prompt IS NOT DISTINCT FROM s.prompt
        WHERE s.dataset = $dataset AND s.origin = $origin AND list_contains($names, s.name)
            AND f.breakdown = $trait AND f.metric = $measure
        """,
        dataset=dataset,
        origin=origin,
        names=list(names),
        trait=trait,
        measure=measure,
    )


def kinds_of_figures(rows: Rows, dataset: str, origin: str) -> list[str]:
    """The traits by which figures of a data set are broken down."""
    found = rows(
        "SELECT DISTINCT breakdown FROM figures WHERE dataset = $dataset AND origin = $origin"
        " AND metric = 'accuracy'",
        dataset=dataset,
        origin=origin,
    )
    known = {one["breakdown"] for one in found}
    return [trait for trait in (*TRAITS, "form_depth1", "probe") if trait in known]


def measures(rows: Rows, dataset: str, origin: str) -> list[str]:
    """The `MEASURES` that some series of a data set has."""
    found = rows(
        """
        SELECT EXISTS (FROM circular_by_trait WHERE dataset = $dataset AND origin = $origin)
            OR EXISTS (FROM figures WHERE dataset = $dataset AND origin = $origin
                AND metric = 'circular' AND breakdown <> 'overall') AS rotated,
            EXISTS (FROM runs JOIN datasets d USING (dataset_id)
                WHERE d.name = $dataset AND origin = $origin) AS read
        """,
        dataset=dataset,
        origin=origin,
    )
    [has] = found
    return [
        measure
        for measure in MEASURES
        if measure == "accuracy" or has["rotated" if measure in ROTATED else "read"]
    ]


def by_settings(
    rows: Rows, dataset: str, origin: str, axes: Collection[str]
) -> dict[str, list[str]]:
    """The series that differ only in the given `SETTINGS`, grouped by what they share."""
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
    for one in found:
        called, rest = one["model"], one["name"].removeprefix(one["model"])
        for setting in SETTINGS:
            part = f", {one[setting]}"
            if one[setting] and rest.startswith(part):
                rest = rest.removeprefix(part)
                called += "" if setting in axes else part
        lines.setdefault(called + rest, []).append(one["name"])
    return dict(sorted(lines.items(), key=lambda line: -len(line[1])))


def varying_settings(rows: Rows, dataset: str, origin: str) -> list[str]:
    """The `SETTINGS` in which runs of one model differ."""
    return [
        setting
        for setting in SETTINGS
        if any(len(names) > 1 for names in by_settings(rows, dataset, origin, {setting}).values())
    ]


def reported(rows: Rows, dataset: str, trait: str) -> list[Row]:
    """Figures that papers report by a trait on other data sets of the family, as printed."""
    return rows(
        """
        SELECT f.model, f.metric, f.dataset, f.prompt, f.cell, f.value, f.n, f.source, f.note
        FROM figures f
        WHERE f.origin = 'reported' AND f.breakdown = $trait AND f.dataset <> $dataset
            AND f.family IN (SELECT family FROM datasets WHERE name = $dataset)
        ORDER BY max(f.value) OVER (PARTITION BY f.model) DESC, f.model, f.metric,
            try_cast(f.cell AS INTEGER), f.cell
        """,
        dataset=dataset,
        trait=trait,
    )


def remarks(rows: Rows, dataset: str, origin: str) -> list[Row]:
    """The notes on the figures of a data set, one per figure."""
    return rows(
        """
        SELECT DISTINCT source, model, prompt, cell, metric, note FROM figures
        WHERE dataset = $dataset AND origin = $origin AND note IS NOT NULL ORDER BY ALL
        """,
        dataset=dataset,
        origin=origin,
    )
