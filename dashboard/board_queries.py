"""The SQL behind the leaderboard of a data set, and the ranks that its intervals leave open."""

from __future__ import annotations

from dashboard.queries import SERIES, interval
from dashboard.snapshot import Row, rows
from engine.analysis.outcomes import outcome_shares
from engine.analysis.run_labels import told_apart

_RUNS_HERE = "SELECT run_id FROM accuracy WHERE dataset = $dataset AND origin = $origin"
_ALIKE = ("model", "prompt", "probe", "split", "language", "rotated")
_REFERENCES = ("baseline", "ceiling", "human")


def board(dataset: str, origin: str) -> list[Row]:
    """The leaderboard of a data set and origin: accuracy with what stands beside it.

    The column `differs` tells rows apart that look alike, by the settings of their runs.
    """
    found = rows(
        f"""
        WITH {SERIES}, {outcome_shares(_RUNS_HERE)},
        here AS (
            SELECT s.name, a.model, a.kind, a.prompt, a.probe, a.split,
                coalesce(o.accuracy, a.value) AS value,
                if(o.run_id IS NULL, a.low, o.accuracy_low) AS low,
                if(o.run_id IS NULL, a.high, o.accuracy_high) AS high, a.n, a.n_planned,
                p.no_answer_told, p.error_told, p.cut_off_told, p.strict_right_told,
                a.response_rate, a.response_rate_low AS r_low, a.response_rate_high AS r_high,
                c.value AS consistency, c.low AS c_low, c.high AS c_high,
                c.n AS n_groups, e.mean_prompt_tokens, e.mean_completion_tokens AS tokens,
                e.low AS tokens_low, e.high AS tokens_high, u.endpoints, u.is_batched,
                u.settings, u.samples, a.language, a.rotated, a.run_hash,
                'run ' || left(a.run_hash, 12) AS run, a.origin, a.dataset
            FROM accuracy a
            JOIN runs u USING (run_id)
            LEFT JOIN effort e USING (run_id)
            JOIN named s USING (run_id)
            JOIN outcome_shares p USING (run_id)
            LEFT JOIN consistency c USING (run_id)
            LEFT JOIN circular o USING (run_id)
        ),
        kept AS (
            SELECT concat_ws(', ', model, prompt, language) AS name, model, kind, prompt, probe,
                value, low, high, n, n AS n_planned, source AS run, origin, dataset
            FROM leaderboard l
            WHERE metric = 'accuracy' AND NOT EXISTS (
                FROM here h WHERE h.dataset = l.dataset AND h.origin = l.origin
                    AND h.model = l.model AND h.prompt IS NOT DISTINCT FROM l.prompt)
        )
        SELECT *, {interval()} AS interval,
            {interval("c_")} AS c_interval, {interval("r_")} AS r_interval
        FROM (SELECT * FROM here UNION ALL BY NAME SELECT * FROM kept)
        WHERE dataset = $dataset AND origin = $origin
        ORDER BY value DESC, model, prompt, probe
        """,
        dataset=dataset,
        origin=origin,
    )
    differences = told_apart(found, _ALIKE)
    return [{**row, "differs": told} for row, told in zip(found, differences, strict=True)]


def ranked(board: list[Row]) -> list[Row]:
    """A board with a column `rank`: the places that the intervals leave open, such as 2–5.

    The first is one more than there are rows that lie wholly above, the last leaves those below
    that lie wholly so. Who is there to compare with, or has no interval, has no rank.
    """
    rivals = [row for row in board if row["kind"] not in _REFERENCES and row["low"] is not None]

    def rank(row: Row) -> str | None:
        if not any(row is rival for rival in rivals):
            return None
        first = 1 + sum(rival["low"] > row["high"] for rival in rivals)
        last = len(rivals) - sum(rival["high"] < row["low"] for rival in rivals)
        return f"{first}" if first == last else f"{first}–{last}"

    return [{**row, "rank": rank(row)} for row in board]


def other_scores(dataset: str) -> list[Row]:
    """Overall figures of a data set that are neither accuracy nor consistency."""
    return rows(
        f"""
        SELECT model, prompt, origin, metric, value, {interval()} AS interval, n, source
        FROM leaderboard
        WHERE dataset = $dataset AND metric NOT IN ('accuracy', 'consistency')
        ORDER BY origin, metric, value DESC
        """,
        dataset=dataset,
    )


def board_origins(dataset: str) -> list[str]:
    """The origins of a data set's overall scores, in the order of `ORIGINS`."""
    found = rows(
        """
        SELECT DISTINCT origin FROM leaderboard WHERE dataset = $dataset AND metric = 'accuracy'
        ORDER BY list_position(['measured', 'reproduced', 'regraded', 'reported'], origin)
        """,
        dataset=dataset,
    )
    return [row["origin"] for row in found]
