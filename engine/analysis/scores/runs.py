"""Runs and models: scores, effort and outcomes of each run."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.by_trait.cells import THIN, interval
from engine.analysis.by_trait.series import IN_ORDER, SERIES
from engine.analysis.scores.costs import price_in
from engine.analysis.scores.outcomes import outcome_shares
from engine.analysis.scores.results import others_named
from engine.analysis.sources.query import Row, Rows
from engine.ask.runs import Charges, Tokens, cost_of
from engine.core.items import BUILT_IN

_CHARGES = """
    SELECT run_id, count(cost_usd) AS charged, sum(cost_usd) AS charged_usd,
        count(*) FILTER (cost_usd IS NULL AND is_counted) AS n_uncharged,
        sum(prompt_tokens) FILTER (cost_usd IS NULL AND is_counted) AS sent,
        sum(completion_tokens) FILTER (cost_usd IS NULL AND is_counted) AS received,
        count(*) FILTER (cost_usd IS NULL AND NOT is_counted) AS unknown
    FROM (SELECT *, coalesce(prompt_tokens, 0) > 0 AND completion_tokens IS NOT NULL AS is_counted
        FROM responses WHERE outcome <> 'error' AND NOT is_reused)
    GROUP BY run_id
"""
"""What endpoints say of the cost of each run's answers, counted as in a tally."""


def days_asked(rows: Rows) -> dict[int, tuple[str, str]]:
    """The first and last day on which each data set was asked here, by its key."""
    found = rows(
        """
        SELECT dataset_id, min(started_at) AS first, max(coalesce(finished_at, started_at)) AS last
        FROM runs WHERE origin = 'measured' AND started_at IS NOT NULL GROUP BY dataset_id
        """
    )
    return {
        one["dataset_id"]: (f"{one['first']:%Y-%m-%d}", f"{one['last']:%Y-%m-%d}") for one in found
    }


def runs(rows: Rows) -> list[Row]:
    """All runs with their scores and effort, the latest first."""
    found = rows(
        f"""
        WITH {SERIES}
        SELECT u.run_id, left(u.run_hash, 12) AS run, s.name, a.model, a.kind, a.dataset, a.prompt,
            a.probe, a.split, a.language, u.rotated, u.samples, u.settings, u.origin, a.n,
            a.n_planned, a.n_no_answer, a.n_error, a.value, a.low, a.high,
            {interval("a.")} AS interval, e.n_reused, e.n_truncated, e.prompt_tokens,
            e.completion_tokens, e.mean_completion_tokens, e.mean_latency_ms, u.started_at,
            u.finished_at, u.command, u.source, u.engine_version, u.endpoints, u.is_batched,
            a.n / nullif(epoch(u.finished_at - u.started_at), 0) AS rate,
            (SELECT list(DISTINCT v.served_model) FROM served_by v WHERE v.run_id = u.run_id)
                AS served,
            coalesce(c.charged, 0) AS charged, coalesce(c.charged_usd, 0) AS charged_usd,
            coalesce(c.n_uncharged, 0) AS n_uncharged, coalesce(c.sent, 0) AS sent,
            coalesce(c.received, 0) AS received, coalesce(c.unknown, 0) AS unknown
        FROM runs u
        JOIN named s USING (run_id)
        JOIN accuracy a USING (run_id)
        JOIN effort e USING (run_id)
        LEFT JOIN ({_CHARGES}) c USING (run_id)
        ORDER BY u.started_at DESC NULLS LAST, u.run_id DESC
        """,
    )
    return [
        {
            **one,
            "cost_usd": _cost_usd(one),
            "answered_by": others_named(one["model"], one["served"]),
        }
        for one in found
    ]


def _cost_usd(run: Row) -> float | None:
    """The cost of a run's answers by the rule of reports; None if it is unknown."""
    price = None
    if run["kind"] == "endpoint":
        price = price_in(run["model"], run["endpoints"] or (), run["is_batched"])
    charges = Charges(
        n=run["n"],
        charged=run["charged"],
        charged_usd=run["charged_usd"],
        n_uncharged=run["n_uncharged"],
        uncharged=Tokens(run["sent"], run["received"]),
        unknown=run["unknown"],
    )
    return cost_of(charges, price)


def newest(rows: Rows, most: int) -> list[Row]:
    """The latest runs that are not baselines, or the latest baselines if there are no others."""
    return rows(
        f"""
        WITH {SERIES}
        SELECT s.name, a.model, a.dataset, a.origin, a.value, {interval("a.")} AS interval, a.n,
            a.n_planned, coalesce(u.finished_at, u.started_at) AS came_at
        FROM accuracy a JOIN named s USING (run_id) JOIN runs u USING (run_id)
        ORDER BY a.kind IN {BUILT_IN}, came_at DESC NULLS LAST, a.run_id DESC
        LIMIT $most
        """,
        most=most,
    )


def errors(rows: Rows, run_id: int) -> list[Row]:
    """The questions of a run that got no reply, by kind of failure."""
    query = "SELECT error_kind, n, example FROM errors WHERE run_id = $run_id"
    return rows(query, run_id=run_id)


