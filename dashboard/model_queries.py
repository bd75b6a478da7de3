"""The SQL of one model's page."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.formal_words import cell
from dashboard.queries import SERIES, in_order, interval
from dashboard.snapshot import Row, rows
from engine.analysis.outcomes import outcome_shares


def models() -> list[str]:
    """Everybody who has a score, models before baselines, those with the most scores first."""
    found = rows(
        """
        SELECT model FROM leaderboard WHERE metric = 'accuracy' GROUP BY model
        ORDER BY any_value(kind) IN ('baseline', 'ceiling'), any_value(kind) = 'human',
            count(*) FILTER (origin = 'measured') DESC, count(*) DESC, model
        """
    )
    return [row["model"] for row in found]


def origins(model: str) -> list[str]:
    """The origins of a model's scores, in the order of `ORIGINS`."""
    query = "SELECT DISTINCT origin FROM leaderboard WHERE model = $model AND metric = 'accuracy'"
    return in_order(rows(query, model=model))


def profile(model: str, origin: str) -> list[Row]:
    """A model's accuracy on each data set, by prompt and probe."""
    return rows(
        f"""
        SELECT l.dataset AS cell, concat_ws(', ', l.prompt, l.probe, l.split, l.language) AS name,
            coalesce(d.family, f.family) AS family, l.kind, l.value, l.low, l.high, l.n, l.source,
            {interval("l.")} AS interval
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


def outcomes(model: str, origin: str) -> list[Row]:
    """What became of the questions of each of a model's runs, as shares of all its answers."""
    chosen = "SELECT run_id FROM accuracy WHERE model = $model AND origin = $origin"
    return rows(
        f"""
        WITH {SERIES}, {outcome_shares(chosen)}
        SELECT a.run_id, a.dataset, s.name, a.n, a.value, {interval("a.")} AS interval,
            p.wrong_told, p.no_answer_told, p.error_told, p.undecided_told, p.cut_off_told,
            a.n - a.n_right AS n_faulty, e.mean_completion_tokens,
            printf('%.0f–%.0f', e.low, e.high) AS tokens_interval
        FROM accuracy a JOIN named s USING (run_id) JOIN effort e USING (run_id)
        JOIN outcome_shares p USING (run_id)
        WHERE a.model = $model AND a.origin = $origin
        ORDER BY a.dataset, a.probe IS NOT NULL, s.name
        """,
        model=model,
        origin=origin,
    )


def effort_by_depth(run_id: int) -> list[Row]:
    """Mean tokens received by depth, apart for right answers and others."""
    return rows(
        """
        SELECT if(is_right, 'right', 'not right') AS name, depth::VARCHAR AS cell, value, low, high,
            n, n_groups < 20 AS thin, printf('%.0f–%.0f tokens', low, high) AS interval
        FROM effort_by_depth WHERE run_id = $run_id ORDER BY is_right DESC, depth
        """,
        run_id=run_id,
    )


def skills(runs: Sequence[int]) -> list[Row]:
    """Accuracy of runs by category of LogicAsker's questions and by task of LogicSkills'."""
    found = rows(
        f"""
        SELECT dataset, concat_ws(', ', prompt, probe) AS name, cell AS skill, NULL AS language,
            accuracy AS value, {interval()} AS interval, n
        FROM skill_accuracy WHERE list_contains($runs, run_id) AND trait = 'category'
        UNION ALL
        SELECT dataset, concat_ws(', ', prompt, probe), question_type, "language", value,
            {interval()}, n
        FROM formal_accuracy WHERE list_contains($runs, run_id) AND type = 'all'
        ORDER BY dataset, name, skill, "language"
        """,
        runs=list(runs),
    )
    return [
        {**row, "skill": cell(row["skill"], row["language"]) if row["language"] else row["skill"]}
        for row in found
    ]


def mistakes(run_id: int) -> list[Row]:
    """What is wrong with a run's formulas, structures and sets."""
    return rows(
        f"""
        SELECT question_type, language, mistake, n, share, share_of_faulty,
            {interval()} AS interval
        FROM mistakes WHERE run_id = $run_id ORDER BY question_type, language, n DESC
        """,
        run_id=run_id,
    )
