"""The SQL of the page of distractors: which wrong answer was given, whatever the kind of answer.

Each query gives rows with `type` (the kind of question), `cell` (the wrong answer), `name` (the
series), the share `value` of answers with its interval, and `n`, of how many. Several answers to a
question make its share surer, but are no more questions: by these a cell is `thin` or not.
"""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.formal_words import LANGUAGES, MISTAKES, TASKS
from dashboard.queries import SERIES, THIN, interval, series
from dashboard.snapshot import Row, rows

_LABELS = """
    WITH said AS (
        SELECT r.run_id, i.gold, i.group_no, r.item_id, coalesce(r.lenient, r.outcome) AS answer
        FROM question_responses r JOIN items i ON i.item_id = r.item_id
        WHERE list_contains($runs, r.run_id)
    ),
    asked AS (
        SELECT run_id, gold, group_no, count(*) AS n, count(DISTINCT item_id) AS n_items
        FROM said GROUP BY ALL
    ),
    given AS (
        SELECT run_id, gold, group_no, answer, count(*) AS n FROM said GROUP BY ALL
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


def roles(dataset: str, origin: str, names: Sequence[str]) -> list[Row]:
    """How often each kind of wrong option was chosen, by type of question."""
    return _shares(
        """
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
        """,
        dataset,
        origin,
        names,
    )


def labels(dataset: str, origin: str, names: Sequence[str]) -> list[Row]:
    """How often each wrong label was answered, or none, by the right one."""
    return _shares(
        _LABELS,
        dataset,
        origin,
        names,
    )


def mistakes(dataset: str, origin: str, names: Sequence[str]) -> list[Row]:
    """How often each thing was wrong with a formula, a structure or a set."""
    found = _shares(
        """
        SELECT m.run_id, m.question_type || ' ' || m."language" AS type, m.mistake AS cell,
            m.n_answers AS n, m.n AS n_chosen, m.low, m.high, a.n_items
        FROM mistakes m JOIN (
            SELECT r.run_id, i.question_type, i."language", count(*) AS n_items
            FROM item_scores r JOIN items i ON i.item_id = r.item_id
            WHERE list_contains($runs, r.run_id) AND i.answer_kind <> 'label'
            GROUP BY ALL
        ) a ON a.run_id = m.run_id AND a.question_type = m.question_type
            AND a."language" = m."language"
        WHERE list_contains($runs, m.run_id)
        """,
        dataset,
        origin,
        names,
    )
    return [
        {**row, "type": _task(*row["type"].split()), "cell": MISTAKES.get(row["cell"], row["cell"])}
        for row in found
    ]


def kinds(dataset: str) -> tuple[bool, bool]:
    """Whether a data set has single choices by letters, and whether any asks for no label."""
    [row] = rows(
        """
        SELECT coalesce(bool_or(length(gold) = 1 AND gold BETWEEN 'A' AND 'Y'), false) AS lettered,
            coalesce(bool_or(answer_kind <> 'label'), false) AS formal
        FROM items JOIN datasets d USING (dataset_id) WHERE d.name = $dataset
        """,
        dataset=dataset,
    )
    return row["lettered"], row["formal"]


def _task(task: str, language: str) -> str:
    return f"{TASKS[task]}, {LANGUAGES[language]}"


def _shares(counts: str, dataset: str, origin: str, names: Sequence[str]) -> list[Row]:
    """The counts of the series' runs, each with its share; in the order of the series."""
    shown = {one.name: one.run_id for one in series(dataset, origin) if one.name in names}
    return rows(
        f"""
        WITH {SERIES}
        SELECT s.name, c.type, c.cell, c.n_chosen / c.n AS value, c.low, c.high, c.n, c.n_chosen,
            {interval("c.")} AS interval, c.n_items < {THIN} AS thin
        FROM ({counts}) c JOIN series s ON s.run_id = c.run_id
        ORDER BY list_position($names, s.name), c.type, value DESC, c.cell
        """,
        runs=[run for run in shown.values() if run is not None],
        names=list(names),
    )
