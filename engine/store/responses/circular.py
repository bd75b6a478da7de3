"""Intervals of the means of rotated runs, written in the same transaction as their answers."""

from __future__ import annotations

from collections import defaultdict

from duckdb import DuckDBPyConnection

from engine.core.statistics import Alike, Interval, mean_intervals

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
    """Recompute the intervals of a run from its answers; a run that is not rotated has none."""
    [(rotated,)] = con.execute(
        "SELECT rotated FROM runs WHERE run_id = $run_id", {"run_id": run_id}
    ).fetchall()
    if not rotated:
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
    rows: list[tuple[int, str | None, str, str, str, int, float, float]],
) -> None:
    con.execute("DELETE FROM intervals WHERE run_id = $run_id", {"run_id": run_id})
    names = ("run_id", "language", "trait", "cell", "metric", "n", "low", "high")
    if rows:
        import pyarrow as pa  # imported late: only rotated runs have intervals

        con.register(
            "incoming_intervals", pa.table(dict(zip(names, zip(*rows, strict=True), strict=True)))
        )
        try:
            con.execute("INSERT INTO intervals SELECT * FROM incoming_intervals")
        finally:
            con.unregister("incoming_intervals")
