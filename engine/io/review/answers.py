"""People answer questions and are graded by the same rules as models."""

from __future__ import annotations

import shlex
from contextlib import closing
from pathlib import Path

from engine.ask.prompts import answer_line
from engine.ask.respondents import name_problem
from engine.core.errors import InputError
from engine.core.items import Grade, Item, Response
from engine.grade import grade
from engine.io.review.filled import read_sheet
from engine.io.review.purpose import Found, Purpose, Wish, Written, interval
from engine.io.review.questions import by_name, drawn, entries_of, of_split, sheet_of
from engine.io.review.sheet import Ask, wording
from engine.io.review.timing import ask_seconds, mean_seconds, seconds_of
from engine.store import (
    NO_PROMPT,
    Answer,
    Run,
    connect,
    connect_read_only,
    find_dataset,
    load_items,
    part_of,
    record_run,
    run_hash,
)
from engine.store.responses.measured import plain_runs
from engine.store.transactions import transaction

_N = 60
_COLUMNS = (
    "name",
    "questions",
    "right",
    "no answer",
    "accuracy",
    "95% interval",
    "seconds per answer",
)


def _asks() -> dict[str, Ask]:
    return {"answer": Ask(wording()["answers"]["answer"], may_be_empty=True), **ask_seconds()}


def write_answers(wish: Wish) -> Written:
    """A sheet on which people answer the questions that models are asked."""
    with closing(connect_read_only(wish.db)) as con:
        name = find_dataset(con, wish.dataset).name
        whole = of_split(tuple(load_items(con, name)), wish.split)
    chosen = drawn(whole, wish.n or _N, wish.seed or 0)
    return Written(sheet_of("answers", chosen, whole, name, _asks()), len(whole))


def read_answers(path: Path, wish: Wish) -> Found:
    """Store a person's answers as a run, and show how many are right.

    A cell is read like the answer line of a reply; an empty cell is no answer. The time that an
    answer took is stored where a model's time from request to reply is.

    Raises:
        InputError: the sheet is unreadable or has no answers, or the person's name is invalid or
        has answered already.
    """
    who = (wish.reader or "").strip()
    if problem := name_problem(who):
        raise InputError(problem)
    with closing(connect(wish.db)) as con:
        meta = find_dataset(con, wish.dataset)
        items = {item.hash: item for item in load_items(con, meta.name)}
        answers = _graded(path, tuple(items.values()))
        asked = sorted(response.item for response, _ in answers)
        split, language = part_of(items[one] for one in asked)
        run = Run(
            run_hash("human", who, meta.content_hash, asked),
            meta.name,
            meta.content_hash,
            who,
            "human",
            NO_PROMPT,
            split=split,
            language=language,
            n_planned=len(answers),
            command=f"sorites review read FILE {shlex.quote(meta.name)} --for answers --reader"
            f" {shlex.quote(who)}",
            source=path.name,
        )
        with transaction(con):
            stored = record_run(con, run, answers)
        if not stored.added:
            raise InputError(
                f"{who}'s answers to this sheet are in the database already, and stay as they"
                " came; read a corrected sheet under another name"
            )
        [row] = [one for one in plain_runs(con, meta.name) if one["run_hash"] == run.run_hash]
    numbers = {name: row[name] for name in ("n", "n_right", "n_no_answer", "low", "high")}
    milliseconds = mean_seconds(response.latency_ms for response, _ in answers)
    seconds = None if milliseconds is None else milliseconds / 1000
    return Found(
        document={"dataset": meta.name, "name": who, **numbers, "mean_seconds": seconds},
        title=f"{meta.name}: answers of a person",
        columns=_COLUMNS,
        rows=[
            (
                who,
                row["n"],
                row["n_right"],
                row["n_no_answer"],
                f"{row['value']:.1%}",
                interval(row["low"], row["high"]),
                "" if seconds is None else f"{seconds:.0f}",
            )
        ],
        answered=frozenset(asked),
    )


def _graded(path: Path, items: tuple[Item, ...]) -> tuple[Answer, ...]:
    known = by_name(items)
    answers: list[tuple[Response, Grade]] = []
    for row in read_sheet(path, _asks(), entries_of(items)):
        item, written = known[row.name], row["answer"]
        raw = answer_line(written) if written else ""
        took = seconds_of(row)
        latency = None if took is None else 1000 * took
        answers.append((Response(item.hash, raw=raw, latency_ms=latency), grade(item, raw)))
    if not any(response.raw for response, _ in answers):
        raise InputError(f"{path.name} has no answer; fill in its column `answer`")
    return tuple(answers)


ANSWERS = Purpose(
    "people answer the questions",
    write_answers,
    frozenset({"n", "seed", "split"}),
    read_answers,
    frozenset({"reader"}),
)
