"""The SQL behind the pages about single choices, as `queries` is behind the others.

A *line* is a model with its prompt and, where that is not the test split, the split. It may have
been asked in English or in symbols, plainly or by a probe, each time in a run of its own; figures
kept from elsewhere stand beside the runs.
"""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.queries import SERIES, THIN, Series, in_order
from dashboard.snapshot import Row, rows

METRICS = {"accuracy": "Accuracy", "circular": "Circular", "partial_circular": "PartialCircular"}
"""The metrics over rotations (DivLogicEval, §2.2), and their names."""

PLAIN, NO_LOGIC = "none", "no-logic"
"""What an address calls the question without a probe, and the probe it is compared with."""

_OPTIONS = 4
"""Options of a question of DivLogicEval, for chance where the items themselves are not here."""

_REPORTED = ", ".join(
    f"max({column}) FILTER (metric = '{metric}') AS {metric}{end}"
    for metric in METRICS
    for column, end in (("value", ""), ("low", "_low"), ("high", "_high"))
)

# Of several runs of one line the fullest is shown, of equally full ones the last.
_SCORES = f"""
    asked AS (
        SELECT * EXCLUDE (probe, n, n_items), n AS n_scored, n_items AS n,
            coalesce(probe, '{PLAIN}') AS probe,
            model || CASE WHEN kind IN ('baseline', 'ceiling') THEN '' ELSE ', ' || prompt END
                || CASE split WHEN 'test' THEN '' WHEN 'all' THEN ', all splits'
                    ELSE coalesce(', split ' || split, '') END AS name
        FROM circular_by_trait JOIN (SELECT run_id, split FROM scopes) USING (run_id)
        WHERE trait IN ('overall', 'question_type')
    ),
    fullest AS (
        SELECT run_id, language, count(*) OVER line AS n_runs FROM asked WHERE trait = 'overall'
        WINDOW line AS (PARTITION BY dataset, origin, name, language, probe)
        QUALIFY row_number() OVER (line ORDER BY n_scored DESC, run_id DESC) = 1
    ),
    reported AS (
        SELECT f.dataset, f.origin, f.model,
            any_value(coalesce(kind_of_run(m.kind, f.origin), 'published')) AS kind,
            f.prompt, f.model || coalesce(', ' || f.prompt, '') AS name, '' AS language,
            CASE WHEN breakdown = 'probe' THEN cell ELSE '{PLAIN}' END AS probe,
            breakdown AS trait, CASE WHEN breakdown = 'probe' THEN 'all' ELSE cell END AS cell,
            max(f.n) AS n, {_REPORTED}
        FROM figures f LEFT JOIN models m ON m.name = f.model
        WHERE breakdown IN ('overall', 'question_type', 'probe')
        GROUP BY f.dataset, f.origin, f.model, f.prompt, f.breakdown, f.cell
        HAVING circular IS NOT NULL
    ),
    scores AS (
        SELECT a.* EXCLUDE (run_id, split), n_runs
        FROM asked a JOIN fullest USING (run_id, language)
        UNION ALL BY NAME SELECT * FROM reported
    )
"""

_INTERVALS = ", ".join(
    f"CASE WHEN {metric}_low IS NULL THEN '–' ELSE printf('%.1f–%.1f%%', {metric}_low * 100,"
    f" {metric}_high * 100) END AS {metric}_interval"
    for metric in METRICS
)
_SHOWN = f"""
    SELECT *, {_INTERVALS}, coalesce(n < {THIN}, false) AS thin FROM scores
    WHERE dataset = $dataset AND origin = $origin AND list_contains($names, name)
"""


_LETTERED = """dataset IN (
    SELECT name FROM datasets JOIN items USING (dataset_id)
    WHERE length(gold) = 1 AND gold BETWEEN 'A' AND 'Y')"""
"""Of which the view of positions has every run; it would count all of their answers on the way."""


def datasets() -> list[str]:
    """The data sets of single choices, and those that figures over rotations name."""
    found = rows(
        f"""
        WITH {_SCORES}
        SELECT name FROM datasets d WHERE EXISTS (
            FROM items i WHERE i.dataset_id = d.dataset_id AND len(options) > 1
                AND gold BETWEEN 'A' AND 'Y' AND length(gold) = 1)
        UNION SELECT dataset FROM scores
        """
    )
    return [row["name"] for row in found]


def origins(dataset: str) -> list[str]:
    """The origins of scores over rotations, in the order of `ORIGINS`."""
    return _origins(f"WITH {_SCORES} SELECT DISTINCT origin FROM scores", dataset)


def position_origins(dataset: str) -> list[str]:
    """The origins of answers of which the position chosen is known."""
    return _origins(f"SELECT DISTINCT origin FROM (FROM accuracy WHERE {_LETTERED})", dataset)


def _origins(query: str, dataset: str) -> list[str]:
    return in_order(rows(f"{query} WHERE dataset = $dataset", dataset=dataset))


def lines(dataset: str, origin: str) -> list[Series]:
    """The lines of a data set and origin, the best PartialCircular first."""
    found = rows(
        f"""
        WITH {_SCORES}
        SELECT name, any_value(model) AS model, any_value(kind) AS kind,
            max(partial_circular) FILTER (trait = 'overall') AS value, NULL::INTEGER AS run_id
        FROM scores WHERE dataset = $dataset AND origin = $origin
        GROUP BY name ORDER BY value DESC NULLS LAST, name
        """,
        dataset=dataset,
        origin=origin,
    )
    return [Series(**row) for row in found]


