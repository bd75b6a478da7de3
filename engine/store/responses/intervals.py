"""Intervals of rotated runs and of runs asked until precise, written with their answers.

Both are more than SQL can compute: a bootstrap, and a confidence sequence, which stays valid
although the answers decide when to stop.
"""

from __future__ import annotations

from collections import defaultdict

from duckdb import DuckDBPyConnection

from engine.core.statistics import Alike, Interval, mean_intervals
from engine.core.statistics.sequences import confidence_sequence

_Row = tuple[int, str | None, str, str, str, int, float, float]

METRICS = ("accuracy", "circular", "partial_circular")

# Items of a group (a pair, or a single item) belong together; groups are counted by kind.
_KINDS = """
WITH scored AS (
    SELECT s.k, s.accuracy, s.circular, s.partial_circular, i.*
    FROM circular_items s JOIN items i ON i.item_id = s.item_id WHERE s.run_id = $run_id
),
cells AS (
    SELECT "language", group_no, k, accuracy, circular, partial_circular, unnest(choice_traits(
        split, gold, question_type, rule, skill, logic, structure, "domain", depth, height,
        n_premises, n_atoms
    ) || [{trait: 'overall', cell: 'all'}], recursive := true)
    FROM scored
    UNION ALL
    SELECT NULL, group_no, k, accuracy, circular, partial_circular, 'overall', 'all' FROM scored
),
groups AS (
    SELECT "language", trait, cell, group_no, count(*) AS n, sum(k) AS n_answers,
        round(sum(accuracy), 9) AS accuracy, sum(circular)::DOUBLE AS circular,
        round(sum(partial_circular), 9) AS partial_circular
    FROM cells WHERE cell IS NOT NULL
    GROUP BY ALL
)
SELECT "language", trait, cell, count(*), n, sum(n_answers)::BIGINT, accuracy, circular,
    partial_circular
FROM groups
GROUP BY "language", trait, cell, n, accuracy, circular, partial_circular
ORDER BY ALL
"""


def refresh_intervals(con: DuckDBPyConnection, run_id: int) -> None:
    """Recompute the intervals of a run from its answers; most runs have none."""
    [(rotated, until)] = con.execute(
        "SELECT rotated, settings ->> '$.until' FROM runs WHERE run_id = $run_id",
        {"run_id": run_id},
    ).fetchall()
    if not rotated:
        if until:
            _replace(con, run_id, _sequence(con, run_id))
        return
    kinds: defaultdict[tuple[str | None, str, str], list[Alike]] = defaultdict(list)
    answers: defaultdict[tuple[str | None, str, str], int] = defaultdict(int)
    for language, trait, cell, groups, items, n_answers, *sums in con.execute(
        _KINDS, {"run_id": run_id}
    ).fetchall():
        scope = (language, trait, cell)
        kinds[scope].append(Alike(groups, items, tuple(sums)))
        answers[scope] += n_answers
    rows = []
    for scope, alike in kinds.items():
        intervals = mean_intervals(alike, answers[scope])
        rows += [
            (run_id, *scope, metric, answers[scope], interval.low, interval.high)
            for metric, interval in zip(METRICS, intervals, strict=True)
        ]
    _replace(con, run_id, rows)


def _sequence(con: DuckDBPyConnection, run_id: int) -> list[_Row]:
    [(k, n, trials)] = con.execute(
        "SELECT sum(n_right)::BIGINT, sum(n)::BIGINT, effective_trials(n_right, n)"
        " FROM group_scores WHERE run_id = $run_id",
        {"run_id": run_id},
    ).fetchall()
    if not n:
        return []
    found = confidence_sequence(k / n * trials, trials)
    return [(run_id, None, "overall", "all", "accuracy", n, found.low, found.high)]


def rotated_interval(con: DuckDBPyConnection, run_hash: str, n: int) -> Interval | None:
    """The 95% interval of the accuracy of a rotated run with `n` answers, as the boards have it.

    None if the run is not rotated, or if some answers are to questions not asked in all orders of
    their options.
    """
    found = con.execute(
        "SELECT low, high FROM intervals JOIN runs USING (run_id) WHERE run_hash = $run_hash"
        " AND n = $n AND metric = 'accuracy' AND trait = 'overall' AND intervals.language IS NULL",
        {"run_hash": run_hash, "n": n},
    ).fetchall()
    return Interval(*found[0]) if found else None


def _replace(
    con: DuckDBPyConnection,
    run_id: int,
    rows: list[_Row],
) -> None:
    con.execute("DELETE FROM intervals WHERE run_id = $run_id", {"run_id": run_id})
    names = ("run_id", "language", "trait", "cell", "metric", "n", "low", "high")
    if rows:
        import pyarrow as pa  # imported late: few runs have intervals

        con.register(
            "incoming_intervals", pa.table(dict(zip(names, zip(*rows, strict=True), strict=True)))
        )
        try:
            con.execute("INSERT INTO intervals SELECT * FROM incoming_intervals")
        finally:
            con.unregister("incoming_intervals")
