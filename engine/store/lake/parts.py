"""The parts of a database that are files of a lake, each named by its content.

A part is one table's rows of one data set, or of one model on it. To know whether a part has
changed, its rows are hashed without their long texts, which never change alone: a reply is stored
with its grade, time and cost.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from urllib.parse import quote

from duckdb import DuckDBPyConnection

from engine.store.definitions import columns_of_views, tables, views
from engine.store.migrations import migrations

WORKED_OUT = ("item_traits", "item_statistics", "item_scores", "group_scores")
"""Views whose rows are files too, because they grow with the items or answers."""

TABLES = ("items", "verifications", "messages", "responses", *WORKED_OUT)

_TOGETHER = 100_000
"""Messages in a file; only the last file of a growing database changes."""

_LONGEST = 200
"""Letters of a folder's name; disks take 255."""

_SETS = """
SELECT d.dataset_id, d.family, d.name, [d::VARCHAR, i.rows::VARCHAR], v.rows::VARCHAR
FROM datasets d
LEFT JOIN (
    SELECT dataset_id, {{n: count(*), h: sum(hash({items})::HUGEINT)}} AS rows FROM items
    GROUP BY dataset_id
) i USING (dataset_id)
LEFT JOIN (
    SELECT i.dataset_id, {{n: count(*), h: sum(hash(v)::HUGEINT)}} AS rows
    FROM verifications v JOIN items i USING (item_id) GROUP BY i.dataset_id
) v USING (dataset_id)
ORDER BY d.name
"""

_MODELS = """
WITH answers AS (
    SELECT run_id, count(*) AS n, sum(hash({responses})::HUGEINT) AS h FROM responses
    GROUP BY run_id
),
bounds AS (
    SELECT run_id, sum(hash(b)::HUGEINT) AS h FROM intervals b GROUP BY run_id
)
SELECT u.dataset_id, m.name, list(u.run_id ORDER BY u.run_id),
    list((m, u, a, b.h)::VARCHAR ORDER BY u.run_id)
FROM answers a
JOIN runs u USING (run_id)
JOIN models m USING (model_id)
LEFT JOIN bounds b USING (run_id)
GROUP BY u.dataset_id, m.name ORDER BY u.dataset_id, m.name
"""

_MESSAGES = f"""
SELECT message_id // {_TOGETHER} AS place, count(*), sum(hash(message_id, hash)::HUGEINT)
FROM messages GROUP BY place ORDER BY place
"""

_TEXTS = {
    "items": "passage, question, options, symbols, premises, query, certificate",
    "responses": "raw, reasoning, logprobs, scores, error",
}


@dataclass(frozen=True, slots=True)
class Part:
    """The rows of a table, chosen by a condition, that are one file."""

    table: str
    name: str
    """The file."""
    where: str
    dataset: int | None = None
    runs: tuple[int, ...] = ()
    """All runs of one model on the data set, if it is about these."""


def survey(con: DuckDBPyConnection) -> list[Part]:
    """The parts of the default database."""
    narrow = {table: f"*COLUMNS(* EXCLUDE ({texts}))" for table, texts in _TEXTS.items()}
    models: dict[int, list[tuple[str, list[int], list[str]]]] = {}
    for dataset, *model in con.execute(_MODELS.format(**narrow)).fetchall():
        models.setdefault(dataset, []).append((model[0], model[1], model[2]))
    parts = [
        Part("messages", _file("messages", "", rows), f"message_id // {_TOGETHER} = {rows[0]}")
        for rows in con.execute(_MESSAGES).fetchall()
    ]
    for dataset, family, name, content, verified in con.execute(_SETS.format(**narrow)).fetchall():
        place = _folder("family", family) + _folder("dataset", name)
        parts += _of_dataset(dataset, place, content, verified, models.get(dataset, []))
    return parts


def _of_dataset(
    dataset: int,
    place: str,
    content: list[str],
    verified: str | None,
    models: list[tuple[str, list[int], list[str]]],
) -> list[Part]:
    where = f"dataset_id = {dataset}"
    items = f"item_id IN (SELECT item_id FROM items WHERE {where})"
    parts = [
        Part("items", _file("items", place, content), where, dataset),
        Part("item_traits", _file("item_traits", place, content), where, dataset),
    ]
    if verified:
        name = _file("verifications", place, verified)
        parts.append(Part("verifications", name, items, dataset))
    if models:
        name = _file("item_statistics", place, (content, models))
        parts.append(Part("item_statistics", name, items, dataset))
    for model, runs, answers in models:
        at, where = place + _folder("model", model), f"run_id IN ({', '.join(map(str, runs))})"
        for table in ("responses", "item_scores", "group_scores"):
            rows = answers if table == "responses" else (content, answers)
            parts.append(Part(table, _file(table, at, rows), where, dataset, tuple(runs)))
    return parts


def _folder(key: str, name: str) -> str:
    """The folder of a name, cut to what every disk takes; what determines a file has it whole."""
    return f"{key}={re.sub('%.?$', '', quote(name, '')[:_LONGEST])}/"


def _file(table: str, place: str, content: object) -> str:
    """The file of these rows, by what the table or view is and what determines its rows."""
    made_by: list[object] = [tables(), sorted(migrations())]
    if table in WORKED_OUT:
        made_by += [views(), columns_of_views()]
    digest = hashlib.sha256(repr((made_by, content)).encode()).hexdigest()
    return f"{table}/{place}{digest[:20]}.parquet"
