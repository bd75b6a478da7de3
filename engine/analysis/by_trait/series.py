"""Series, each drawn as one line of a chart: a run of this database, or reported figures.

A series has a `name` that is unique within its data set and origin and appears in URLs. Of several
similar runs, the one stored first keeps the plain name.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.analysis.by_trait.cells import row
from engine.analysis.sources.query import Row, Rows
from engine.core.items import BUILT_IN

_RUNS = f"""
    SELECT a.run_id, a.model, a.kind, a.dataset, a.origin, a.prompt, a.probe, a.value,
        a.model || CASE WHEN a.kind IN {BUILT_IN} THEN '' ELSE ', ' || a.prompt END
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
"""Common tables: `named` has the runs by name, `series` reported figures too."""

ORIGINS = ("measured", "reproduced", "regraded", "reported")
"""The origins of figures, in display order."""

IN_ORDER = f"list_position({list(ORIGINS)}, origin)"
"""SQL that sorts by `ORIGINS`."""

MODELS = ("endpoint", "published")
"""The kinds of respondents that are models, not baselines, oracles or people."""

IS_REAL = f"""(kind IN {MODELS} AND NOT is_incomplete
    AND setting IN ('passage', 'rotations'))"""
"""SQL: whether a row of the view `board` is a complete score of a model on the plain question."""


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a chart. `value` is its overall accuracy, a share from 0 to 1."""

    name: str
    model: str
    kind: str
    value: float | None
    run_id: int | None


def datasets(rows: Rows) -> list[Row]:
    """The data sets of the database and those known only from figures, most telling first.

    First come those with complete scores of models measured here, then those with most models by
    others. Among these an audited set comes before one without an audit, one whose audit failed
    comes last. Of equals the fuller one comes first, then the one that separates models most.
    """
    return rows(
        f"""
        WITH scored AS (
            SELECT dataset, count(*) AS n_scores, count(DISTINCT model) FILTER (is_real) AS n_real,
                coalesce(bool_or(is_real AND origin = 'measured'), false) AS is_measured,
                coalesce(max(n) FILTER (is_real AND origin = 'measured'), 0) AS n_answers,
                max(value) FILTER (is_real AND origin = 'measured')
                    - min(value) FILTER (is_real AND origin = 'measured') AS spread
            FROM (SELECT *, {IS_REAL} AS is_real FROM board)
            GROUP BY dataset
        ),
        audited AS (
            SELECT dataset_id, count(*) AS n_checks, count(*) FILTER (NOT passed) AS n_failed
            FROM audits GROUP BY dataset_id
        )
        SELECT dataset, d.family, d.n, d.content_hash, d.seed, d.recipe, d.source,
            d.engine_version, d.created_at, coalesce(s.n_scores, 0) AS n_scores, a.n_checks,
            a.n_failed
        FROM (
            SELECT name AS dataset FROM datasets UNION
            SELECT dataset FROM figures WHERE breakdown IN ('overall', 'language')
        )
        LEFT JOIN datasets d ON d.name = dataset
        LEFT JOIN scored s USING (dataset)
        LEFT JOIN audited a USING (dataset_id)
        ORDER BY NOT coalesce(is_measured, false), if(is_measured, 0, -coalesce(n_real, 0)),
            d.name IS NULL, coalesce(n_failed, 0) > 0, n_checks IS NULL,
            coalesce(recipe, '') <> 'sound', n_answers DESC, spread DESC NULLS LAST,
            coalesce(n_scores, 0) = 0,
            d.created_at DESC, dataset
        """,
    )


def counts(rows: Rows) -> dict[str, tuple[int, int]]:
    """By data set, the number of its series and how many of them are runs."""
    found = rows(
        f"WITH {SERIES} SELECT dataset, count(*) AS n, count(run_id) AS n_runs FROM series"
        " GROUP BY dataset"
    )
    return {one["dataset"]: (one["n"], one["n_runs"]) for one in found}


def origins(rows: Rows, dataset: str) -> list[str]:
    """The origins of a data set's series, in the order of `ORIGINS`."""
    found = rows(
        f"WITH {SERIES} SELECT DISTINCT origin FROM series WHERE dataset = $dataset"
        f" ORDER BY {IN_ORDER}",
        dataset=dataset,
    )
    return [one["origin"] for one in found]


def series(rows: Rows, dataset: str, origin: str) -> list[Series]:
    """The series of a data set and origin, best first."""
    found = rows(
        f"""
        WITH {SERIES}
        SELECT name, model, kind, value, run_id FROM series
        WHERE dataset = $dataset AND origin = $origin ORDER BY value DESC NULLS LAST, name
        """,
        dataset=dataset,
        origin=origin,
    )
    return [Series(**one) for one in found]


def run_ids(rows: Rows, dataset: str, origin: str, names: list[str]) -> list[int]:
    """The runs of the named series; passed as a list, they limit what a view reads."""
    found = series(rows, dataset, origin)
    return [one.run_id for one in found if one.name in names and one.run_id is not None]


def model_numbers(rows: Rows) -> list[tuple[str, int]]:
    """The names of all models, numbered from 0: those asked here, reported ones, built-in ones."""
    found = rows(
        f"""
        WITH known AS (
            SELECT name, kind IN {BUILT_IN} AS is_built_in, model_id FROM models
            WHERE model_id IN (SELECT model_id FROM runs)
            UNION ALL
            SELECT DISTINCT model, false, NULL::BIGINT FROM figures
            WHERE model NOT IN (SELECT m.name FROM runs JOIN models m USING (model_id))
        )
        SELECT name,
            row_number() OVER (ORDER BY is_built_in, model_id NULLS LAST, name) - 1 AS number
        FROM known
        """,
    )
    return [(one["name"], int(one["number"])) for one in found]


def human(rows: Rows, dataset: str) -> list[Row]:
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


def chance(rows: Rows, dataset: str) -> dict[str, float]:
    """The score of blind guessing by measure: accuracy, and the measures over rotations if any."""
    found = row(
        rows,
        "SELECT avg(1 / len(options)) AS chance FROM items i JOIN datasets d USING (dataset_id)"
        " WHERE d.name = $dataset AND answer_kind = 'label' AND len(options) > 0",
        dataset=dataset,
    )
    guessed = {} if found["chance"] is None else {"accuracy": found["chance"]}
    query = "SELECT metric, value FROM chance WHERE dataset = $dataset"
    return guessed | {one["metric"]: one["value"] for one in rows(query, dataset=dataset)}
