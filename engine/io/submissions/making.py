"""A file of answers made of a run that was measured here."""

from __future__ import annotations

import orjson
from duckdb import DuckDBPyConnection
from pydantic import ValidationError

from engine.core.errors import InputError
from engine.io.submissions.form import FORMAT, Header, Reply, complaint

_RUN = """
SELECT u.run_id, u.run_hash, d.content_hash, u.split, u.language, u.rotated, m.name AS model,
    u.prompt, u.settings, u.started_at::DATE AS asked_from,
    coalesce(u.finished_at, u.started_at)::DATE AS asked_to
FROM runs u JOIN datasets d USING (dataset_id) JOIN models m USING (model_id)
WHERE starts_with(u.run_hash, $run) AND u.origin = 'measured' AND u.probe IS NULL AND u.samples = 1
    AND m.kind NOT IN ('baseline', 'ceiling')
"""

_REPLIES = """
SELECT i.hash AS item, r.rotation, r.raw, r.finish_reason, r.prompt_tokens, r.completion_tokens
FROM responses r JOIN items i USING (item_id) WHERE r.run_id = $run_id
ORDER BY i.item_id, r.rotation
"""


def submission_of(
    con: DuckDBPyConnection, run: str, contact: str
) -> tuple[Header, tuple[Reply, ...]]:
    """What can be sent in of a run that was measured here; `run` is the beginning of its hash.

    Raises:
        InputError: no run, or several, begin so; or it was asked under a probe or several times;
            or its model is built in, or has a name that could not be sent in.
    """
    found = con.sql(_RUN, params={"run": run}).to_arrow_table().to_pylist()
    if len(found) != 1:
        raise InputError(
            f"{len(found)} runs of models, measured here by plain questions, begin with {run!r};"
            " `sorites sql"
            ' "SELECT run_hash, model, dataset FROM accuracy"` lists them'
        )
    [told] = found
    key = {"run_id": told.pop("run_id")}
    replies = con.sql(_REPLIES, params=key).to_arrow_table().to_pylist()
    del told["run_hash"]
    settings = orjson.loads(told.pop("settings"))
    try:
        header = Header(format=FORMAT, settings=settings, contact=contact, **told)
    except ValidationError as error:
        raise InputError(f"the run {run} cannot be sent in: {complaint(error)}") from None
    return header, tuple(Reply(**reply) for reply in replies)