def asked(dataset: str, origin: str) -> tuple[list[str], list[str]]:
    """The languages and the probes in which anybody was asked, English and no probe first."""
    found = rows(
        f"""
        WITH {_SCORES}
        SELECT list_sort(list(DISTINCT language)) AS languages, list(DISTINCT probe) AS probes
        FROM scores WHERE dataset = $dataset AND origin = $origin AND trait <> 'probe'
        """,
        dataset=dataset,
        origin=origin,
    )
    languages = sorted(found[0]["languages"] or [], key=lambda language: language != "en")
    return languages, sorted(found[0]["probes"] or [], key=lambda probe: (probe != PLAIN, probe))


def by_type(dataset: str, origin: str, names: list[str], language: str, probe: str) -> list[Row]:
    """The three metrics of the lines over all questions and by question type."""
    return rows(
        f"""
        WITH {_SCORES}
        SELECT *, cell AS mark FROM ({_SHOWN})
        WHERE language = $language AND probe = $probe AND trait <> 'probe'
        ORDER BY list_position($names, name), trait = 'question_type', cell
        """,
        dataset=dataset,
        origin=origin,
        names=names,
        language=language,
        probe=probe,
    )


def by_language(dataset: str, origin: str, names: list[str], probe: str) -> list[Row]:
    """The overall metrics of the lines asked both in English and in symbols, in each of them."""
    return rows(
        f"""
        WITH {_SCORES}
        SELECT *, language AS mark FROM ({_SHOWN})
        WHERE probe = $probe AND trait = 'overall' AND language IN ('en', 'symbolic')
        QUALIFY count(DISTINCT language) OVER (PARTITION BY name) = 2
        ORDER BY list_position($names, name), language
        """,
        dataset=dataset,
        origin=origin,
        names=names,
        probe=probe,
    )


def by_probe(dataset: str, origin: str, names: list[str], language: str) -> list[Row]:
    """The overall metrics of the lines asked both plainly and not to reason, each way.

    Of figures, only those that one table prints side by side.
    """
    return rows(
        f"""
        WITH {_SCORES}
        SELECT *, probe AS mark FROM ({_SHOWN})
        WHERE language = $language AND probe IN ('{PLAIN}', '{NO_LOGIC}')
            AND trait = CASE WHEN language = '' THEN 'probe' ELSE 'overall' END
        QUALIFY count(DISTINCT probe) OVER (PARTITION BY name) = 2
        ORDER BY list_position($names, name), probe <> '{PLAIN}'
        """,
        dataset=dataset,
        origin=origin,
        names=names,
        language=language,
    )


def of_metric(scores: Sequence[Row], metric: str) -> list[Row]:
    """The same rows with one of `METRICS` as their value."""
    columns = {"value": "", "low": "_low", "high": "_high", "interval": "_interval"}
    return [
        {**row, **{name: row[f"{metric}{end}"] for name, end in columns.items()}} for row in scores
    ]


def chance(dataset: str) -> dict[str, float]:
    """What guessing every rotation independently scores, by metric; exact."""
    found = rows("SELECT metric, value FROM chance WHERE dataset = $dataset", dataset=dataset)
    if not found:
        found = rows(
            "SELECT unnest([{metric: 'accuracy', value: 1 / $k},"
            " {metric: 'circular', value: chance_circular($k)},"
            " {metric: 'partial_circular', value: chance_partial_circular($k)}],"
            " recursive := true) WHERE EXISTS (FROM figures"
            " WHERE dataset = $dataset AND family = 'divlogiceval')",
            dataset=dataset,
            k=_OPTIONS,
        )
    return {row["metric"]: row["value"] for row in found}


def remarks(dataset: str, origin: str) -> list[str]:
    """What is to be known of figures over rotations that were kept from elsewhere."""
    found = rows(
        """
        SELECT DISTINCT f.source, f.model, f.prompt, f.cell, f.metric, f.note FROM figures f
        WHERE f.dataset = $dataset AND f.origin = $origin AND f.note IS NOT NULL
            AND f.metric IN ('accuracy', 'circular', 'partial_circular')
            AND f.breakdown IN ('overall', 'question_type', 'probe')
        ORDER BY ALL
        """,
        dataset=dataset,
        origin=origin,
    )
    told = (
        f"{row['source']}, {row['model']}{', ' + row['prompt'] if row['prompt'] else ''},"
        f" {METRICS[row['metric']]}: {row['note']}"
        for row in found
    )
    return list(dict.fromkeys(told))


def position_series(dataset: str, origin: str) -> list[Series]:
    """The runs of which the position chosen is known, the best first."""
    found = rows(
        f"""
        WITH {SERIES}
        SELECT name, model, kind, value, run_id FROM named
        WHERE dataset = $dataset AND origin = $origin
            AND {_LETTERED}
        ORDER BY value DESC, name
        """,
        dataset=dataset,
        origin=origin,
    )
    return [Series(**row) for row in found]


def positions(dataset: str, origin: str, names: list[str]) -> list[Row]:
    """How often the runs chose each position, and how often the right option stood there."""
    return rows(
        f"""
        WITH {SERIES}
        SELECT s.name, s.model, s.prompt, s.probe, u.language, p.k, p.position, p.n, p.n_chosen,
            p.n_gold, p.share_chosen AS value, p.low, p.high, p.share_right, p.found,
            printf('%.1f–%.1f%%', p.low * 100, p.high * 100) AS interval,
            a.n_items < {THIN} AS thin
        FROM named s JOIN position_bias p USING (run_id) JOIN runs u USING (run_id)
        JOIN accuracy a USING (run_id)
        WHERE list_contains($names, s.name) AND list_contains($runs, p.run_id)
        ORDER BY list_position($names, s.name), p.k, p.position
        """,
        names=names,
        # as a list of values it goes down into the view
        runs=[one.run_id for one in position_series(dataset, origin) if one.name in names],
    )
