"""The SQL behind the pages. Every figure comes from a view; here it is only chosen and arranged.

A *series* is what a chart draws as one line: a run of this database, or figures kept from
elsewhere with the same origin, model and prompt. Its `name` tells it apart within a data set and
origin, and stands in addresses: of runs alike the one that was stored first keeps the plain name.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dashboard.snapshot import Row, rows
from dashboard.traits import TRAITS
from dashboard.words import ORIGINS

THIN = 20
"""Below so many different items a cell says too little to be shown like the others."""

_RUNS = """
    SELECT a.run_id, a.model, a.kind, a.dataset, a.origin, a.prompt, a.probe, a.value,
        a.model || CASE WHEN a.kind IN ('baseline', 'ceiling') THEN '' ELSE ', ' || a.prompt END
            || coalesce(', ' || a.probe, '')
            || CASE WHEN a.language <> 'en' THEN ', ' || a.language ELSE '' END AS short, a.run_hash
    FROM accuracy a
"""

SERIES = f"""
    named AS (
        SELECT * EXCLUDE (short, run_hash),
            short || CASE WHEN row_number()
                    OVER (PARTITION BY dataset, origin, short ORDER BY run_id) > 1
                THEN ', run ' || left(run_hash, 6) ELSE '' END AS name
        FROM ({_RUNS})
    ),
    series AS (
        SELECT * FROM named
        UNION ALL
        SELECT NULL, f.model, any_value(coalesce(kind_of_run(m.kind, f.origin), 'published')),
            f.dataset, f.origin, f.prompt, NULL,
            any_value(f.value) FILTER (f.breakdown = 'overall'),
            f.model || coalesce(', ' || f.prompt, '')
        FROM figures f LEFT JOIN models m ON m.name = f.model
        WHERE f.metric = 'accuracy' AND NOT EXISTS (
            FROM named n WHERE n.dataset = f.dataset AND n.origin = f.origin
                AND n.model = f.model AND n.prompt IS NOT DISTINCT FROM f.prompt)
        GROUP BY f.model, f.dataset, f.origin, f.prompt
        HAVING count(*) FILTER (f.breakdown <> 'overall') > 0
    )
