"""Answers of a model that others send in: a file of raw replies, judged here and nowhere else.

A submission is one JSON object a line. The first says what was asked of whom; each other one holds
a raw reply to one item. There is no field for a verdict or a score: a file that has one is refused,
so that nothing on the board is anybody's claim.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Annotated, Literal, Self, TypeVar

import orjson
from duckdb import DuckDBPyConnection
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    model_validator,
)

from engine.errors import InputError
from engine.grading import grade
from engine.items import Grade, Item, Origin, Outcome, Response
from engine.respondents import name_problem
from engine.rotations import is_single_choice
from engine.store import Answer, Run, load_items, record_run, run_hash, transaction
from engine.suites import SuiteEntry, load_suite, suite_names

FORMAT: Literal["elenchus-submission-1"] = "elenchus-submission-1"

_STRICT = ConfigDict(frozen=True, extra="forbid")
_Form = TypeVar("_Form", bound=BaseModel)
_LATEST = timezone(timedelta(hours=14))
"""Where the day begins first: a later one than today's there has begun nowhere."""

_NONE = Grade(None, None, Outcome.ERROR, Outcome.ERROR, "error")

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


def _free(name: str) -> str:
    if problem := name_problem(name):
        raise ValueError(problem)
    return name


def _told(text: str) -> str:
    if not (text.strip() and text.isprintable()):
        raise ValueError("it is blank, or has signs that do not print")
    return text


class Header(BaseModel):
    """What was asked of whom, and when; `content_hash` says of which data set of a suite."""

    model_config = _STRICT

    format: Literal["elenchus-submission-1"]
    content_hash: str = Field(pattern="^[0-9a-f]{64}$")
    split: Literal["train", "validation", "test"] | None = None
    language: str | None = None
    rotated: bool = False
    model: Annotated[str, Field(max_length=200), AfterValidator(_free)]
    prompt: Annotated[str, Field(max_length=200), AfterValidator(_told)]
    settings: dict[str, JsonValue] = {}
    asked_from: date
    asked_to: date
    contact: Annotated[str, Field(max_length=200), AfterValidator(_told)]

    @model_validator(mode="after")
    def _days_have_been(self) -> Self:
        if self.asked_from > self.asked_to:
            raise ValueError(f"asked_from ({self.asked_from}) is after asked_to ({self.asked_to})")
        if self.asked_to > datetime.now(_LATEST).date():
            raise ValueError(f"asked_to ({self.asked_to}) is still to come")
        return self


class Reply(BaseModel):
    """One raw reply to one item, which is named by its hash; `raw` is null where none came."""

    model_config = _STRICT

    item: str = Field(pattern="^[0-9a-f]{64}$")
    rotation: int = Field(default=0, ge=0, le=15)
    raw: str | None = Field(max_length=200_000)
    finish_reason: str | None = None
    prompt_tokens: int | None = Field(default=None, ge=0)
    completion_tokens: int | None = Field(default=None, ge=0)


@dataclass(frozen=True, slots=True)
class Submission:
    """A file that was read: its header, its replies, the data set it is about and its SHA-256."""

    path: Path
    header: Header
    replies: tuple[Reply, ...]
    entry: SuiteEntry
    sha256: str


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a submission: right answers and others of all that the data set asks."""

    model: str
    dataset: str
    run_hash: str
    n_asked: int
    n_replies: int
    n_right: int
    n_no_answer: int

    @property
    def is_whole(self) -> bool:
        """Whether there is a line for every question."""
        return self.n_replies == self.n_asked


def read_submission(path: Path) -> Submission:
    """Read a file and find the frozen data set that it is about.

    Raises:
        InputError: it is not of the form, claims a verdict, has a reply twice, or is about a data
            set that no suite has frozen.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    lines = content.splitlines()
    if not lines:
        raise InputError(f"{path} is empty; its first line must say what was asked of whom")
    header = _line(Header, path, 1, lines[0])
    replies = tuple(_line(Reply, path, n, line) for n, line in enumerate(lines[1:], 2))
    seen: set[tuple[str, int]] = set()
    for number, reply in enumerate(replies, 2):
        place = reply.item, reply.rotation
        if place in seen:
            raise InputError(f"{path}, line {number}: the item {reply.item[:12]} is there twice")
        seen.add(place)
    return Submission(path, header, replies, _entry(header), hashlib.sha256(content).hexdigest())


