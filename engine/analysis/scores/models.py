"""Model pages: runs, scores by part, and instructive errors."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.sources.query import Row, Rows

_RUNS = """
SELECT a.model, a.kind, u.endpoints, u.is_batched, a.dataset, a.origin,
    nullif(a.prompt, 'none') AS prompt, a.probe, a.split, a.language, a.rotated, a.value,
    a.low, a.high, a.n, a.n_planned, a.n_wrong, a.n_no_answer, a.n_error, a.n_undecided,
    a.response_rate, a.response_rate_low, a.response_rate_high, a.run_id, a.run_hash, u.samples,
    u.settings, u.started_at, u.finished_at, u.command, u.source, u.engine_version,
    u.server, u.weights, b.label, b.stands, t.prompt_tokens AS sent,
    t.completion_tokens AS received, t.n_uncounted AS uncounted, t.mean_prompt_tokens,
    t.mean_completion_tokens, t.n_counted, t.n_truncated
FROM accuracy a JOIN runs u USING (run_id) JOIN effort t USING (run_id)
JOIN board_runs b USING (run_id)
ORDER BY a.model, a.dataset, a.origin, a.probe NULLS FIRST, a.prompt, a.run_hash
"""

_TRAITS = ("depth", "root_form", "question_type", "structure", "skill", "query_shape")

_PARTS = """
SELECT run_id, trait, cell, n, n_right, n_items, value, low, high, expected FROM accuracy_by_trait
WHERE probe IS NULL AND list_contains($traits, trait)
UNION ALL
SELECT run_id, trait, cell, n, n_correct, n_items, accuracy, low, high, expected FROM skill_accuracy
WHERE probe IS NULL AND trait = 'logic and category'
ORDER BY ALL
"""

# Training items and items published by others come first, so that little of a test split is
# printed; then those most respondents get right. If the options were asked in all orders, an item
# counts as wrong if any order was. Items are chosen by counts, because reading replies takes a
# hundred times as long.
# The rank of an item and run in that order is one number. This finds each model's first among
# millions of wrong answers without sorting, enough of them to show each item once, for its first
# run.
_MISSED = """
WITH asked AS (
    SELECT u.run_id, u.rotated, u.origin, m.kind, m.name AS model,
        row_number() OVER (ORDER BY u.run_hash) AS run_place,
        min(m.model_id) OVER (PARTITION BY m.name) AS model_id
    FROM runs u JOIN models m USING (model_id) WHERE u.probe IS NULL AND m.kind <> 'oracle'
),
shares AS (
    SELECT s.item_id, sum(s.n_right)::BIGINT AS n_right, sum(s.n)::BIGINT AS n,
        sum(s.n_right) / sum(s.n) AS others
    FROM item_scores s JOIN asked USING (run_id) GROUP BY s.item_id
),
placed AS (
    SELECT i.item_id, d.name AS dataset, i.idx, i.depth, h.n_right, h.n,
        row_number() OVER (
            ORDER BY i.split = 'train' OR d.source = 'imported' DESC, h.others DESC, i.depth,
                d.name, i.idx
        ) AS place
    FROM shares h JOIN items i USING (item_id) JOIN datasets d USING (dataset_id)
),
first AS (
    SELECT a.model_id, unnest(min(p.place * 1_000_000 + a.run_place, $most)) AS place
    FROM item_scores s JOIN asked a USING (run_id) JOIN placed p USING (item_id)
    WHERE s.n_wrong > 0 AND a.origin <> 'reproduced' AND a.kind = 'endpoint'
    GROUP BY a.model_id
),
chosen AS (
    SELECT min(place) AS place FROM first GROUP BY model_id, place // 1_000_000
    QUALIFY row_number() OVER (PARTITION BY model_id ORDER BY min(place)) <= $each
)
SELECT a.model, a.rotated, p.dataset, a.run_id, p.item_id, p.idx, p.depth, p.n_right, p.n
FROM chosen c JOIN placed p ON p.place = c.place // 1_000_000
JOIN asked a ON a.run_place = c.place % 1_000_000
ORDER BY a.model, c.place
"""

# First locate the replies by number, then read only these: of several samples and orders of the
# options, the first wrong one.
_REPLIES = """
WITH wanted AS (SELECT unnest($runs) AS run_id, unnest($items) AS item_id),
places AS (
    SELECT arg_min(r.rowid, r.sample * 100 + r.rotation) AS place,
        count(DISTINCT r.rotation) AS n_orders
    FROM responses r JOIN wanted USING (run_id, item_id)
    WHERE r.outcome = 'wrong' GROUP BY r.run_id, r.item_id
)
SELECT r.run_id, r.item_id, r.rotation, r.lenient AS answer, r.raw, p.n_orders
FROM responses r JOIN places p ON r.rowid = p.place
"""


def model_runs(rows: Rows) -> list[Row]:
    """Every run with its score, settings and tokens, by model."""
    return rows(_RUNS)


def model_parts(rows: Rows) -> dict[int, list[Row]]:
    """The scores of each run of plain questions, by part."""
    found: dict[int, list[Row]] = {}
    for part in rows(_PARTS, traits=list(_TRAITS)):
        found.setdefault(part["run_id"], []).append(part)
    return found


def missed_items(rows: Rows, each: int, most: int) -> list[Row]:
    """Items that a model asked here got wrong and most others got right, `each` per model.

    The search covers `most` answers and shows each item once.
    """
    return rows(_MISSED, each=each, most=most)


def wrong_replies(rows: Rows, runs: Sequence[int], items: Sequence[int]) -> list[Row]:
    """The first wrong reply of each run to each item; `runs` and `items` are parallel."""
    return rows(_REPLIES, runs=list(runs), items=list(items))