def by_name(rows: Rows, dataset: str) -> dict[str, str]:
    """The hashes of the runs over a data set, by run name.

    Models come first, grouped by origin. If there are several origins, the one stored first keeps
    the plain name, because URLs contain it.
    """
    found = rows(
        f"""
        WITH {SERIES}
        SELECT n.name || CASE WHEN row_number() OVER (PARTITION BY n.name ORDER BY run_id) > 1
            THEN ' (' || n.origin || ')' ELSE '' END AS name, u.run_hash
        FROM named n JOIN runs u USING (run_id)
        WHERE n.dataset = $dataset
        ORDER BY n.kind IN {BUILT_IN}, {IN_ORDER.replace("origin", "n.origin")},
            n.value DESC, 1
        """,
        dataset=dataset,
    )
    return {one["name"]: one["run_hash"] for one in found}


def models(rows: Rows) -> list[str]:
    """All respondents with a score, models before baselines, those with most answers first."""
    found = rows(
        f"""
        SELECT model FROM leaderboard WHERE metric = 'accuracy' GROUP BY model
        ORDER BY any_value(kind) IN {BUILT_IN}, any_value(kind) = 'human',
            sum(n) FILTER (origin = 'measured') DESC NULLS LAST, sum(n) DESC, model
        """,
    )
    return [one["model"] for one in found]


def origins_of(rows: Rows, model: str) -> list[str]:
    """The origins of a model's scores."""
    found = rows(
        "SELECT DISTINCT origin FROM leaderboard WHERE model = $model AND metric = 'accuracy'"
        f" ORDER BY {IN_ORDER}",
        model=model,
    )
    return [one["origin"] for one in found]


def scores(rows: Rows, model: str, origin: str) -> list[Row]:
    """A model's accuracy on each data set (`cell`), by prompt and probe."""
    return rows(
        f"""
        SELECT l.dataset AS cell, concat_ws(', ', l.prompt, l.probe, l.split, l.language) AS name,
            l.prompt, l.probe, l.split, l.language, l.model, l.kind, l.value, l.low, l.high, l.n,
            coalesce(d.family, f.family) AS family,
            l.source, {interval("l.")} AS interval
        FROM leaderboard l
        LEFT JOIN datasets d ON d.name = l.dataset
        LEFT JOIN (SELECT dataset, any_value(family) AS family FROM figures GROUP BY dataset) f
            ON f.dataset = l.dataset
        WHERE l.model = $model AND l.origin = $origin AND l.metric = 'accuracy'
        ORDER BY family, cell, l.probe IS NOT NULL, name
        """,
        model=model,
        origin=origin,
    )


def outcomes(rows: Rows, model: str, origin: str) -> list[Row]:
    """The outcomes of each of a model's runs, as shares of its answers."""
    chosen = "SELECT run_id FROM accuracy WHERE model = $model AND origin = $origin"
    return rows(
        f"""
        WITH {SERIES}, {outcome_shares(chosen)}
        SELECT a.run_id, a.dataset AS cell, s.name, a.prompt, a.probe, a.split, a.language, a.n,
            a.value, {interval("a.")} AS interval,
            p.* EXCLUDE (run_id), e.mean_completion_tokens,
            printf('%.0f–%.0f', e.low, e.high) AS tokens_interval
        FROM accuracy a JOIN named s USING (run_id) JOIN effort e USING (run_id)
        JOIN outcome_shares p USING (run_id)
        WHERE a.model = $model AND a.origin = $origin
        ORDER BY a.dataset, a.probe IS NOT NULL, s.name
        """,
        model=model,
        origin=origin,
    )


def outcome_counts(rows: Rows, run_ids: Sequence[int]) -> list[Row]:
    """The share of each outcome among the answers of runs, `n` in all."""
    return rows(
        """
        SELECT run_id, outcome, count(*) / sum(count(*)) OVER run AS value,
            sum(count(*)) OVER run AS n
        FROM responses WHERE list_contains($runs, run_id) GROUP BY run_id, outcome
        WINDOW run AS (PARTITION BY run_id) ORDER BY list_position($runs, run_id), outcome
        """,
        runs=list(run_ids),
    )


def effort_by_depth(rows: Rows, run_id: int) -> list[Row]:
    """Mean completion tokens by depth, separately for right answers and others."""
    return rows(
        f"""
        SELECT if(is_right, 'right', 'not right') AS name, depth::VARCHAR AS cell, value, low, high,
            n, n_groups < {THIN} AS thin, printf('%.0f–%.0f tokens', low, high) AS interval
        FROM effort_by_depth WHERE run_id = $run_id ORDER BY is_right DESC, depth
        """,
        run_id=run_id,
    )


def listed(rows: Rows, dataset: str | None = None) -> list[Row]:
    """All runs with their hashes and scores, the latest first; without a reply they have none."""
    return rows(
        """
        SELECT u.run_hash, d.name AS dataset, m.name AS model, nullif(u.prompt, 'none') AS prompt,
            u.probe, a.value, a.low, a.high, coalesce(a.n, 0) AS n, u.n_planned,
            coalesce(a.n_error, (SELECT sum(n)::BIGINT FROM errors e WHERE e.run_id = u.run_id), 0)
                AS n_failed, u.started_at, u.command
        FROM runs u JOIN models m USING (model_id) JOIN datasets d USING (dataset_id)
        LEFT JOIN accuracy a USING (run_id)
        WHERE $dataset IS NULL OR d.name = $dataset
        ORDER BY u.started_at DESC NULLS LAST, u.run_id DESC
        """,
        dataset=dataset,
    )


def removed(rows: Rows, dataset: str | None = None) -> list[Row]:
    """The runs that were removed as mistaken, with their reasons, the latest first."""
    return rows(
        "FROM removed_runs WHERE $dataset IS NULL OR dataset = $dataset ORDER BY removed_at DESC",
        dataset=dataset,
    )
