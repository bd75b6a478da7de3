"""Make a submission from a run measured here."""

from __future__ import annotations

import orjson
from duckdb import DuckDBPyConnection
from pydantic import ValidationError

from engine.core.errors import InputError
from engine.io.submissions.form import FORMAT, Header, Reply, complaint
from engine.store.datasets.known import n_different
from engine.store.responses.measured import replies_of, runs_of_models


def submission_of(
    con: DuckDBPyConnection, run: str, contact: str
) -> tuple[Header, tuple[Reply, ...]]:
    """The header and replies of a run measured here; `run` is a prefix of its hash.

    Raises:
        InputError: no run or several match; the run has several samples or is not finished; or its
        model is built in or has a name that cannot be submitted.
    """
    found = runs_of_models(con, run)
    if len(found) != 1:
        raise InputError(
            f"{len(found)} runs of models, measured here with one reply per question, begin with"
            f" {run!r}; `sorites sql 'FROM accuracy'` lists them"
        )
    [record] = found
    replies = replies_of(con, record.pop("run_id"))
    del record["run_hash"]
    n_planned = record.pop("n_planned")
    if len(replies) < n_planned:
        raise InputError(
            f"the run {run} has replies to {len(replies):,} of {n_planned:,} questions; repeat its"
            " command until it has all"
        )
    n_asked = len({reply["item"] for reply in replies})
    n_items = n_different(con, record.pop("dataset_id"), record["split"], record["language"])
    record["limit"] = n_asked if n_asked < n_items else None
    try:
        header = Header(
            format=FORMAT,
            settings=orjson.loads(record.pop("settings")),
            weights=orjson.loads(record.pop("weights") or "null"),
            contact=contact,
            **record,
        )
    except ValidationError as error:
        raise InputError(f"the run {run} cannot be sent in: {complaint(error)}") from None
    return header, tuple(
        Reply(**{**reply, "scores": orjson.loads(reply["scores"] or "null")}) for reply in replies
    )
