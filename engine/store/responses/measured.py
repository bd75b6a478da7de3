"""Runs measured here with their replies, for exports and submissions."""

from __future__ import annotations

from duckdb import DuckDBPyConnection

from engine.core.items import BUILT_IN
from engine.store.records import Row, read_rows

_RUNS = """
SELECT a.*, u.settings, u.command, u.engine_version, u.endpoints, epoch(u.finished_at) AS finished
FROM accuracy a JOIN runs u ON u.run_id = a.run_id
WHERE a.dataset = $dataset AND a.origin = 'measured' AND a.probe IS NULL AND NOT a.rotated
ORDER BY a.model, a.run_hash
"""
_ANSWERS = """
SELECT r.*, m.messages, i.options FROM item_responses r
JOIN items i ON i.item_id = r.item_id
JOIN responses o ON o.run_id = r.run_id AND o.item_id = r.item_id AND o.sample = r.sample
    AND o.rotation = r.rotation
LEFT JOIN messages m ON m.message_id = o.message_id
WHERE r.run_id = $run_id ORDER BY r.idx, r.sample
"""

_OF_MODELS = f"""
SELECT u.run_id, u.run_hash, d.content_hash, u.split, u.language, u.rotated, m.name AS model,
    u.prompt, u.probe, u.settings, u.server, u.weights, u.n_planned, u.dataset_id,
    u.started_at::DATE AS asked_from, coalesce(u.finished_at, u.started_at)::DATE AS asked_to
FROM runs u JOIN datasets d USING (dataset_id) JOIN models m USING (model_id)
WHERE starts_with(u.run_hash, $run) AND u.origin = 'measured' AND u.samples = 1
    AND u.probe IS DISTINCT FROM 'withheld-option'
    AND m.kind NOT IN {BUILT_IN}
"""
_REPLIES = """
SELECT i.hash AS item, r.rotation, r.raw, r.finish_reason, r.prompt_tokens, r.completion_tokens,
    r.scores
FROM responses r JOIN items i USING (item_id) WHERE r.run_id = $run_id
ORDER BY i.item_id, r.rotation
"""


def plain_runs(con: DuckDBPyConnection, dataset: str) -> list[Row]:
    """The runs measured here on the plain questions of a data set, in storage order."""
    return read_rows(con, _RUNS, {"dataset": dataset})


def answers_of(con: DuckDBPyConnection, run_id: int) -> list[Row]:
    """The answers of a run with the messages sent and the options."""
    return read_rows(con, _ANSWERS, {"run_id": run_id})


def runs_of_models(con: DuckDBPyConnection, run: str) -> list[Row]:
    """The runs of models, with one answer per question, whose hash begins with `run`."""
    return read_rows(con, _OF_MODELS, {"run": run})


def replies_of(con: DuckDBPyConnection, run_id: int) -> list[Row]:
    """The raw replies of a run, by item."""
    return read_rows(con, _REPLIES, {"run_id": run_id})


def mean_reply(con: DuckDBPyConnection, model: str, prompt: str) -> tuple[float, float] | None:
    """Mean tokens and seconds per reply of a model to a prompt, if known."""
    [(tokens, seconds)] = con.execute(
        "SELECT avg(completion_tokens), avg(latency_ms) / 1000 FROM responses r"
        " JOIN runs u ON u.run_id = r.run_id JOIN models m ON m.model_id = u.model_id"
        " WHERE m.name = $model AND u.prompt = $prompt AND r.outcome <> 'error'"
        " AND u.origin = 'measured'",
        {"model": model, "prompt": prompt},
    ).fetchall()
    return None if tokens is None or seconds is None else (float(tokens), float(seconds))
