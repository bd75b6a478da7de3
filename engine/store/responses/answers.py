"""Answers of runs with their grades: the basis of every measured figure."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

import orjson
from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.core.items import Grade, Outcome, Response
from engine.store.responses.intervals import refresh_intervals
from engine.store.responses.runs import Run, register_run

Answer = tuple[Response, Grade]

_BATCH, _BATCH_SIZE = 1_000, 2_000_000
"""Answers stored at a time, and the letters of theirs: with their messages, a few megabytes."""


class Stored(NamedTuple):
    """How many answers were added, and how many were already stored."""

    added: int
    present: int


_RESPONSE = {
    "item": "VARCHAR",
    "sample": "SMALLINT",
    "rotation": "SMALLINT",
    "raw": "VARCHAR",
    "reasoning": "VARCHAR",
    "finish_reason": "VARCHAR",
    "error_kind": "VARCHAR",
    "error": "VARCHAR",
    "latency_ms": "DOUBLE",
    "prompt_tokens": "INTEGER",
    "completion_tokens": "INTEGER",
    "asked_at": "VARCHAR",
    "is_reused": "BOOLEAN",
    "served_model": "VARCHAR",
    "fingerprint": "VARCHAR",
    "provider": "VARCHAR",
    "cached_tokens": "INTEGER",
    "reasoning_tokens": "INTEGER",
    "cost_usd": "DOUBLE",
    "logprobs": "VARCHAR",
    "scores": "VARCHAR",
}
_GRADE = ("strict", "lenient", "outcome", "strict_outcome", "rule", "mistake", "evidence")
_COLUMNS = {**_RESPONSE, **dict.fromkeys((*_GRADE, "message_hash"), "VARCHAR")}
"""The columns of incoming answers and their types."""

_parts_of_response = attrgetter(*_RESPONSE)
_parts_of_grade = attrgetter(*_GRADE)


def record_run(con: DuckDBPyConnection, run: Run, answers: Iterable[Answer]) -> Stored:
    """Record a run and its answers, those that are new, within the caller's transaction.

    Raises:
        InputError: if the data set asked is not in the database, or lacks an item answered.
    """
    return store_answers(con, register_run(con, run), answers)


def store_answers(con: DuckDBPyConnection, run_id: int, answers: Iterable[Answer]) -> Stored:
    """Add the answers that are new, within the caller's transaction.

    An answer is identified by run, item, sample and rotation. The first to arrive stays, except
    that a later reply replaces an error. If a data set holds one item twice, the answer goes to the
    first.

    Raises:
        InputError: if an answer is to an item that the run's data set does not have.
    """
    added = total = 0
    for batch in _batches(answers):
        _resolve(con, run_id, batch)
        added += _merge(con, run_id)
        total += len(batch)
    if added:
        refresh_intervals(con, run_id)
    return Stored(added, total - added)


def _batches(answers: Iterable[Answer]) -> Iterator[Sequence[Answer]]:
    pending = iter(answers)
    while batch := list(portion(pending, _BATCH, _BATCH_SIZE)):
        yield batch


def portion(pending: Iterator[Answer], most: int, size: int) -> Iterator[Answer]:
    """The next answers: so many at most, and none after so many letters."""
    for answer in islice(pending, most):
        yield answer
        response, _ = answer
        size -= sum(map(len, filter(None, (response.raw, response.reasoning, response.logprobs))))
        if size <= 0:
            return


def _row_text(answer: Answer, message: str | None) -> str:
    """The columns of an incoming answer, as JSON; `message` is the hash of the messages sent."""
    response, grade = answer
    columns = {
        **dict(zip(_RESPONSE, _parts_of_response(response), strict=True)),
        **dict(zip(_GRADE, _parts_of_grade(grade), strict=True)),
        "message_hash": message,
    }
    return orjson.dumps(columns).decode()


def _resolve(con: DuckDBPyConnection, run_id: int, answers: Sequence[Answer]) -> None:
    """Create `resolved_answers`: the incoming answers with keys of items and messages, each once.

    They are passed as JSON: loading Arrow alone would take more memory than the answers.
    """
    once = _once(answers)
    con.execute(
        """
        CREATE OR REPLACE TEMP TABLE resolved_answers AS
        SELECT a.*, i.item_id, m.message_id
        FROM (
            SELECT unnest(from_json_strict(answer, $columns), recursive := true)
            FROM (SELECT unnest($answers) AS answer)
        ) a
        LEFT JOIN (
            SELECT hash, min(item_id) AS item_id FROM items
            WHERE dataset_id = (SELECT dataset_id FROM runs WHERE run_id = $run_id)
            GROUP BY hash
        ) i ON i.hash = a.item
        LEFT JOIN messages m ON m.hash = a.message_hash
        """,
        {
            "answers": list(map(_row_text, once, _store_messages(con, once))),
            "columns": orjson.dumps(_COLUMNS).decode(),
            "run_id": run_id,
        },
    )
    stray = con.execute(
        "SELECT item FROM resolved_answers WHERE item_id IS NULL LIMIT 1"
    ).fetchall()
    if stray:
        raise InputError(f"an answer is to item {stray[0][0]}, which the run's data set lacks")


def _once(answers: Sequence[Answer]) -> Sequence[Answer]:
    """One answer per question: the first that is not an error, or else the first."""
    kept: dict[tuple[str, int, int], Answer] = {}
    for answer in answers:
        response, grade = answer
        key = response.item, response.sample, response.rotation
        known = kept.setdefault(key, answer)
        if known[1].outcome is Outcome.ERROR and grade.outcome is not Outcome.ERROR:
            kept[key] = answer
    return list(kept.values())


def _store_messages(con: DuckDBPyConnection, answers: Sequence[Answer]) -> list[str | None]:
    """Store the messages sent, each once, and return their hash for each answer."""
    texts: dict[str, str] = {}
    hashes: list[str | None] = []
    for response, _ in answers:
        name = None
        if response.messages:
            text = orjson.dumps(response.messages)
            name = hashlib.sha256(text).hexdigest()
            texts[name] = text.decode()
        hashes.append(name)
    con.execute(
        """
        INSERT INTO messages
        SELECT (SELECT coalesce(max(message_id), 0) FROM messages) + position, hash, text
        FROM (
            SELECT unnest($hashes) AS hash, unnest($texts) AS text,
                unnest(range(1, len($hashes) + 1)) AS position
        ) sent
        WHERE NOT EXISTS (SELECT 1 FROM messages m WHERE m.hash = sent.hash)
        """,
        {"hashes": list(texts), "texts": list(texts.values())},
    )
    return hashes


def _merge(con: DuckDBPyConnection, run_id: int) -> int:
    same = (
        "r.run_id = $run_id AND r.item_id = a.item_id AND r.sample = a.sample"
        " AND r.rotation = a.rotation"
    )
    con.execute(
        f"DELETE FROM responses r USING resolved_answers a WHERE {same}"
        " AND r.outcome = 'error' AND a.outcome <> 'error'",
        {"run_id": run_id},
    )
    added = con.execute(
        f"""
        INSERT INTO responses
        SELECT $run_id, item_id, sample, rotation, message_id, raw, reasoning, strict, lenient,
            outcome, strict_outcome, rule, finish_reason, error_kind, error, latency_ms,
            prompt_tokens, completion_tokens, asked_at::TIMESTAMPTZ AT TIME ZONE 'UTC',
            mistake, evidence, is_reused, served_model, fingerprint, provider, cached_tokens,
            reasoning_tokens, cost_usd, logprobs, scores
        FROM resolved_answers a
        WHERE NOT EXISTS (SELECT 1 FROM responses r WHERE {same})
        ORDER BY item_id, sample, rotation
        """,
        {"run_id": run_id},
    ).fetchall()
    return int(added[0][0])
