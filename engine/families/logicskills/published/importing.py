"""Stores LogicSkills' published items and replies: a data set for each task."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.core.items import UNREAD, Grade, Item, Origin, Outcome, Response
from engine.core.left_out import STRICT, LeftOut
from engine.families.logicskills.published.dataset import (
    FAMILY,
    PARAMS,
    TASKS,
    VERSION,
    Track,
    read_task,
)
from engine.families.logicskills.published.results import (
    JUDGEMENTS,
    PublishedReplies,
    Reply,
    read_replies,
    result_files,
)
from engine.store import (
    Answer,
    Dataset,
    DatasetMeta,
    Run,
    items_table,
    record_run,
    run_hash,
    transaction,
    write_items,
)

_UNVERIFIED = (
    "Questions with a sentence of no published template, whose gold is the published answer, not"
    " verified: {unread} of {n}."
)


@dataclass(frozen=True, slots=True)
class Tally:
    """How one file of replies was judged; `disagreements` with the published verdict."""

    task: str
    model: str
    language: str | None
    prompt: str
    origin: Origin
    n: int
    right: int
    no_answer: int
    undecided: int
    disagreements: int


@dataclass(frozen=True, slots=True)
class ImportedTask:
    """One stored task, with its tallies and the names of files that answer other items."""

    dataset: Dataset
    tallies: tuple[Tally, ...]
    strays: tuple[str, ...]


def import_logicskills(
    con: DuckDBPyConnection,
    folder: Path,
    *,
    replace: bool = False,
    track: Track = iter,
    left_out: LeftOut = STRICT,
) -> tuple[ImportedTask, ...]:
    """Store what the folder has of each task. Storing the same files again changes nothing.

    Faulty questions, and replies of another shape, are refused, or noted in `left_out`.

    Raises:
        InputError: there is no question file, one cannot be read, or other items have the name
            of a data set and `replace` is not set.
    """
    imported, results = [], result_files(folder, left_out)
    for task in TASKS:
        items = read_task(folder, task, track, left_out)
        if items:
            files, strays = read_replies(results, task, items, left_out)
            dataset = _store_items(con, task, items, replace=replace)
            tallies = [
                _store(con, dataset, task, file, prompt, origin)
                for file in files
                for prompt, origin in JUDGEMENTS
            ]
            imported.append(ImportedTask(dataset, tuple(tallies), strays))
    if not imported:
        raise InputError(
            f"{folder}: no question file of LogicSkills, such as questions_countermodel.json; name"
            " the folder that holds the repository's files"
        )
    return tuple(imported)


def _store_items(
    con: DuckDBPyConnection, task: str, items: Sequence[Item], *, replace: bool
) -> Dataset:
    unread = sum(not item.query for item in items)
    note = _UNVERIFIED.format(unread=unread, n=len(items)) if unread else None
    meta = DatasetMeta.published(f"logicskills-published-{task}", FAMILY, VERSION, PARAMS, note)
    return write_items(con, meta, items_table(items), replace=replace)


def _store(
    con: DuckDBPyConnection,
    dataset: Dataset,
    task: str,
    file: PublishedReplies,
    prompt: str,
    origin: Origin,
) -> Tally:
    """Store the replies of a file, judged one way, as a run."""
    graded = list(file.graded(prompt, origin))
    decisive = [(reply.item.hash, text) for reply, text, _ in graded]
    run = Run(
        run_hash=run_hash(dataset.content_hash, file.model, prompt, origin, decisive),
        dataset=dataset.name,
        dataset_hash=dataset.content_hash,
        model=file.model,
        kind="published",
        prompt=prompt,
        split="test",
        language=file.language,
        origin=origin,
        n_planned=len(graded),
        finished_at=datetime.now(UTC).isoformat(),
        command=shlex.join(["sorites", "import", "logicskills", "DIR"]),
        source=file.file,
    )
    with transaction(con):
        record_run(con, run, _answers(graded))
    outcomes = [verdict.outcome for _, _, verdict in graded]
    return Tally(
        task=task,
        model=file.model,
        language=file.language,
        prompt=prompt,
        origin=origin,
        n=len(graded),
        right=outcomes.count(Outcome.RIGHT),
        no_answer=sum(outcome in UNREAD for outcome in outcomes),
        undecided=outcomes.count(Outcome.UNDECIDED),
        disagreements=sum(
            reply.was_right != (verdict.outcome is Outcome.RIGHT) for reply, _, verdict in graded
        ),
    )


def _answers(graded: Sequence[tuple[Reply, str, Grade]]) -> Iterator[Answer]:
    for reply, text, verdict in graded:
        yield Response(item=reply.item.hash, raw=text), verdict
