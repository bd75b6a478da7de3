"""Wrong answers of every kind, and the positions of chosen options.

Each query gives rows with `type` (the kind of question), `cell` (the wrong answer), `name` (the
series), the share `value` of answers with its interval, and `n`, the number of answers. Several
answers to a question narrow the interval but do not count as more questions; a cell with few
questions is `thin`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.by_trait.cells import THIN, interval, row
from engine.analysis.by_trait.series import SERIES, run_ids
from engine.analysis.sources.query import Row, Rows

_LABELS = """
    WITH given_answers AS (
        SELECT r.run_id, i.gold, i.group_no, r.item_id, coalesce(r.lenient, r.outcome) AS answer
        FROM question_responses r JOIN items i ON i.item_id = r.item_id
        WHERE list_contains($runs, r.run_id)
    ),
    asked AS (
        SELECT run_id, gold, group_no, count(*) AS n, count(DISTINCT item_id) AS n_items
        FROM given_answers GROUP BY ALL
    ),
    given AS (
        SELECT run_id, gold, group_no, answer, count(*) AS n FROM given_answers GROUP BY ALL
    ),
    groups AS (
        SELECT a.*, w.answer, coalesce(g.n, 0) AS n_chosen
        FROM asked a
        JOIN (SELECT DISTINCT run_id, gold, answer FROM given WHERE answer <> gold) w
            ON w.run_id = a.run_id AND w.gold = a.gold
        LEFT JOIN given g ON g.run_id = a.run_id AND g.gold = a.gold
            AND g.group_no = a.group_no AND g.answer = w.answer
    )
    SELECT run_id, 'right answer ' || gold AS type, replace(answer, '_', ' ') AS cell,
        sum(n)::BIGINT AS n, sum(n_chosen)::BIGINT AS n_chosen, sum(n_items) AS n_items,
        effective_trials(n_chosen, n) AS trials,
        wilson_low(sum(n_chosen) * (trials / sum(n)), trials) AS low,
        wilson_high(sum(n_chosen) * (trials / sum(n)), trials) AS high
    FROM groups GROUP BY run_id, gold, answer
"""

_ROLES = """
    SELECT d.run_id, coalesce(d.question_type, 'all') AS type, d.role AS cell, d.n, d.n_chosen,
        d.low, d.high, a.n_items
    FROM distractor_selection d JOIN (
        SELECT r.run_id, o.question_type, o.role, count(*) AS n_items
        FROM item_scores r JOIN (
            SELECT item_id, question_type, unnest(list_distinct(list_transform(
                options, lambda option: option.role))) AS role
            FROM items
        ) o ON o.item_id = r.item_id
        WHERE list_contains($runs, r.run_id)
        GROUP BY ALL
    ) a ON a.run_id = d.run_id AND a.role = d.role
        AND a.question_type IS NOT DISTINCT FROM d.question_type
    WHERE list_contains($runs, d.run_id) AND d.role <> 'gold'
"""

_MISTAKES = """
    SELECT m.run_id, m.question_type || ', ' || m."language" AS type, m.mistake AS cell,
        m.n_answers AS n, m.n AS n_chosen, m.low, m.high, a.n_items
    FROM mistakes m JOIN (
        SELECT r.run_id, i.question_type, i."language", count(*) AS n_items
        FROM item_scores r JOIN items i ON i.item_id = r.item_id
        WHERE list_contains($runs, r.run_id) AND i.answer_kind <> 'label'
        GROUP BY ALL
    ) a ON a.run_id = m.run_id AND a.question_type = m.question_type
        AND a."language" = m."language"
    WHERE list_contains($runs, m.run_id)
"""


def lettered(rows: Rows, dataset: str) -> bool:
    """Whether a data set has single-choice items, with lettered options."""
    return bool(_kinds(rows, dataset)["lettered"])


def wrong_answers(rows: Rows, dataset: str, origin: str, names: Sequence[str]) -> list[Row]:
    """How often the series gave each wrong answer, in the order of the series.

    For single choices, a wrong answer is a kind of distractor; for formulas, structures and sets, a
    mistake; otherwise a label other than the gold.
    """
    kinds = _kinds(rows, dataset)
    counts = _MISTAKES if kinds["formal"] else _ROLES if kinds["lettered"] else _LABELS
    return rows(
        f"""
        WITH {SERIES}
        SELECT s.name, s.model, c.type, c.cell, c.n_chosen / c.n AS value, c.low, c.high, c.n,
            c.n_chosen, {interval("c.")} AS interval, c.n_items < {THIN} AS thin
        FROM ({counts}) c JOIN series s ON s.run_id = c.run_id
        ORDER BY list_position($names, s.name), c.type, value DESC, c.cell
        """,
        runs=run_ids(rows, dataset, origin, list(names)),
        names=list(names),
    )


def drawn_to_tied(rows: Rows, dataset: str, origin: str, names: Sequence[str]) -> list[Row]:
    """How often the series chose the distractor tied to both sentences shown."""
    return _of_runs(
        rows,
        f"""
        SELECT s.name, v.n, v.n_drawn, v.share AS value, v.low, v.high,
            {interval("v.")} AS interval, v.n < {THIN} AS thin
        FROM drawn_to_tied v JOIN named s ON s.run_id = v.run_id
        WHERE list_contains($runs, v.run_id) ORDER BY list_position($names, s.name)
        """,
        dataset,
        origin,
        names,
    )


def positions(rows: Rows, dataset: str, origin: str, names: Sequence[str]) -> list[Row]:
    """How often the runs chose each position, and how often the gold option was there."""
    return _of_runs(
        rows,
        f"""
        SELECT s.name, s.model, s.prompt, s.probe, u.language, p.k, p.position, p.n, p.n_chosen,
            p.n_gold, p.share_chosen AS value, p.low, p.high, p.share_right, p.found,
            {interval("p.")} AS interval, a.n_items < {THIN} AS thin
        FROM named s JOIN position_bias p USING (run_id) JOIN runs u USING (run_id)
        JOIN accuracy a USING (run_id)
        WHERE list_contains($names, s.name) AND list_contains($runs, p.run_id)
        ORDER BY list_position($names, s.name), p.k, p.position
        """,
        dataset,
        origin,
        names,
    )


def _kinds(rows: Rows, dataset: str) -> Row:
    return row(
        rows,
        """
        SELECT coalesce(bool_or(length(gold) = 1 AND gold BETWEEN 'A' AND 'Y'), false) AS lettered,
            coalesce(bool_or(answer_kind <> 'label'), false) AS formal
        FROM items JOIN datasets d USING (dataset_id) WHERE d.name = $dataset
        """,
        dataset=dataset,
    )


def _of_runs(rows: Rows, query: str, dataset: str, origin: str, names: Sequence[str]) -> list[Row]:
    runs = run_ids(rows, dataset, origin, list(names))
    return rows(f"WITH {SERIES} {query}", runs=runs, names=list(names))
