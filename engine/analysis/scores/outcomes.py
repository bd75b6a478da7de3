"""Shares of outcomes of a run other than its scores, with intervals, and its failed requests."""

from __future__ import annotations

_COUNTED = ("wrong", "no_answer", "undecided", "strict_right", "cut_off")


def outcome_shares(chosen: str) -> str:
    """SQL for a common table `outcome_shares`, and those it needs, with one row per run.

    `chosen` is a query that gives the ids of the runs. A column such as `wrong_text` has the
    share of replies and its 95% Wilson interval, for the effective sample size over groups;
    `no_answer` is that share alone; `n_failed` is the number of failed requests, which are in no
    share.
    """
    sums = ", ".join(
        f"sum(n_{name}) AS k_{name}, effective_trials(n_{name}, n) AS t_{name}" for name in _COUNTED
    )
    shares = ", ".join(
        f"printf('%.1f%%, %.1f–%.1f%%', 100 * k_{name} / n,"
        f" 100 * wilson_low(k_{name} * (t_{name} / n), t_{name}),"
        f" 100 * wilson_high(k_{name} * (t_{name} / n), t_{name})) AS {name}_text"
        for name in _COUNTED
    )
    return f"""
        chosen_runs AS ({chosen}),
        cut_off AS (
            SELECT r.run_id, i.group_no, count(*) AS n_cut_off
            FROM responses r JOIN items i USING (item_id)
            WHERE r.finish_reason = 'length' AND r.run_id IN (FROM chosen_runs)
            GROUP BY r.run_id, i.group_no
        ),
        group_outcomes AS (
            SELECT g.*, coalesce(c.n_cut_off, 0) AS n_cut_off
            FROM group_scores g LEFT JOIN cut_off c USING (run_id, group_no)
            WHERE g.run_id IN (FROM chosen_runs)
        ),
        outcome_sums AS (
            SELECT run_id, sum(n) AS n, {sums} FROM group_outcomes GROUP BY run_id
        ),
        outcome_shares AS (SELECT s.run_id, {shares}, k_no_answer / n AS no_answer, (
                SELECT count(*) FROM responses r WHERE r.run_id = s.run_id AND r.outcome = 'error'
            ) AS n_failed
            FROM outcome_sums s
        )"""
