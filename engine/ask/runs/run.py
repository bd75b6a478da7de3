"""Make a run: ask what the journal lacks, journal every answer, and update the database."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from engine.ask.endpoints.fuse import Fuse
from engine.ask.endpoints.model_names import is_other_model
from engine.ask.prompts import WITHHELD_OPTION, withheld
from engine.ask.runs.asking import Asked, Delivery, ask_built_in, ask_endpoint
from engine.ask.runs.batching import ask_batches, n_out
from engine.ask.runs.budget import Budget, Spending
from engine.ask.runs.lock import alone
from engine.ask.runs.plan import Plan, Question
from engine.ask.runs.requests_and_rows import now
from engine.ask.runs.spending import Price
from engine.ask.runs.tally import Failure, Tally
from engine.ask.runs.waiting import cached_first, failed_last
from engine.core.durable import write_durably
from engine.core.errors import InputError, StoreError
from engine.core.items import UNREAD, Grade, Item, Outcome, Response
from engine.core.statistics import Interval
from engine.grade import grade, grade_withheld
from engine.store import (
    Journal,
    ResponseCache,
    Run,
    StoreBusy,
    catch_up,
    connect_read_only,
    open_journal,
    read_journal,
    read_run,
    rotated_interval,
)
from engine.store.responses.journal import journal_root

WORKER = "answers"
CONFIGURATION = "configuration.json"
"""The file in a run's journal with its latest settings."""
_INGEST_EVERY_S = 30.0
_PATIENCE_S = 5.0
_BRIEFLY_S = 0.2

_ERROR = Grade(None, None, Outcome.ERROR, Outcome.ERROR, "error")

Judge = Callable[[Item, str, int, str | None], Grade]
"""Grades a reply to an item with its options in a rotation."""

