"""Making a run: ask what the journal lacks, journal every answer, keep the database up to date."""

from __future__ import annotations

import fcntl
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from engine.errors import InputError, StoreError
from engine.evaluation.asking import ask_built_in, ask_endpoint
from engine.evaluation.plan import Plan
from engine.grading import grade, grade_withheld
from engine.items import Grade, Item, Outcome, Response
from engine.prompts import WITHHELD_OPTION, withheld
from engine.respondents.retrying import Patience
from engine.statistics import wilson
from engine.store import Journal, catch_up, open_journal, read_journal, read_run
from engine.store.journal import journal_root

WORKER = "answers"
_LOCK = "lock"
_INGEST_EVERY_S = 30.0
_PATIENCE_S = 5.0
_BRIEFLY_S = 0.2

_ERROR = Grade(None, None, Outcome.ERROR, Outcome.ERROR, "error")

_Key = tuple[str, int, int]

Judge = Callable[[Item, str, int], Grade]
"""Judges a reply to an item whose options were shown in a rotation."""

Advance = Callable[[int], None]
"""Told how many answers there are more than before; first, how many the journal holds."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run stands at. Shares are of all `n` answers; errors and no answers count as wrong.

    `asked` is how many were asked now; the rest were in the journal. `low` and `high` bound the
    accuracy's 95 % Wilson interval. `errors` counts by kind; `unasked` are still to be asked.
    """

    model: str
    dataset: str
    prompt: str
    probe: str | None
    run_hash: str
    n_planned: int
    n: int
    asked: int
    n_right: int
    n_wrong: int
    n_no_answer: int
    errors: dict[str, int]
    accuracy: float | None
    low: float | None
    high: float | None
    strict_accuracy: float | None
    seconds: float
    stopped: bool
    postponed: str | None
    command: str

    @property
    def unasked(self) -> int:
        """How many questions have neither an answer nor an error."""
        return self.n_planned - self.n


def run_plan(
    db: Path,
    plan: Plan,
    *,
    concurrency: int = 16,
    advance: Advance | None = None,
    patience: Patience | None = None,
    timeout_s: float = 600.0,
) -> Summary:
    """Ask what has no answer yet, and bring everything into the database.

    An answer is in the journal before the next question of its worker is put; killed at any
    moment, a run loses at most what was in flight. Earlier errors are asked again. If the
    database is held open elsewhere, the answers wait in the journal and `postponed` says so.

    Raises:
        InputError: this very run is going on in another process.
        StoreError: the journal cannot be written.
    """
    started = time.monotonic()
    folder = _open(db, plan)
    with _alone(folder, plan):
        grades = _answered(folder)
        missing = [question for question in plan.questions if question.key not in grades]
        with Journal(folder, WORKER) as journal:
            record = _Recorder(db, folder, journal, _judge(plan), advance or _unwatched)
            record.advance(plan.run.n_planned - len(missing))
            if plan.where is None:
                finished = ask_built_in(plan, missing, record)
            else:
                finished = ask_endpoint(
                    plan, missing, record, concurrency, patience=patience, timeout_s=timeout_s
                )
        if finished:
            open_journal(db, replace(read_run(folder), finished_at=_now()))
        postponed = catch_up(db, folder, patience_s=_PATIENCE_S).postponed
        return _summary(plan, folder, record.asked, finished, postponed, started)


def _judge(plan: Plan) -> Judge:
    if plan.request.probe == WITHHELD_OPTION:
        return lambda item, raw, _: grade_withheld(withheld(item), raw)
    return grade


def _unwatched(_: int) -> None:
    """Progress that nobody watches."""


class _Recorder:
    """Grades and journals each answer, and now and then brings the database up to date."""

    def __init__(
        self, db: Path, folder: Path, journal: Journal, judge: Judge, advance: Advance
    ) -> None:
        self.asked = 0
        self.advance = advance
        self._judge = judge
        self._db = db
        self._folder = folder
        self._journal = journal
        self._ingest_at = time.monotonic() + _INGEST_EVERY_S

    def __call__(self, item: Item, response: Response) -> None:
        verdict = _ERROR
        if not response.error_kind:
            verdict = self._judge(item, response.raw or "", response.rotation)
        self._journal.append(response, verdict)
        self.asked += 1
        self.advance(1)
        if time.monotonic() >= self._ingest_at:
            catch_up(self._db, self._folder, patience_s=_BRIEFLY_S)
            self._ingest_at = time.monotonic() + _INGEST_EVERY_S


def _open(db: Path, plan: Plan) -> Path:
    """The run's journal; a run that is continued keeps the time at which it began."""
    try:
        began = read_run(journal_root(db) / plan.run.run_hash).started_at
    except InputError:
        began = None
    try:
        return open_journal(db, replace(plan.run, started_at=began or _now()))
    except OSError as error:
        raise StoreError(
            f"cannot write a journal beside {db}: {error.strerror}; free the disk or name a "
            "database in a folder that can be written"
        ) from None


@contextmanager
def _alone(folder: Path, plan: Plan) -> Iterator[None]:
    """Keep a second process from asking the same questions at the same time."""
    with (folder / _LOCK).open("a+b") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            process = lock.read().decode("ascii", "replace") or "?"
            raise InputError(
                f"the run {plan.run.run_hash[:12]} is going on in process {process}; let it "
                "finish, or stop it and repeat the command"
            ) from None
        lock.truncate(0)
        lock.write(str(os.getpid()).encode())
        lock.flush()
        yield


def _answered(folder: Path) -> dict[_Key, Grade]:
    """The grades of the questions that have an answer; an error is none."""
    return {
        _key(response): verdict
        for response, verdict in read_journal(folder)
        if verdict.outcome is not Outcome.ERROR
    }


def _key(response: Response) -> _Key:
    """The key of the question that was answered (see `Question.key`)."""
    return response.item, response.sample, response.rotation


def _summary(
    plan: Plan, folder: Path, asked: int, finished: bool, postponed: str | None, started: float
) -> Summary:
    answered = _answered(folder)
    failed: dict[_Key, str] = {
        _key(response): response.error_kind or "error"
        for response, verdict in read_journal(folder)
        if verdict.outcome is Outcome.ERROR and _key(response) not in answered
    }
    outcomes = Counter(verdict.outcome for verdict in answered.values())
    n, right = len(answered) + len(failed), outcomes[Outcome.RIGHT]
    strict = sum(v.strict_outcome is Outcome.RIGHT for v in answered.values())
    items = len({item for item, _, _ in (*answered, *failed)})
    # Several answers to one item are not several items, as in the view `accuracy`.
    low, high = wilson(right * items / n, items) if n else (None, None)
    return Summary(
        model=plan.run.model,
        dataset=plan.run.dataset,
        prompt=plan.run.prompt,
        probe=plan.run.probe,
        run_hash=plan.run.run_hash,
        n_planned=plan.run.n_planned,
        n=n,
        asked=asked,
        n_right=right,
        n_wrong=outcomes[Outcome.WRONG],
        n_no_answer=outcomes[Outcome.NO_ANSWER],
        errors=dict(sorted(Counter(failed.values()).items())),
        accuracy=right / n if n else None,
        low=low,
        high=high,
        strict_accuracy=strict / n if n else None,
        seconds=round(time.monotonic() - started, 3),
        stopped=not finished,
        postponed=postponed,
        command=plan.run.command or "",
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