"""


def interval(prefix: str = "") -> str:
    """SQL that writes columns `low` and `high`, with a prefix before their names, as per cents."""
    low, high = f"{prefix}low", f"{prefix}high"
    written = f"printf('%.1f–%.1f%%', {low} * 100, {high} * 100)"
    return f"CASE WHEN {low} IS NULL THEN '–' ELSE {written} END"


@dataclass(frozen=True, slots=True)
class Series:
    """What a chart draws as one line. `value` is its overall accuracy, a share of 0 to 1."""

    name: str
    model: str
    kind: str
    value: float | None
    run_id: int | None


def datasets() -> list[Row]:
    """The data sets of the database and those that figures alone name, the measured ones first."""
    return rows(
        """
        SELECT dataset, any_value(d.family) AS family, any_value(d.n) AS n,
            any_value(d.content_hash) AS content_hash, any_value(d.seed) AS seed,
            any_value(d.recipe) AS recipe, any_value(d.source) AS source,
            any_value(d.engine_version) AS engine_version, any_value(d.created_at) AS created_at,
            count(l.model) AS n_scores
        FROM (SELECT name AS dataset FROM datasets UNION SELECT dataset FROM leaderboard)
        LEFT JOIN datasets d ON d.name = dataset
        LEFT JOIN leaderboard l USING (dataset)
        GROUP BY dataset
        ORDER BY count(d.name) = 0, n_scores = 0, any_value(d.created_at) DESC, dataset
        """
    )


def in_order(found: Iterable[Row]) -> list[str]:
    """The origins that rows have, in the order of `ORIGINS`."""
    of_rows = {row["origin"] for row in found}
    return [origin for origin in ORIGINS if origin in of_rows]


def origins(dataset: str) -> list[str]:
    """The origins that have something to break down for a data set, in the order of `ORIGINS`."""
    found = rows(
        f"""
        WITH {SERIES}
        SELECT DISTINCT origin FROM series WHERE dataset = $dataset
        """,
        dataset=dataset,
    )
    return in_order(found)


def series(dataset: str, origin: str) -> list[Series]:
    """The series of a data set and origin, the best first."""
    found = rows(
        f"""
        WITH {SERIES}
        SELECT name, model, kind, value, run_id FROM series
        WHERE dataset = $dataset AND origin = $origin ORDER BY value DESC NULLS LAST, name
        """,
        dataset=dataset,
        origin=origin,
    )
    return [Series(**row) for row in found]


def by_trait(dataset: str, origin: str, names: list[str], trait: str) -> list[Row]:
    """Accuracy of the series within each value of a trait, in the order of its values.

    The figures are those of the view `accuracy_by_trait`, which would count every trait of every
    run on the way.
    """
    if trait not in TRAITS:
        raise ValueError(trait)
    return _breakdown(
        f"""
        SELECT run_id, cell, n, n_items, n_right, n_right / n AS value,
            wilson_low(n_right * (trials / n), trials) AS low,
            wilson_high(n_right * (trials / n), trials) AS high
        FROM (
            SELECT run_id, cell, sum(n)::BIGINT AS n, sum(n_items)::BIGINT AS n_items,
                sum(n_right)::BIGINT AS n_right, effective_trials(n_right, n) AS trials
            FROM (
                SELECT r.run_id, i.{trait}::VARCHAR AS cell, i.group_no, sum(r.n)::BIGINT AS n,
                    count(*) AS n_items, sum(r.n_right)::BIGINT AS n_right
                FROM item_scores r JOIN items i ON i.item_id = r.item_id
                WHERE r.run_id IN (SELECT run_id FROM shown) AND i.{trait} IS NOT NULL
                GROUP BY ALL
            )
            GROUP BY run_id, cell
        )
        """,
        dataset,
        origin,
        names,
        trait,
    )


def by_form_at_depth_1(dataset: str, origin: str, names: list[str]) -> list[Row]:
    """Accuracy of the series by argument form over items of depth 1, as in the paper."""
    return _breakdown(
        "SELECT run_id, form AS cell, n, n_items, n_right, value, low, high"
        " FROM accuracy_by_form_depth1",
        dataset,
        origin,
        names,
        "form_depth1",
    )


def _breakdown(view: str, dataset: str, origin: str, names: list[str], breakdown: str) -> list[Row]:
    """The cells of a view for runs, and those of `figures` for what is kept from elsewhere."""
    return rows(
        f"""
        WITH {SERIES},
        shown AS (
            SELECT * FROM series
            WHERE dataset = $dataset AND origin = $origin AND list_contains($names, name)
        ),
        cells AS (
            SELECT s.name, t.cell, t.n, t.n_items, t.value, t.low, t.high
            FROM shown s JOIN ({view}) t USING (run_id)
            UNION ALL
            SELECT s.name, f.cell, f.n, f.n, f.value, f.low, f.high
            FROM shown s JOIN figures f ON s.run_id IS NULL AND f.dataset = s.dataset
                AND f.origin = s.origin AND f.model = s.model
                AND f.prompt IS NOT DISTINCT FROM s.prompt
            WHERE f.breakdown = $breakdown AND f.metric = 'accuracy'
        )
        SELECT *, {interval()} AS interval, coalesce(n_items < {THIN}, false) AS thin
        FROM cells
        ORDER BY list_position($names, name), try_cast(cell AS INTEGER), cell
        """,
        dataset=dataset,
        origin=origin,
        names=names,
        breakdown=breakdown,
    )


def by_world(dataset: str, origin: str, names: list[str]) -> list[Row]:
    """Accuracy of the series by gold label and by whether the statement is true in the world."""
    return rows(
        f"""
        WITH {SERIES}
        SELECT s.name, f.gold, f.shown_accurate, f.n, f.value, f.low, f.high,
            {interval("f.")} AS interval, f.n_items < {THIN} AS thin
        FROM series s JOIN factual_accuracy f USING (run_id)
        WHERE s.dataset = $dataset AND s.origin = $origin AND list_contains($names, s.name)
            AND list_contains($runs, f.run_id)
        ORDER BY list_position($names, s.name),
            list_position(['true', 'false', 'uncertain'], f.gold), f.gold, f.shown_accurate DESC
        """,
        dataset=dataset,
        origin=origin,
        names=names,
        # as a list of values it goes down into the view
        runs=[one.run_id for one in series(dataset, origin) if one.name in names and one.run_id],
    )


def chance(dataset: str) -> float | None:
    """The accuracy of a blind guess: one in the number of options, averaged over the items."""
    [row] = rows(
        "SELECT avg(1 / len(options)) AS chance FROM items i JOIN datasets d USING (dataset_id)"
        " WHERE d.name = $dataset AND answer_kind = 'label' AND len(options) > 0",
        dataset=dataset,
    )
    share: float | None = row["chance"]
    return share


def human(dataset: str) -> list[Row]:
    """Overall human accuracy on data sets of the same family, as others report it."""
    return rows(
        """
        SELECT f.model, f.dataset, f.value, f.n, f.low, f.high, f.source
        FROM figures f JOIN models m ON m.name = f.model AND m.kind = 'human'
        WHERE f.breakdown = 'overall' AND f.metric = 'accuracy' AND f.n IS NOT NULL
            AND (f.dataset = $dataset
                OR f.family IN (SELECT family FROM datasets WHERE name = $dataset))
        """,
        dataset=dataset,
    )