Advance = Callable[[int, Tally], None]
"""Takes the number of new answers and the run's tally; the first call has those in the journal."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The results of a run. Shares are of the `n` answers; failed requests are not among them.

    `asked` counts those asked now; the rest were in the journal. `low` and `high` bound the 95%
    interval of accuracy, by groups of items. `textless` counts replies without text by why.
    `errors` counts failed requests by kind, `failures` by the endpoint's sentence. `served` counts
    the answers by what the endpoint says of itself: model, fingerprint and provider;
    `other_models` has those of models not asked for. `reused` came from the cache of earlier runs.
    `cost_usd` is None if unknown; `cost_source` says whether the endpoint charged it or a price
    gives it. `halted` says why the run ended early, `given_up` which of several endpoints were
    given up and why, and `postponed` why the database does not have the answers yet. `damaged`
    names the lines of the journal that were left out.
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
    n_cut_off: int
    textless: dict[str, int]
    errors: dict[str, int]
    failures: tuple[Failure, ...]
    accuracy: float | None
    low: float | None
    high: float | None
    strict_accuracy: float | None
    seconds: float
    reused: int
    served: dict[str, int]
    other_models: dict[str, int]
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float | None
    cost_source: str | None
    stopped: bool
    halted: str | None
    given_up: tuple[str, ...]
    postponed: str | None
    command: str
    damaged: tuple[str, ...] = ()

    @property
    def unasked(self) -> int:
        """The number of questions with neither an answer nor an error."""
        return self.n_planned - self.n - sum(self.errors.values())


def run_plan(
    db: Path,
    plan: Plan,
    delivery: Delivery | None = None,
    *,
    advance: Advance | None = None,
    price: Price | None = None,
    budget: Budget | None = None,
) -> Summary:
    """Ask the questions without an answer, and ingest everything into the database.

    A worker journals each answer before it asks another question, so a killed run loses at most the
    requests in flight. Earlier errors are asked again, last. Where another process has a built-in
    respondent answer the same questions, this one waits. If another has the database open, the
    answers wait in the journal and `postponed` says so. Questions that exceed the `budget`, at
    `price`, are not asked.

    Raises:
        InputError: another process is asking an endpoint for this run.
        StoreError: the journal cannot be written.
    """
    started = time.monotonic()
    folder = _open(db, plan)
    with alone(folder, plan.run.run_hash, waits=plan.where is None):
        tally = Tally(plan.items)
        for response, verdict in read_journal(folder):
            tally.add(response, verdict)
        most_tokens = plan.request.settings.most_tokens
        spending = Spending(plan.run.run_hash, tally, price, budget, most_tokens)
        with Journal(folder, WORKER) as journal:
            record = _Recorder(db, folder, journal, _judge(plan), tally, advance or _unwatched)
            if delivery is not None:
                record.seen = _Seen(plan.run.model, delivery.tell)
            record.advance(plan.n_answered(tally), tally)
            missing = failed_last(plan.questions, tally)
            if plan.where is None:
                asked = ask_built_in(plan, missing, record)
            else:
                how = _delivery(delivery, tally)
                _check_delivery(how, spending, folder)
                if tally.n < plan.run.n_planned:
                    _note_delivery(db, folder, plan, how, tally)
                with ResponseCache(db) as cache:
                    asked = _asked(plan, missing, record, how, cache, spending, folder)
        if not asked.is_stopped and not asked.halted and _is_whole(plan, tally):
            open_journal(db, replace(read_run(folder), finished_at=now()))
        ingested = catch_up(db, folder, patience_s=_PATIENCE_S, compares=True)
        postponed = ingested.postponed
        bounds = _bounds(db, plan, tally, postponed is not None)
        summary = _summary(plan, record, spending, asked, postponed, started, bounds)
        summary = replace(summary, damaged=ingested.skipped)
        return (
            summary
            if _is_as_asked(folder, delivery or Delivery())
            else replace(summary, cost_usd=None, cost_source=None)
        )


def _is_whole(plan: Plan, tally: Tally) -> bool:
    """Whether all parts of a run are here, be it as errors."""
    n_tried = tally.n + sum(tally.errors.values())
    return plan.request.part is None or n_tried >= plan.run.n_planned


def _is_as_asked(folder: Path, delivery: Delivery) -> bool:
    """Whether a run was always asked as now, in batches or not, so that its cost is known."""
    return bool(read_run(folder).is_batched) is delivery.is_batched


def _asked(
    plan: Plan,
    missing: Iterator[Question],
    record: _Recorder,
    delivery: Delivery,
    cache: ResponseCache,
    spending: Spending,
    folder: Path,
) -> Asked:
    """Ask the endpoint, in batches or one by one."""
    if delivery.is_batched:
        return ask_batches(plan, missing, record, delivery, cache, folder)
    if plan.request.until:  # the smaller sample first, so that a run cut short has all its answers
        missing = cached_first(plan, record.tally, cache)
    return ask_endpoint(plan, missing, record, delivery, cache, spending, record.alive)


def _check_delivery(delivery: Delivery, spending: Spending, folder: Path) -> None:
    if not delivery.is_batched and (n := n_out(folder)):
        raise InputError(
            f"{n:,} questions of this run are in flight in batches; collect them with --batch first"
        )
    if delivery.is_batched and spending.is_limited:
        raise InputError(
            "the cost of a batch is known only when it ends, so --max-cost cannot be enforced with"
            " --batch; leave one of them out"
        )


def _delivery(delivery: Delivery | None, tally: Tally) -> Delivery:
    """The delivery, with a fuse that knows whether the endpoint answered this run before."""
    delivery = delivery or Delivery()
    fuse = replace(delivery.fuse or Fuse(), has_answered=tally.n > 0)
    return replace(delivery, fuse=fuse)


def _note_delivery(db: Path, folder: Path, plan: Plan, delivery: Delivery, tally: Tally) -> None:
    """Add to the journal where and how the run is asked now.

    A run's settings do not say that it is batched, but its command does.
    """
    known = read_run(folder)
    beside = dict.fromkeys((*known.beside, *(address.shown for address in plan.beside)))
    is_alike = not tally.n or known.is_batched is delivery.is_batched
    is_batched = delivery.is_batched if is_alike else None
    command = f"{plan.run.command} --batch" if is_batched else plan.run.command
    noted = replace(known, beside=tuple(beside), is_batched=is_batched, command=command)
    open_journal(db, noted)
    if delivery.configuration is not None:
        write_durably(folder / CONFIGURATION, delivery.configuration.encode())


def _judge(plan: Plan) -> Judge:
    if plan.request.probe == WITHHELD_OPTION:
        return lambda item, raw, *_: grade_withheld(withheld(item), raw)
    return grade


def _unwatched(_: int, __: Tally) -> None:
    """Ignore the progress."""


class _Seen:
    """Tells the user once if another model answers than asked for."""

    def __init__(self, asked: str, tell: Callable[[str], None]) -> None:
        self._asked = asked
        self._tell = tell
        self._known: set[str | None] = {None}
        self._has_warned = False

    def look(self, served: str | None) -> None:
        """Note the model that a reply names."""
        if served not in self._known:
            self._known.add(served)
            if not self._has_warned and served and is_other_model(self._asked, served):
                self._has_warned = True
                self._tell(f"another model answers: {served}, although {self._asked} was asked for")


class _Recorder:
    """Grades and journals each answer, and ingests the journal from time to time."""

    def __init__(
        self,
        db: Path,
        folder: Path,
        journal: Journal,
        judge: Judge,
        tally: Tally,
        advance: Advance,
    ) -> None:
        self.asked = 0
        self.reused = 0
        self.tally = tally
        self.seen: _Seen | None = None
        self.advance = advance
        self._judge = judge
        self._db = db
        self._folder = folder
        self._journal = journal
        self._ingest_at = time.monotonic() + _INGEST_EVERY_S

    def alive(self) -> None:
        """Show the state again, although nothing was answered."""
        self.advance(0, self.tally)

    def __call__(self, item: Item, response: Response) -> None:
        verdict = _ERROR
        if not response.error_kind:
            raw, finish = response.raw or "", response.finish_reason
            verdict = self._judge(item, raw, response.rotation, finish)
        self._journal.append(response, verdict, item.group)
        self.tally.add(response, verdict)
        if self.seen:
            self.seen.look(response.served_model)
        self.asked += not response.is_reused
        self.reused += response.is_reused
        self.advance(1, self.tally)
        if time.monotonic() >= self._ingest_at:
            catch_up(self._db, self._folder, patience_s=_BRIEFLY_S)
            self._ingest_at = time.monotonic() + _INGEST_EVERY_S


def _open(db: Path, plan: Plan) -> Path:
    """Open the run's journal; a continued run keeps its start, addresses and command."""
    run = replace(plan.run, started_at=now())
    known = None
    with suppress(InputError):
        known = read_run(journal_root(db) / run.run_hash)
    if known is not None:
        run = replace(
            run,
            started_at=known.started_at or run.started_at,
            beside=known.beside,
            is_batched=known.is_batched,
            command=known.command or run.command,
            server=run.server or known.server,
            weights=run.weights or known.weights,
        )
        _check_weights(known, run)
    try:
        return open_journal(db, run, plan.questions.planned)
    except OSError as error:
        raise StoreError(
            f"cannot write a journal next to {db}: {error.strerror}; free disk space or name a"
            " database in a writable folder"
        ) from None


