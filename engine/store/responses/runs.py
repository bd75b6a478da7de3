"""Models and runs: who was asked what, with which settings."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import orjson
from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.core.items import Item, Origin
from engine.core.resources import engine_build

ModelKind = Literal["endpoint", "baseline", "oracle", "human", "published"]

NO_PROMPT = "none"
"""The prompt name of baselines, which read the item itself; boards show it as a dash."""


@dataclass(frozen=True, slots=True)
class Run:
    """One model asked one data set with one configuration. See the comments of the table `runs`.

    `dataset_hash` is the content hash of the data set: answers belong to content, whatever its
    later name. `endpoint` is part of the run's identity; `beside` are further endpoints asked with
    it. `server` and `weights` (JSON) are what was served there. Times are ISO 8601 in UTC.
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
    beside: tuple[str, ...] = ()
    is_batched: bool | None = None
    server: str | None = None
    weights: str | None = None

    @property
    def endpoints(self) -> tuple[str, ...]:
        """All the endpoints asked."""
        return tuple(dict.fromkeys(filter(None, (self.endpoint, *self.beside))))


def part_of(asked: Iterable[Item]) -> tuple[str | None, str | None]:
    """The split and the language of all items asked; None if there are several."""
    parts = {(item.split, item.traits.language) for item in asked}
    splits, languages = ({part[place] for part in parts} for place in (0, 1))
    return (
        splits.pop() if len(splits) == 1 else None,
        languages.pop() if len(languages) == 1 else None,
    )


def run_hash(*decisive: object) -> str:
    """The identity of a run: SHA-256 over everything that decides what it asks and whom."""
    return hashlib.sha256(orjson.dumps(decisive)).hexdigest()


def register_model(con: DuckDBPyConnection, name: str, kind: ModelKind) -> int:
    """The key of a model, recording it if new.

    A known model keeps its kind, unless only answers published by others were stored so far.
    """
    con.execute(
        "INSERT INTO models SELECT coalesce(max(model_id), 0) + 1, $name, $kind"
        " FROM models HAVING NOT coalesce(bool_or(name = $name), false)",
        {"name": name, "kind": kind},
    )
    if kind == "endpoint":
        con.execute(
            "UPDATE models SET kind = 'endpoint' WHERE name = $name AND kind = 'published'",
            {"name": name},
        )
    row = con.execute("SELECT model_id FROM models WHERE name = $name", {"name": name}).fetchall()
    return int(row[0][0])


def register_run(con: DuckDBPyConnection, run: Run) -> int:
    """The key of a run, recording it if new.

    A known run takes over `n_planned`, an earlier start, `finished_at`, the endpoints, batching and
    command, because it may be resumed and extended, also on another machine.

    Raises:
        InputError: if the data set it asks is not in the database.
    """
    dataset = dataset_of(con, run)
    model = register_model(con, run.model, run.kind)
    known = con.execute(
        "UPDATE runs SET n_planned = greatest(n_planned, $n_planned),"
        " started_at = least(started_at, $started_at::TIMESTAMPTZ AT TIME ZONE 'UTC'),"
        " finished_at = coalesce($finished_at::TIMESTAMPTZ AT TIME ZONE 'UTC', finished_at),"
        f" endpoints = {_ENDPOINTS}, is_batched = $is_batched,"
        " command = coalesce($command, command), server = coalesce($server, server),"
        " weights = coalesce($weights, weights)"
        " WHERE run_hash = $run_hash RETURNING run_id",
        {
            "n_planned": run.n_planned,
            "started_at": run.started_at,
            "finished_at": run.finished_at,
            "endpoints": list(run.endpoints),
            "is_batched": run.is_batched,
            "command": run.command,
            "server": run.server,
            "weights": run.weights,
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
        " $language, $rotated, nullif(list_sort($endpoints::VARCHAR[]), []), $is_batched,"
        " $server, $weights"
        " FROM runs RETURNING run_id",
        {
            **{name: getattr(run, name) for name in _PLAIN},
            "origin": run.origin.value,
            "dataset": dataset,
            "model": model,
            "endpoints": list(run.endpoints),
            "engine_version": engine_build(),
        },
    ).fetchall()
    return int(added[0][0])


_ENDPOINTS = "nullif(list_sort(list_distinct(list_concat(endpoints, $endpoints::VARCHAR[]))), [])"

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
    "is_batched",
    "server",
    "weights",
)


def dataset_of(con: DuckDBPyConnection, run: Run) -> int:
    """The data set with the run's content; if several have it, the one with the run's name."""
    found = con.execute(
        "SELECT dataset_id FROM datasets WHERE content_hash = $hash ORDER BY name <> $name, name",
        {"hash": run.dataset_hash, "name": run.dataset},
    ).fetchall()
    if not found:
        raise InputError(
            f"the run {run.run_hash[:12]} asks the data set {run.dataset} with content"
            f" {run.dataset_hash[:12]}, which is not in this database; generate or import it here"
        )
    return int(found[0][0])
