"""Models, runs and their answers: the rows under every measured figure."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter
from typing import Literal, NamedTuple

import orjson
from duckdb import DuckDBPyConnection

from engine.errors import InputError
from engine.items import Grade, Origin, Outcome, Response
from engine.store.circular import refresh_intervals
from engine.store.datasets import engine_build

ModelKind = Literal["endpoint", "baseline", "ceiling", "human", "published"]
Answer = tuple[Response, Grade]

NO_PROMPT = "none"
"""The prompt of built-in respondents, which read the item itself; boards show a dash for it."""

_BATCH = 1_000
"""Answers taken in at once: with the messages that asked them, a few megabytes."""


@dataclass(frozen=True, slots=True)
class Run:
    """One model put to one data set in one way. See the comments of the table `runs`.

    `dataset_hash` is the content hash of the data set: answers belong to content, whatever its
    name becomes. Times are ISO 8601 in UTC.
    """

    run_hash: str
    dataset: str
    dataset_hash: str
    model: str
    kind: ModelKind
    prompt: str
    probe: str | None = None
    split: str | None = None
    language: str | None = None
    samples: int = 1
    rotated: bool = False
    settings: str = "{}"
    origin: Origin = Origin.MEASURED
    n_planned: int = 0
    endpoint: str | None = None
    started_at: str | None = None
    finished_at: str | None = None
    command: str | None = None
    source: str | None = None


class Stored(NamedTuple):
    """What became of answers handed to the store: added now, or there before."""

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
}
_GRADE = ("strict", "lenient", "outcome", "strict_outcome", "rule", "mistake", "evidence")
_COLUMNS = {**_RESPONSE, **dict.fromkeys((*_GRADE, "message_hash"), "VARCHAR")}
"""The columns of incoming answers and their types."""

_parts_of_response = attrgetter(*_RESPONSE)
_parts_of_grade = attrgetter(*_GRADE)


def run_hash(*decisive: object) -> str:
    """The name of a run: SHA-256 over everything that decides what it asks and whom."""
    return hashlib.sha256(orjson.dumps(decisive)).hexdigest()


def record_run(con: DuckDBPyConnection, run: Run, answers: Iterable[Answer]) -> Stored:
    """Record a run, if it is new, and those of its answers that are, in the caller's transaction.

    Raises:
        InputError: if the data set asked is not in the database, or lacks an item answered.
    """
    return store_answers(con, register_run(con, run), answers)


def register_model(
    con: DuckDBPyConnection, name: str, kind: ModelKind, endpoint: str | None = None
) -> int:
    """The key of a model, which is recorded if it is new. A known one keeps its kind."""
    con.execute(
        "INSERT INTO models SELECT coalesce(max(model_id), 0) + 1, $name, $kind, $endpoint"
        " FROM models HAVING NOT coalesce(bool_or(name = $name), false)",
        {"name": name, "kind": kind, "endpoint": endpoint},
    )
    row = con.execute("SELECT model_id FROM models WHERE name = $name", {"name": name}).fetchall()
    return int(row[0][0])


def register_run(con: DuckDBPyConnection, run: Run) -> int:
    """The key of a run, which is recorded if it is new.

    A known run takes over `n_planned` and `finished_at`, for it may be resumed and extended.

    Raises:
        InputError: if the data set it asks is not in the database.
    """
    dataset = _dataset_of(con, run)
    model = register_model(con, run.model, run.kind, run.endpoint)
    known = con.execute(
        "UPDATE runs SET n_planned = greatest(n_planned, $n_planned),"
        " finished_at = coalesce($finished_at::TIMESTAMPTZ AT TIME ZONE 'UTC', finished_at)"
        " WHERE run_hash = $run_hash RETURNING run_id",
        {
            "n_planned": run.n_planned,
            "finished_at": run.finished_at,
            "run_hash": run.run_hash,
        },
    ).fetchall()
    if known:
        return int(known[0][0])
    added = con.execute(
        "INSERT INTO runs SELECT coalesce(max(run_id), 0) + 1, $run_hash, $dataset, $model,"
        " $prompt, $probe, $split, $samples, $settings, $origin, $n_planned,"
        " $started_at::TIMESTAMPTZ AT TIME ZONE 'UTC',"
        " $finished_at::TIMESTAMPTZ AT TIME ZONE 'UTC', $command, $source, $engine_version,"
        " $language, $rotated FROM runs RETURNING run_id",
        {
            **{name: getattr(run, name) for name in _PLAIN},
            "origin": run.origin.value,
            "dataset": dataset,
            "model": model,
            "engine_version": engine_build(),
        },
    ).fetchall()
    return int(added[0][0])


_PLAIN = (
    "run_hash",
    "prompt",
    "probe",
    "split",
    "samples",
    "settings",
    "n_planned",
    "started_at",
    "finished_at",
    "command",
    "source",
    "language",
    "rotated",
)


def _dataset_of(con: DuckDBPyConnection, run: Run) -> int:
    """The data set with the run's content, of the run's name if there are several."""
    found = con.execute(
        "SELECT dataset_id FROM datasets WHERE content_hash = $hash ORDER BY name <> $name, name",
        {"hash": run.dataset_hash, "name": run.dataset},
    ).fetchall()
    if not found:
        raise InputError(
            f"the run {run.run_hash[:12]} asks the data set {run.dataset} with content"
            f" {run.dataset_hash[:12]}, which is not in this database"
        )
    return int(found[0][0])


def store_answers(con: DuckDBPyConnection, run_id: int, answers: Iterable[Answer]) -> Stored:
    """Add the answers that are new, within the caller's transaction.

    An answer is known by run, item, sample and rotation. The first that came stays, except that
    an error gives way to a later reply. Where a data set holds one item twice, the answer goes to
    the first.

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
    while batch := list(islice(pending, _BATCH)):
        yield batch


def _told(answer: Answer, message: str | None) -> str:
    """The columns of an incoming answer, as JSON; `message` is the hash of what was sent for it."""
    response, grade = answer
    columns = {
        **dict(zip(_RESPONSE, _parts_of_response(response), strict=True)),
        **dict(zip(_GRADE, _parts_of_grade(grade), strict=True)),
        "message_hash": message,
    }
    return orjson.dumps(columns).decode()


def _resolve(con: DuckDBPyConnection, run_id: int, answers: Sequence[Answer]) -> None:
    """Make `resolved_answers`: the incoming ones with keys of items and messages, none twice.

    They come in as JSON: Arrow, to load it alone, would take more than the answers do.
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
            "answers": list(map(_told, once, _store_messages(con, once))),
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
    """One answer to each question: the first that is no error, else the first."""
    kept: dict[tuple[str, int, int], Answer] = {}
    for answer in answers:
        response, grade = answer
        key = response.item, response.sample, response.rotation
        known = kept.setdefault(key, answer)
        if known[1].outcome is Outcome.ERROR and grade.outcome is not Outcome.ERROR:
            kept[key] = answer
    return list(kept.values())


def _store_messages(con: DuckDBPyConnection, answers: Sequence[Answer]) -> list[str | None]:
    """Store what was sent, each text once, and give the hash of it for each answer."""
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
            mistake, evidence, is_reused
        FROM resolved_answers a
        WHERE NOT EXISTS (SELECT 1 FROM responses r WHERE {same})
        ORDER BY item_id, sample, rotation
        """,
        {"run_id": run_id},
    ).fetchall()
    return int(added[0][0])
