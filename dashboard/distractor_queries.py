"""The SQL of the page of distractors: which wrong answer was given, whatever the kind of answer.

Each query gives rows with `type` (the kind of question), `cell` (the wrong answer), `name` (the
series), the share `value` of answers with its interval, and `n`, of how many.
"""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.formal_words import LANGUAGES, MISTAKES, TASKS
from dashboard.queries import SERIES, THIN, interval, series
from dashboard.snapshot import Row, rows


def roles(dataset: str, origin: str, names: Sequence[str]) -> list[Row]:
    """How often each kind of wrong option was chosen, by type of question."""
    return _shares(
        """
        SELECT run_id, coalesce(question_type, 'all') AS type, role AS cell, n, n_chosen, low, high
        FROM distractor_selection WHERE list_contains($runs, run_id) AND role <> 'gold'
        """,
        dataset,
        origin,
        names,
    )


def labels(dataset: str, origin: str, names: Sequence[str]) -> list[Row]:
    """How often each wrong label was answered, or none, by the right one."""
    return _shares(
        """
        SELECT run_id, 'right answer ' || gold AS type, replace(answer, '_', ' ') AS cell,
            n_asked AS n, n AS n_chosen, wilson_low(n, n_asked) AS low,
            wilson_high(n, n_asked) AS high
        FROM (
            SELECT *, (sum(n) OVER (PARTITION BY run_id, gold))::BIGINT AS n_asked
            FROM answers WHERE list_contains($runs, run_id)
        )
        WHERE answer <> gold
        """,
        dataset,
        origin,
        names,
    )


def mistakes(dataset: str, origin: str, names: Sequence[str]) -> list[Row]:
    """How often each thing was wrong with a formula, a structure or a set."""
    found = _shares(
        """
        SELECT run_id, question_type || ' ' || "language" AS type, mistake AS cell, n_answers AS n,
            n AS n_chosen, low, high
        FROM mistakes WHERE list_contains($runs, run_id)
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
            {interval("c.")} AS interval, c.n < {THIN} AS thin
        FROM ({counts}) c JOIN series s ON s.run_id = c.run_id
        ORDER BY list_position($names, s.name), c.type, value DESC, c.cell
        """,
        runs=[run for run in shown.values() if run is not None],
        names=list(names),
    )
