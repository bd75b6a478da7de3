"""A database as large as one likes for the benchmarks of the dashboard and of the site.

Questions of all five families in equal numbers: some hundred that are generated, and as many copies
of these as it takes. Models of abilities that fall with depth; replies of 400 characters at the
median and 20,000 at the 99th percentile. Answers lie by model, data set and question, as ingestion
leaves them.
"""

from __future__ import annotations

from pathlib import Path

from duckdb import DuckDBPyConnection

from engine.pipeline.generate.generation import make_items, make_spec
from engine.store import DatasetMeta, connect, items_table, write_items

DATASET = "justlogic"
"""The data set that pages about one are opened with. Each is named by its family."""

_FAMILIES: tuple[tuple[str, dict[str, str], int], ...] = (
    ("justlogic", {"recipe": "sound"}, 252),
    ("divlogiceval", {"recipe": "sound"}, 120),
    ("logicasker", {"recipe": "sound"}, 416),
    ("logicskills", {"task": "symbolization"}, 120),
    ("argqa", {}, 250),
)
"""Each family's settings, and how many of its questions are generated."""

_COPIES = """
INSERT INTO items BY NAME
SELECT made.* REPLACE (
    ((SELECT max(item_id) FROM items) + row_number() OVER (ORDER BY copy, idx))::INTEGER AS item_id,
    (idx + copy * $made)::INTEGER AS idx, (group_no + copy * $made)::INTEGER AS group_no,
    sha256(hash || copy) AS hash)
FROM (FROM items WHERE dataset_id = $dataset) made, range(1, $items // $made + 1) t(copy)
WHERE idx + copy * $made < $items
"""

# Replies are pieces of long random texts, of words that are none: about as compressible as prose.
_TEXTS = """
CREATE TEMP TABLE texts AS
WITH words AS (
    SELECT list(array_to_string(list_transform(range(1 + (hash(w) % 4)::BIGINT),
        lambda s: ['ka', 'lo', 'mer', 'ti', 'su', 'and', 'pe', 'ris', 'ho', 've', 'in', 'qua']
            [1 + (hash(w * 10 + s) % 12)::BIGINT]), '')) AS words
    FROM range(4000) t(w)
)
SELECT k, array_to_string(list_transform(range(11000),
    lambda j: words[1 + (hash(k * 1000003 + j) % 4000)::BIGINT]), ' ') AS words
FROM range(512) t(k), words
"""

# A normal variable of two even ones (Box and Muller, 1958) makes the length lognormal.
_ANSWERS = """
INSERT INTO responses BY NAME
WITH drawn AS (
    SELECT item_id, gold, coalesce(depth, 1) AS depth,
        hash(item_id::BIGINT * 1000003 + $model) AS seed, seed % 1000000 / 1000000 AS luck,
        (1 + hash(item_id::BIGINT * 7919 + $model) % 1000000) / 1000001 AS u,
        hash(item_id::BIGINT * 104729 + $model) % 1000000 / 1000000 AS v
    FROM items WHERE dataset_id = $dataset
),
answered AS (
    SELECT *, CASE WHEN luck > 0.97 THEN 'no_answer'
        WHEN luck < 0.25 + 0.7 * $model / $models - 0.03 * depth THEN 'right'
        ELSE 'wrong' END AS outcome,
        least(60000, 400 * exp(ln(50) / 2.326348 * sqrt(-2 * ln(u)) * cos(2 * pi() * v)))::INTEGER
            AS length
    FROM drawn
)
SELECT $run AS run_id, item_id, 0 AS sample, 0 AS rotation,
    substr(t.words, 1 + (seed % 5000)::INTEGER, length) || ' Answer: ' || gold AS raw,
    CASE outcome WHEN 'right' THEN gold WHEN 'wrong' THEN 'other' END AS strict, strict AS lenient,
    outcome, outcome AS strict_outcome, 'answer-line' AS rule, 'stop' AS finish_reason,
    100.0 + length AS latency_ms, 500 AS prompt_tokens, length // 4 AS completion_tokens,
    false AS is_reused
FROM answered JOIN texts t ON t.k = seed // 1000000 % 512 ORDER BY item_id
"""

_RUNS = """
INSERT INTO runs BY NAME
WITH numbered AS (
    SELECT (SELECT coalesce(max(run_id), 0) FROM runs)
            + row_number() OVER (ORDER BY dataset_id, model_id) AS run_id, dataset_id, model_id, n
    FROM models, datasets WHERE model_id > $known
)
SELECT * EXCLUDE (n), sha256(run_id::VARCHAR) AS run_hash, 'zero-shot' AS prompt, 1 AS samples,
    '{}' AS settings, 'measured' AS origin, n AS n_planned, 'x' AS engine_version, false AS rotated
FROM numbered
"""


def fill(db: Path, models: int, items: int) -> None:
    """Write five data sets of so many items together, and a run of each model over each of them."""
    with connect(db) as con:
        for family, settings, made in _FAMILIES:
            _write_dataset(con, family, settings, made, items // len(_FAMILIES))
        _ask(con, models)


def ask_one_more(db: Path) -> None:
    """Add a model with a run over each data set."""
    with connect(db) as con:
        [(models,)] = con.execute("SELECT max(model_id) + 1 FROM models").fetchall()
        _ask(con, models)


def _ask(con: DuckDBPyConnection, models: int) -> None:
    """Add models until there are so many, each with a run over each data set."""
    [(known,)] = con.execute("SELECT coalesce(max(model_id), 0) FROM models").fetchall()
    con.execute(
        "INSERT INTO models SELECT i, 'model-' || i, 'endpoint'"
        " FROM range($known + 1, $models + 1) t(i)",
        {"known": known, "models": models},
    )
    con.execute(_RUNS, {"known": known})
    con.execute("SET memory_limit = '2GB'")
    con.execute(_TEXTS)
    runs = con.execute(
        "SELECT run_id, dataset_id, model_id FROM runs WHERE model_id > $known ORDER BY 3, 2",
        {"known": known},
    ).fetchall()
    for run, dataset, model in runs:
        values = {"run": run, "dataset": dataset, "model": model, "models": models}
        con.execute(_ANSWERS, values)


def _write_dataset(
    con: DuckDBPyConnection, family: str, settings: dict[str, str], made: int, items: int
) -> None:
    """Write a data set of `items` items, of which `made` are generated."""
    generated = tuple(make_items(make_spec(family, settings, seed=1, n=made)))
    first = generated[0]
    meta = DatasetMeta(
        family, family, first.version, first.params, 1, recipe=settings.get("recipe")
    )
    dataset = write_items(con, meta, items_table(generated)).dataset_id
    con.execute(_COPIES, {"dataset": dataset, "made": len(generated), "items": items})
    con.execute(
        "UPDATE datasets SET n = (SELECT count(*) FROM items i"
        " WHERE i.dataset_id = datasets.dataset_id) WHERE dataset_id = $dataset",
        {"dataset": dataset},
    )
