"""Stores published items as a data set, and published answers as runs."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from datetime import UTC, datetime

from duckdb import DuckDBPyConnection

from engine.ask.respondents import name_problem
from engine.core.errors import InputError
from engine.core.items import UNREAD, Origin, Outcome, Response
from engine.families.justlogic.published.dataset import PublishedDataset
from engine.families.justlogic.published.items import FAMILY, PARAMS, VERSION
from engine.families.justlogic.published.results import DATASET, PublishedResults
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

ORIGINS = (Origin.REPRODUCED, Origin.REGRADED)
"""The two judgements of every imported answer."""


def store_dataset(
    con: DuckDBPyConnection, published: PublishedDataset, name: str, *, replace: bool = False
) -> Dataset:
    """Store the items under a name; storing the same items again changes nothing.

    Raises:
        InputError: no row of the file can be used, or other items have the name and `replace`
            is not set.
    """
    if not published.items and published.unasked:
        raise InputError(
            "no row can be imported, as the file has too few rows to learn its wordings from;"
            " import the whole file"
        )
    if not published.items:
        raise InputError("every row of the file contradicts itself, so there is nothing to import")
    meta = published_meta(name, findings(published))
    return write_items(con, meta, items_table(published.items), replace=replace)


def published_meta(name: str, note: str | None = None) -> DatasetMeta:
    """Metadata of a published data set, under the given name."""
    return DatasetMeta.published(name, FAMILY, VERSION, PARAMS, note)


def findings(published: PublishedDataset) -> str:
    """Report what is wrong with a published data set, in a few sentences."""
    wrong = [f"{r.source_id} is {r.derived}, not {r.published}" for r in published.relabelled]
    excluded = [f"{e.source_id}: {e.why}" for e in published.excluded]
    unasked = [e.source_id for e in published.unasked]
    parts = (
        ("Published labels that do not follow from the premises", wrong),
        ("Questions that repeat a statement but for its spacing", list(published.respaced)),
        ("Items that need fewer steps than their published depth", list(published.shallower)),
        ("Rows left out because they contradict themselves", excluded),
        (
            "Wording not read, as too few rows teach it: rows whose premises are taken as their"
            " formulas say",
            list(published.unread),
        ),
        (
            "Question not read, as too few rows teach its wording: rows left out, not known to be"
            " wrong",
            unasked,
        ),
    )
    sentences = [f"{what}: {len(found)} ({'; '.join(found)})." for what, found in parts if found]
    return " ".join(sentences) or "No fault found."


def store_results(
    con: DuckDBPyConnection,
    results: PublishedResults,
    *,
    name: str,
    model: str,
    prompt: str,
    replace: bool = False,
) -> Dataset:
    """Store the items and, as two runs, the answers judged each way.

    `model` and `prompt` are the names to show. Storing the same answers again changes nothing.

    Raises:
        InputError: as `store_dataset` does; or model or prompt is empty, or the model's name
            is not allowed.
    """
    if not (model.strip() and prompt.strip()):
        raise InputError("published answers need the names of their --model and --prompt")
    if problem := name_problem(model):
        raise InputError(f"--model: {problem}")
    dataset = store_dataset(con, results.dataset, name, replace=replace)
    now = datetime.now(UTC).isoformat()
    answers = [(answer.item, answer.sample, answer.raw) for answer in results.answers]
    command = _command(results, name, model, prompt)
    with transaction(con):
        for origin in ORIGINS:
            run = Run(
                run_hash=run_hash(dataset.content_hash, model, prompt, origin, answers),
                dataset=dataset.name,
                dataset_hash=dataset.content_hash,
                model=model,
                kind="published",
                prompt=prompt,
                split=results.dataset.items[0].split,
                samples=len(results.files),
                origin=origin,
                n_planned=len(results.answers),
                finished_at=now,
                command=command,
                source=", ".join(results.files),
            )
            record_run(con, run, _answers(results, origin))
    return dataset


def _command(results: PublishedResults, name: str, model: str, prompt: str) -> str:
    """The command that imports these answers, without the files' folders."""
    words = ["sorites", "import", "justlogic-results", *results.files]
    words += ["--model", model, "--prompt", prompt]
    return shlex.join([*words, "--name", name] if name != DATASET else words)


def _answers(results: PublishedResults, origin: Origin) -> Iterator[Answer]:
    for answer, grade in results.graded(origin):
        item = results.dataset.items[answer.item]
        yield Response(item=item.hash, sample=answer.sample, raw=answer.raw), grade


def tally(results: PublishedResults) -> dict[str, dict[str, int]]:
    """By provenance: the number of answers, of right ones, and of unreadable ones."""
    counts: dict[str, dict[str, int]] = {}
    for origin in ORIGINS:
        outcomes = [grade.outcome for _, grade in results.graded(origin)]
        counts[origin.value] = {
            "n": len(outcomes),
            "right": outcomes.count(Outcome.RIGHT),
            "no_answer": sum(outcome in UNREAD for outcome in outcomes),
        }
    return counts