def _check_weights(known: Run, run: Run) -> None:
    if known.weights not in (None, run.weights):
        raise InputError(
            f"the run {run.run_hash[:12]} was begun with other weights of {run.model}; serve these"
            " under another name, and give it with --model"
        )


def _bounds(db: Path, plan: Plan, tally: Tally, is_postponed: bool) -> Interval | None:
    """The interval of accuracy as on boards; for rotated runs it comes from the database."""
    if plan.request.until:
        return tally.sequence
    if is_postponed or not plan.run.rotated:
        return tally.interval
    try:
        con = connect_read_only(db)
    except StoreBusy:  # another process has just opened it
        return tally.interval
    with closing(con):
        return rotated_interval(con, plan.run.run_hash, tally.n) or tally.interval


def _summary(
    plan: Plan,
    record: _Recorder,
    spending: Spending,
    asked: Asked,
    postponed: str | None,
    started: float,
    bounds: Interval | None,
) -> Summary:
    tally = record.tally
    n, right = tally.n, tally.outcomes[Outcome.RIGHT]
    return Summary(
        model=plan.run.model,
        dataset=plan.run.dataset,
        prompt=plan.run.prompt,
        probe=plan.run.probe,
        run_hash=plan.run.run_hash,
        n_planned=plan.run.n_planned,
        n=n,
        asked=record.asked,
        n_right=right,
        n_wrong=tally.outcomes[Outcome.WRONG],
        n_no_answer=sum(tally.outcomes[outcome] for outcome in UNREAD),
        n_cut_off=tally.outcomes[Outcome.CUT_OFF],
        textless={why.value: n for why, n in tally.textless.most_common()},
        errors=tally.errors,
        failures=tally.failures,
        accuracy=right / n if n else None,
        low=bounds.low if bounds else None,
        high=bounds.high if bounds else None,
        strict_accuracy=tally.strictly_right / n if n else None,
        seconds=round(time.monotonic() - started, 3),
        reused=record.reused,
        served=dict(tally.served),
        other_models={
            name: n for name, n in tally.models.items() if is_other_model(plan.run.model, name)
        },
        prompt_tokens=tally.prompt_tokens,
        completion_tokens=tally.completion_tokens,
        cost_usd=spending.cost_usd,
        cost_source=spending.source,
        stopped=asked.is_stopped,
        halted=asked.halted,
        given_up=asked.given_up,
        postponed=postponed,
        command=plan.run.command or "",
    )
