"""Import another harness's log of an exported set: replies and its verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from duckdb import DuckDBPyConnection

from engine.ask.respondents import name_problem
from engine.core.errors import InputError
from engine.core.items import Grade, Item, Origin, Outcome, Response
from engine.grade import grade
from engine.store import (
    Answer,
    Dataset,
    Run,
    find_dataset,
    list_datasets,
    load_items,
    part_of,
    record_run,
    run_hash,
    transaction,
)
from engine.store.datasets.known import n_of_hashes


@dataclass(frozen=True, slots=True)
class HarnessAnswer:
    """One logged reply: its item, its number among several, and the harness's verdict.

    `verdict` is the harness's outcome, None if it judged another reply to the question; a score
    between right and wrong is wrong, as no part of an answer is right. `error` is what went wrong
    where there is no reply. `is_cut_off`: the log says that the reply was cut off at a limit of
    tokens.
    """

    item: str
    sample: int
    raw: str | None
    verdict: Outcome | None
    answer: str | None = None
    error: str | None = None
    is_cut_off: bool = False


@dataclass(frozen=True, slots=True)
class HarnessLog:
    """A log: its tool and scorer, the model, the prompt and the file."""

    tool: str
    scorer: str
    model: str
    prompt: str
    file: str
    command: str
    answers: tuple[HarnessAnswer, ...]


@dataclass(frozen=True, slots=True)
class HarnessTally:
    """The result of an import: right answers by either verdict, and differences.

    `unjudged` replies of the `n` have no verdict of the harness, and are in neither number.
    """

    dataset: str
    n: int
    unjudged: int
    right_there: int
    right_here: int
    cut_off: int
    differing: tuple[str, ...]


def store_harness_log(
    con: DuckDBPyConnection, log: HarnessLog, name: str | None = None
) -> HarnessTally:
    """Store the replies as two runs: `reproduced` with their verdicts, `regraded` with ours.

    The data set is the named one, or else the only one with all the items. Importing the same log
    again changes nothing.

    Raises:
        InputError: no data set here (or not the named one) has the items asked, or the model's name
        is reserved.
    """
    if problem := name_problem(log.model):
        raise InputError(f"{log.file}: model: {problem}")
    dataset = _dataset_of(con, log, name)
    items = {item.hash: item for item in load_items(con, dataset.name, certified=False)}
    ours = {answer: _graded(items[answer.item], answer) for answer in log.answers}
    theirs = {
        answer: _as_judged(answer, answer.verdict, log)
        for answer in log.answers
        if answer.verdict is not None
    }
    with transaction(con):
        for origin, grades in ((Origin.REPRODUCED, theirs), (Origin.REGRADED, ours)):
            record_run(con, _run(log, dataset, items, origin, list(grades)), _answers(grades))
    right_there = {one for one, verdict in theirs.items() if verdict.outcome is Outcome.RIGHT}
    right_here = {one for one in theirs if ours[one].outcome is Outcome.RIGHT}
    return HarnessTally(
        dataset=dataset.name,
        n=len(ours),
        unjudged=len(ours) - len(theirs),
        right_there=len(right_there),
        right_here=len(right_here),
        cut_off=sum(answer.is_cut_off for answer in log.answers),
        differing=tuple(one.item for one in theirs if one in right_there ^ right_here),
    )


def _dataset_of(con: DuckDBPyConnection, log: HarnessLog, name: str | None) -> Dataset:
    asked = sorted({answer.item for answer in log.answers})
    if not asked:
        raise InputError(f"{log.file} holds no replies")
    known = [find_dataset(con, name)] if name else list(list_datasets(con))
    having = [dataset for dataset in known if _has_all(con, dataset, asked)]
    if name and not having:
        raise InputError(f"{log.file} holds replies to items that {name} does not have")
    if len(having) != 1:
        problem = "no data set here has" if not having else "several data sets here have"
        raise InputError(
            f"{problem} the items that {log.file} asks; generate the set that was exported, or name"
            " it with --dataset"
        )
    return having[0]


def _has_all(con: DuckDBPyConnection, dataset: Dataset, asked: Sequence[str]) -> bool:
    return n_of_hashes(con, dataset.dataset_id, asked) == len(asked)


def _graded(item: Item, answer: HarnessAnswer) -> Grade:
    if answer.raw is None:
        return Grade(None, None, Outcome.ERROR, Outcome.ERROR, "error")
    return grade(item, answer.raw, finish_reason="length" if answer.is_cut_off else None)


def _as_judged(answer: HarnessAnswer, verdict: Outcome, log: HarnessLog) -> Grade:
    if answer.raw is None:
        return Grade(None, None, Outcome.ERROR, Outcome.ERROR, "error")
    rule = f"{log.tool}: {log.scorer}"
    return Grade(None, answer.answer, verdict, verdict, rule)


def _run(
    log: HarnessLog,
    dataset: Dataset,
    items: dict[str, Item],
    origin: Origin,
    answers: Sequence[HarnessAnswer],
) -> Run:
    decisive = [(answer.item, answer.sample, answer.raw) for answer in answers]
    scorer = log.scorer if origin is Origin.REPRODUCED else ""
    asked = [items[answer.item] for answer in answers]
    split, language = part_of(asked)
    return Run(
        run_hash=run_hash(
            dataset.content_hash, log.tool, log.model, log.prompt, origin, scorer, decisive
        ),
        dataset=dataset.name,
        dataset_hash=dataset.content_hash,
        model=log.model,
        kind="published",
        prompt=log.prompt,
        split=split,
        language=language,
        samples=1 + max(answer.sample for answer in answers),
        origin=origin,
        n_planned=len(answers),
        finished_at=datetime.now(UTC).isoformat(),
        command=log.command,
        source=log.file,
    )


def _answers(grades: Mapping[HarnessAnswer, Grade]) -> Iterator[Answer]:
    for answer, verdict in grades.items():
        yield (
            Response(
                item=answer.item,
                sample=answer.sample,
                raw=answer.raw,
                error_kind=None if answer.raw is not None else "harness",
                error=answer.error,
                finish_reason="length" if answer.is_cut_off else None,
            ),
            verdict,
        )
