"""A database as large as one likes for the benchmark of the dashboard.

Questions in triples, as JustLogic has them, with depth, form and right answer; models of abilities
that fall with depth; replies of 400 characters at the median and 20,000 at the 99th percentile.
Answers lie by model and question, as ingestion leaves them.
"""

from __future__ import annotations

from pathlib import Path

from engine.store import connect

DATASET = "big"

_ITEMS = """
INSERT INTO items BY NAME
SELECT i AS item_id, 1 AS dataset_id, sha256(i::VARCHAR) AS hash, i AS idx, i // 3 AS group_no,
    ['plain', 'denied', 'open'][1 + i % 3] AS role, 'test' AS split,
    [repeat('the emu lays eggs once copper conducts heat. ', 2) || j for j in range(8)] AS passage,
    'The Nile flows through Sudan if ' || hash(i) || '.' AS question,
    [{key: k, text: k, role: 'label'} for k in ['true', 'false', 'uncertain']] AS options,
    'label' AS answer_kind, ['true', 'false', 'uncertain'][1 + i % 3] AS gold, [] AS symbols,
    [] AS premises, ['p1'] AS query, '' AS intended,
    '{"steps":[],"holds":null,"fails":null}' AS certificate,
    1 + (i // 3) % 7 AS depth, 1 + (i // 3) % 4 AS height,
    ['modus_ponens', 'modus_tollens', 'hypothetical_syllogism', 'dilemma']
        [1 + (hash(i // 3) % 4)::INTEGER] AS root_form,
    [] AS forms,
    ['atom', 'conditional', 'disjunction'][1 + (hash(i // 3 + 1) % 3)::INTEGER] AS query_shape,
    'propositional' AS logic, 'en' AS language, hash(i + 5) % 2 = 0 AS shown_accurate,
    (3 + (i // 3) % 12)::INTEGER AS n_premises, (3 + (i // 3) % 9)::INTEGER AS n_atoms,
    ((i // 3) % 5)::INTEGER AS n_distractors
FROM range($items) t(i)
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
    SELECT i.item_id, i.gold, i.depth, hash(i.item_id::BIGINT * 1000003 + $model) AS seed,
        seed % 1000000 / 1000000 AS luck,
        (1 + hash(i.item_id::BIGINT * 7919 + $model) % 1000000) / 1000001 AS u,
        hash(i.item_id::BIGINT * 104729 + $model) % 1000000 / 1000000 AS v
    FROM items i
),
answered AS (
    SELECT *, CASE WHEN luck > 0.97 THEN 'no_answer'
        WHEN luck < 0.25 + 0.7 * $model / $models - 0.03 * depth THEN 'right'
        ELSE 'wrong' END AS outcome,
        least(60000, 400 * exp(ln(50) / 2.326348 * sqrt(-2 * ln(u)) * cos(2 * pi() * v)))::INTEGER
            AS length
    FROM drawn
)
SELECT $model AS run_id, item_id, 0 AS sample, 0 AS rotation,
    substr(t.words, 1 + (seed % 5000)::INTEGER, length) || ' Answer: ' || gold AS raw,
    CASE outcome WHEN 'right' THEN gold WHEN 'wrong' THEN 'other' END AS strict, strict AS lenient,
    outcome, outcome AS strict_outcome, 'answer-line' AS rule, 'stop' AS finish_reason,
    100.0 + length AS latency_ms, 500 AS prompt_tokens, length // 4 AS completion_tokens,
    false AS is_reused
FROM answered JOIN texts t ON t.k = seed // 1000000 % 512 ORDER BY item_id
"""


def fill(db: Path, models: int, items: int) -> None:
    """Write a data set of so many items, and a run of each model over all of them."""
    with connect(db) as con:
        con.execute(
            "INSERT INTO datasets SELECT 1, $name, 'justlogic', NULL, 1, '{}', 0, 'generated',"
            " $items, 'x', 'x', now()::TIMESTAMP, NULL",
            {"name": DATASET, "items": items},
        )
        con.execute(
            "INSERT INTO models SELECT i, 'model-' || i, 'endpoint', NULL"
            " FROM range(1, $models + 1) t(i)",
            {"models": models},
        )
        con.execute(
            "INSERT INTO runs BY NAME SELECT i AS run_id, sha256(i::VARCHAR) AS run_hash,"
            " 1 AS dataset_id, i AS model_id, 'zero-shot' AS prompt, 1 AS samples,"
            " '{}' AS settings, 'measured' AS origin, $planned AS n_planned,"
            " 'x' AS engine_version, false AS rotated FROM range(1, $models + 1) t(i)",
            {"models": models, "planned": items},
        )
        con.execute(_ITEMS, {"items": items})
        con.execute("SET memory_limit = '2GB'")
        con.execute(_TEXTS)
        for model in range(1, models + 1):
            con.execute(_ANSWERS, {"model": model, "models": models})
