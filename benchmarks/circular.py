"""How long the metrics over option rotations take in DuckDB: a million items, each in four orders.

    python benchmarks/circular.py > benchmarks/results/circular.md

The items have the texts, and the answers the rows, of a real database, and the views are the ones
that everything reads. A twentieth of the answers could not be read; the others lean to the right
option and to the first position, so that all patterns of agreement occur. The figure to meet is
that of the view `circular`; the others are told for comparison, and so is counting answers in a
list, which the view does not do.
"""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import duckdb
from machine import measured_on

from engine.store import connect, connect_read_only

ITEMS, ROTATIONS, RUNS, LIMIT_S = 1_000_000, 4, 5, 3.0

_ITEMS = """
INSERT INTO items BY NAME
SELECT i AS item_id, 1 AS dataset_id, sha256(i::VARCHAR) AS hash, i AS idx, i AS group_no,
    'english' AS role, 'test' AS split,
    [repeat('the emu lays eggs once copper conducts heat. ', 2) || j for j in range(4)] AS passage,
    'Which of these conclusions is established by the passage?' AS question,
    [{key: chr((65 + j)::INTEGER), text: 'the Nile flows through Sudan if ' || hash(i + j),
      role: 'open pair'} for j in range(4)] AS options,
    'label' AS answer_kind, chr((65 + hash(i) % 4)::INTEGER) AS gold, [] AS symbols,
    [] AS premises, [] AS query, '' AS intended, '{}' AS certificate, [] AS forms,
    ['3c1e', '3e1c', 'missing'][1 + i % 3] AS question_type, 'propositional' AS logic,
    'en' AS language, 4 AS n_premises, 6 AS n_atoms, 0 AS n_distractors
FROM range($items) t(i)
"""

_ANSWERS = """
INSERT INTO responses BY NAME
WITH drawn AS (
    SELECT item_id, r AS rotation, gold, hash(item_id * 7 + r) % 100 AS luck,
        hash(item_id * 11 + r) % 4 AS guess
    FROM items, range(4) t(r)
),
chosen AS (
    SELECT *, CASE WHEN luck < 5 THEN NULL WHEN luck < 35 THEN gold
        WHEN luck < 60 THEN chr((65 + rotation)::INTEGER) ELSE chr((65 + guess)::INTEGER) END AS key
    FROM drawn
)
SELECT 1 AS run_id, item_id, 0 AS sample, rotation, 'Answer: ' || coalesce(key, '?') AS raw,
    key AS strict, key AS lenient, o AS outcome, o AS strict_outcome, 'answer-line' AS rule
FROM (SELECT *, CASE WHEN key IS NULL THEN 'no_answer' WHEN key = gold THEN 'right'
    ELSE 'wrong' END AS o FROM chosen)
ORDER BY item_id, rotation
"""

_LISTS = """
WITH counts AS (
    SELECT run_id, item_id, sample, count(*) AS n,
        count(*) FILTER (outcome = 'right') AS n_right,
        list(coalesce(lenient, rotation::VARCHAR)) AS chosen
    FROM responses WHERE run_id IN (SELECT run_id FROM runs WHERE rotated)
    GROUP BY run_id, item_id, sample
)
SELECT run_id, avg(n_right / n * (1 - list_entropy(chosen) / log2(n)))
FROM counts c JOIN items i ON i.item_id = c.item_id
WHERE n = len(i.options) GROUP BY run_id
"""

QUERIES = {
    "`circular`: accuracy, Circular, PartialCircular": "FROM circular",
    "`circular_by_trait`: the same by twelve traits": "FROM circular_by_trait",
    "`position_bias`": "FROM position_bias",
    "PartialCircular by lists, for comparison": _LISTS,
}


def fill(db: Path) -> None:
    """A database with one rotated run over all items."""
    with connect(db) as con:
        con.execute("SET memory_limit = '4GB'")
        con.execute(
            "INSERT INTO datasets SELECT 1, 'big', 'divlogiceval', NULL, 1, '{}', 0, 'generated',"
            " $items, 'x', 'x', now()::TIMESTAMP, NULL",
            {"items": ITEMS},
        )
        con.execute("INSERT INTO models VALUES (1, 'model', 'endpoint')")
        con.execute(
            "INSERT INTO runs BY NAME SELECT 1 AS run_id, 'h' AS run_hash, 1 AS dataset_id,"
            " 1 AS model_id, 'zero-shot' AS prompt, 1 AS samples, '{}' AS settings,"
            " 'measured' AS origin, $planned AS n_planned, 'x' AS engine_version, true AS rotated",
            {"planned": ITEMS * ROTATIONS},
        )
        con.execute(_ITEMS, {"items": ITEMS})
        con.execute(_ANSWERS)


class Cost(NamedTuple):
    """What a query took. Its processor time hardly depends on what else the machine does."""

    wall_s: float
    processor_s: float


def cost(con: duckdb.DuckDBPyConnection, query: str) -> Cost:
    """Run a query, which must have rows."""
    started, before = time.perf_counter(), time.process_time()
    assert con.execute(query).fetchall()
    return Cost(time.perf_counter() - started, time.process_time() - before)


def main() -> None:
    """Print the table; the queries take turns, so that a busy moment hits all of them."""
    machine = measured_on("duckdb")  # with the load that others make
    costs: dict[str, list[Cost]] = {name: [] for name in QUERIES}
    with TemporaryDirectory() as folder:
        db = Path(folder) / "big.duckdb"
        fill(db)
        size_mb = db.stat().st_size / 2**20
        with connect_read_only(db) as con:
            for _ in range(RUNS):
                for name, query in QUERIES.items():
                    costs[name].append(cost(con, query))
            [(scores,)] = con.execute(
                "SELECT printf('accuracy %.4f, Circular %.4f, PartialCircular %.4f', accuracy,"
                " circular, partial_circular) FROM circular"
            ).fetchall()
    print(f"# Metrics over rotations\n\n{machine}; {RUNS} runs\n")
    print(f"{ITEMS:,} items × {ROTATIONS} rotations, {size_mb:,.0f} MB; {scores}\n")
    print("| what | fastest | median | processor time | to stay under |")
    print("|---|--:|--:|--:|--:|")
    for number, (name, taken) in enumerate(costs.items()):
        walls, processors = zip(*taken, strict=True)
        cells = (f"{value:.2f} s" for value in (min(walls), median(walls), median(processors)))
        limit = f"{LIMIT_S:.0f} s" if number == 0 else ""
        print(f"| {name} | {' | '.join(cells)} | {limit} |")


if __name__ == "__main__":
    main()
