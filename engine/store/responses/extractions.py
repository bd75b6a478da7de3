"""Answers that models extracted from replies our rules could not read, and judgements on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Literal

from duckdb import DuckDBPyConnection

from engine.store.datasets.describing import find_dataset
from engine.store.records import Row, read_rows
from engine.store.transactions import transaction

JudgeKind = Literal["person", "model"]


@dataclass(frozen=True, slots=True)
class ReplyKey:
    """The key of a reply: run, item, sample and rotation."""

    run_id: int
    item_id: int
    sample: int
    rotation: int


@dataclass(frozen=True, slots=True)
class Unread:
    """A reply in which no answer was read, and the hash of its item."""

    key: ReplyKey
    item: str
    raw: str


@dataclass(frozen=True, slots=True)
class Extraction:
    """An extractor's output for a reply. See the comments of the table `extractions`."""

    key: ReplyKey
    raw: str | None
    error_kind: str | None
    error: str | None
    answer: str | None
    outcome: str
    mistake: str | None
    evidence: str | None


@dataclass(frozen=True, slots=True)
class Judged:
    """A reply, the extracted answer, its kind of question, and its outcome."""

    key: ReplyKey
    raw: str
    answer: str
    question_type: str
    language: str
    outcome: str


def unread_replies(
    con: DuckDBPyConnection,
    dataset: str,
    model: str | None,
    extractor: str,
    prompt: str,
    limit: int | None,
) -> list[Unread]:
    """Replies without a readable answer that this extractor was not yet asked about.

    Replies on which it failed are included; empty replies and verdicts by others are not.
    """
    rows = read_rows(
        con,
        """
        SELECT r.run_id, r.item_id, r.sample, r.rotation, i.hash AS item, r.raw
        FROM responses r
        JOIN items i ON i.item_id = r.item_id
        JOIN runs u ON u.run_id = r.run_id
        JOIN models m ON m.model_id = u.model_id
        WHERE i.dataset_id = $dataset
            AND r.outcome IN ('no_answer', 'declined', 'contradictory') AND trim(r.raw) <> ''
            AND u.origin <> 'reproduced' AND u.probe IS DISTINCT FROM 'withheld-option'
            AND ($model IS NULL OR m.name = $model)
            AND NOT EXISTS (FROM extractions e
                WHERE e.run_id = r.run_id AND e.item_id = r.item_id AND e.sample = r.sample
                    AND e.rotation = r.rotation AND e.extractor = $extractor
                    AND e.prompt = $prompt AND e.outcome <> 'error')
        ORDER BY r.run_id, r.item_id, r.sample, r.rotation LIMIT $limit
        """,
        {
            "dataset": find_dataset(con, dataset).dataset_id,
            "model": model,
            "extractor": extractor,
            "prompt": prompt,
            "limit": limit,
        },
    )
    return [Unread(_key(row), row["item"], row["raw"]) for row in rows]


def write_extractions(
    con: DuckDBPyConnection, extractor: str, prompt: str, found: Sequence[Extraction]
) -> None:
    """Store an extractor's output, replacing its earlier failures."""
    with transaction(con):
        con.executemany(
            "DELETE FROM extractions WHERE run_id = ? AND item_id = ? AND sample = ?"
            " AND rotation = ? AND extractor = ? AND prompt = ?",
            [(*astuple(one.key), extractor, prompt) for one in found],
        )
        con.executemany(
            "INSERT INTO extractions VALUES"
            " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, now() AT TIME ZONE 'UTC')",
            [(*astuple(one.key), extractor, prompt, *astuple(one)[1:]) for one in found],
        )


def extracted_replies(
    con: DuckDBPyConnection, dataset: str, extractor: str, prompt: str
) -> list[Judged]:
    """The replies from which an extractor extracted an answer."""
    rows = read_rows(
        con,
        """
        SELECT e.run_id, e.item_id, e.sample, e.rotation, r.raw, e.answer,
            coalesce(i.question_type, i.answer_kind) AS question_type, i.language, e.outcome
        FROM extractions e
        JOIN responses r USING (run_id, item_id, sample, rotation)
        JOIN items i ON i.item_id = e.item_id
        WHERE i.dataset_id = $dataset AND e.extractor = $extractor AND e.prompt = $prompt
            AND e.answer IS NOT NULL
        ORDER BY e.run_id, e.item_id, e.sample, e.rotation
        """,
        {
            "dataset": find_dataset(con, dataset).dataset_id,
            "extractor": extractor,
            "prompt": prompt,
        },
    )
    columns = ("raw", "answer", "question_type", "language", "outcome")
    return [Judged(_key(row), *(row[name] for name in columns)) for row in rows]


def write_judgements(
    con: DuckDBPyConnection,
    extractor: str,
    prompt: str,
    judge: str,
    judge_kind: JudgeKind,
    found: Sequence[tuple[ReplyKey, bool, str | None]],
) -> None:
    """Store judgements on extractions, replacing earlier ones by the same judge."""
    same = (extractor, prompt, judge)
    with transaction(con):
        con.executemany(
            "DELETE FROM extraction_judgements WHERE run_id = ? AND item_id = ? AND sample = ?"
            " AND rotation = ? AND extractor = ? AND prompt = ? AND judge = ?",
            [(*astuple(key), *same) for key, _, _ in found],
        )
        con.executemany(
            "INSERT INTO extraction_judgements VALUES"
            " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, now() AT TIME ZONE 'UTC')",
            [(*astuple(key), *same, judge_kind, faithful, note) for key, faithful, note in found],
        )


def faithfulness(con: DuckDBPyConnection, dataset: str, extractor: str, prompt: str) -> list[Row]:
    """The rows of the view `extraction_faithfulness` on an extractor."""
    return read_rows(
        con,
        "FROM extraction_faithfulness WHERE dataset = $dataset AND extractor = $extractor"
        " AND extraction_prompt = $prompt",
        {"dataset": dataset, "extractor": extractor, "prompt": prompt},
    )


def _key(row: Row) -> ReplyKey:
    return ReplyKey(row["run_id"], row["item_id"], row["sample"], row["rotation"])