def judge(con: DuckDBPyConnection, submission: Submission) -> Judged:
    """Judge every reply by our rules, and record them as a run of origin regraded.

    The data set must be in the database. Of a file that is not whole nothing is recorded, since
    its replies may have been chosen.

    Raises:
        InputError: a reply is to an item, or in an order, that was not to be asked.
    """
    header, items = submission.header, _asked(con, submission)
    asked = sum(_orders(submission, item) for item in items.values())
    answers = list(_answers(submission, items))
    run = _run(submission, asked)
    outcomes = [str(verdict.outcome) for _, verdict in answers]
    judged = Judged(
        header.model,
        submission.entry.name,
        run.run_hash,
        asked,
        len(answers),
        outcomes.count("right"),
        outcomes.count("no_answer"),
    )
    if judged.is_whole:
        with transaction(con):
            record_run(con, run, answers)
    return judged


def _asked(con: DuckDBPyConnection, submission: Submission) -> dict[str, Item]:
    header = submission.header
    return {
        item.hash: item
        for item in load_items(con, submission.entry.name)
        if header.split in (None, item.split) and header.language in (None, item.traits.language)
    }


def _orders(submission: Submission, item: Item) -> int:
    """In how many orders of its options an item was to be asked."""
    if not submission.header.rotated:
        return 1
    if not is_single_choice(item):
        raise InputError(
            f"{submission.path}, line 1: rotated: the questions of {submission.entry.name} are"
            " not choices among lettered options, so there is nothing to rotate"
        )
    return len(item.options)


def _answers(submission: Submission, items: dict[str, Item]) -> Iterator[Answer]:
    for number, reply in enumerate(submission.replies, 2):
        item = items.get(reply.item)
        if item is None or reply.rotation >= _orders(submission, item):
            raise InputError(
                f"{submission.path}, line {number}: the item {reply.item[:12]} (rotation"
                f" {reply.rotation}) is not among what the first line says was asked"
            )
        response = Response(
            reply.item,
            rotation=reply.rotation,
            raw=reply.raw,
            finish_reason=reply.finish_reason,
            error_kind=None if reply.raw is not None else "no reply",
            prompt_tokens=reply.prompt_tokens,
            completion_tokens=reply.completion_tokens,
        )
        judged = _NONE if reply.raw is None else grade(item, reply.raw, reply.rotation)
        yield response, judged


def _run(submission: Submission, n_planned: int) -> Run:
    header, entry = submission.header, submission.entry
    return Run(
        run_hash=run_hash(FORMAT, submission.sha256),
        dataset=entry.name,
        dataset_hash=entry.content_hash,
        model=header.model,
        kind="published",
        prompt=header.prompt,
        split=header.split,
        language=header.language,
        rotated=header.rotated,
        settings=orjson.dumps(header.settings, option=orjson.OPT_SORT_KEYS).decode(),
        origin=Origin.REGRADED,
        n_planned=n_planned,
        started_at=f"{header.asked_from}T00:00:00Z",
        finished_at=f"{header.asked_to}T00:00:00Z",
        source=f"submission {submission.path.name}, SHA-256 {submission.sha256[:12]}",
    )


def _entry(header: Header) -> SuiteEntry:
    frozen = [entry for name in suite_names() for entry in load_suite(name)]
    for entry in frozen:
        if entry.content_hash == header.content_hash:
            return entry
    known = ", ".join(entry.name for entry in frozen)
    raise InputError(
        f"no suite has frozen a data set with content {header.content_hash[:12]}; submissions are"
        f" about one of: {known} (`elenchus suite` makes them)"
    )


def _line(form: type[_Form], path: Path, number: int, line: bytes) -> _Form:
    try:
        return form.model_validate(orjson.loads(line))
    except orjson.JSONDecodeError as error:
        raise InputError(f"{path}, line {number} is not JSON: {error}") from None
    except ValidationError as error:
        raise InputError(f"{path}, line {number}: {_complaint(error)}") from None


def _complaint(error: ValidationError) -> str:
    """The first thing wrong with a line, and in which of its fields."""
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"])) or "the line"
    return f"{where}: {first['msg'].removeprefix('Value error, ')}"


def submission_lines(header: Header, replies: Sequence[Reply]) -> Iterator[bytes]:
    """The lines of a file, as `read_submission` reads them."""
    for line in (header, *replies):
        yield orjson.dumps(line.model_dump(mode="json", exclude_none=False)) + b"\n"


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
            " `elenchus sql"
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
        raise InputError(f"the run {run} cannot be sent in: {_complaint(error)}") from None
    return header, tuple(Reply(**reply) for reply in replies)
