"""Putting questions: to a built-in respondent in process, or to an endpoint many at a time."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from itertools import chain
from typing import NamedTuple

from engine.evaluation.plan import Plan, Question
from engine.items import Item, Response
from engine.prompts import messages, probed
from engine.respondents import Learner, respondent
from engine.respondents.endpoint import Endpoint
from engine.respondents.fuse import Fuse
from engine.respondents.pacing import Limits
from engine.respondents.replies import Reply
from engine.respondents.retrying import Patience
from engine.respondents.settings import with_system
from engine.rotations import rotated
from engine.store import ResponseCache, cache_key

Record = Callable[[Item, Response], None]
"""Told an item as it is stored, and what came back when it was asked."""

Halt = Callable[[], str | None]
"""Says in a clause why nothing more may be asked; None while it may."""

GRACE_S = 5.0
"""How long a stopped run waits for the answers in flight, in seconds."""


def _unheard(_: str) -> None:
    """What nobody listens to."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How an endpoint is asked, which changes no answer and so is no part of a plan.

    `patience` and `fuse` of None are the usual ones. With `is_fresh` no answer comes from the cache
    of earlier runs. With `is_batched` the questions go out in batches, after which is looked every
    `look_every_s` seconds; `tell` is told in sentences how they stand.
    """

    limits: Limits = field(default_factory=Limits)
    timeout_s: float = 600.0
    patience: Patience | None = None
    fuse: Fuse | None = None
    is_fresh: bool = False
    is_batched: bool = False
    look_every_s: float = 30.0
    tell: Callable[[str], None] = _unheard


@dataclass(frozen=True, slots=True)
class Asked:
    """How the asking ended: stopped by the user, or halted for a reason, or neither."""

    is_stopped: bool = False
    halted: str | None = None


def ask_built_in(plan: Plan, questions: Iterator[Question], record: Record) -> Asked:
    """Answer every question in this process."""
    answers = respondent(plan.request.model)
    is_taught = not isinstance(answers, Learner)
    try:
        for item, sample, rotation in questions:
            if isinstance(answers, Learner) and not is_taught:
                answers.fit(plan.train)
                is_taught = True
            shown = probed(rotated(item, rotation), plan.request.probe)
            asked_at, started = now(), time.perf_counter()
            raw = answers.answer(shown)
            latency = (time.perf_counter() - started) * 1000
            response = Response(
                item.hash,
                sample,
                rotation,
                raw=raw,
                latency_ms=round(latency, 4),
                asked_at=asked_at,
            )
            record(item, response)
    except KeyboardInterrupt:
        return Asked(is_stopped=True)
    return Asked()


def ask_endpoint(
    plan: Plan,
    questions: Iterator[Question],
    record: Record,
    manner: Manner,
    cache: ResponseCache,
    halt: Halt,
) -> Asked:
    """Ask the plan's endpoint. Every reply is recorded before its worker takes another question."""
    if plan.where is None:
        raise ValueError("the plan has no endpoint")
    first = next(questions, None)
    if first is None:
        return Asked()  # without the client, which takes most of a second to load
    endpoint = Endpoint(
        plan.request.model,
        plan.where,
        plan.request.settings,
        limits=manner.limits,
        timeout_s=manner.timeout_s,
        patience=manner.patience,
        fuse=manner.fuse,
    )
    asking = _Asking(
        plan, endpoint, chain([first], questions), record, cache, halt, manner.is_fresh
    )
    return asyncio.run(asking.with_workers(manner.limits.concurrency))


class _Asking:
    """One run's asking of one endpoint."""

    def __init__(
        self,
        plan: Plan,
        endpoint: Endpoint,
        questions: Iterator[Question],
        record: Record,
        cache: ResponseCache,
        halt: Halt,
        is_fresh: bool,
    ) -> None:
        self._plan = plan
        self._endpoint = endpoint
        self._questions = questions
        self._record = record
        self._cache = cache
        self._halt = halt
        self._is_fresh = is_fresh
        self._halted: str | None = None

    async def with_workers(self, workers: int) -> Asked:
        """Ask everything, `workers` questions at a time at most."""
        stop = asyncio.Event()
        async with self._endpoint:
            tasks = [asyncio.create_task(self._work(stop)) for _ in range(workers)]
            with _stopping(stop, tasks):
                await _finish(tasks)
        return Asked(stop.is_set(), self._halted)

    async def _work(self, stop: asyncio.Event) -> None:
        # The iterator is shared: a question goes to whichever worker is free.
        for question in self._questions:
            if stop.is_set() or self._is_halted():
                return
            await self._put(question)

    def _is_halted(self) -> bool:
        self._halted = self._halted or self._endpoint.fuse.reason or self._halt()
        return self._halted is not None

    async def _put(self, question: Question) -> None:
        asked = sent(self._plan, question)
        known = None if self._is_fresh else remembered(self._cache, asked)
        asked_at = now()
        reply = known or await self._endpoint.ask(asked.body)
        if reply is None:
            self._is_halted()
            return
        self._record(question.item, responded(question, asked, reply, asked_at, known is not None))
        if known is None:
            remember(self._cache, asked, reply)


class Sent(NamedTuple):
    """What puts a question: its messages, the body of the request, and the key in the cache."""

    messages: tuple[dict[str, str], ...]
    body: bytes
    key: bytes


def sent(plan: Plan, question: Question) -> Sent:
    """What is sent to put a question of a plan."""
    item, sample, rotation = question
    settings = plan.request.settings
    shown = rotated(item, rotation)
    asked = messages(shown, plan.prompt, plan.request.probe, plan.examples.for_item(item))
    asked = tuple(dict(message) for message in with_system(asked, settings.system))
    body = settings.body(plan.request.model, asked)
    address = plan.where.shown if plan.where else ""
    return Sent(asked, body, cache_key(address, settings.path, body, sample))


def remembered(cache: ResponseCache, asked: Sent) -> Reply | None:
    """The reply that an earlier run got to the very same; None if there was none."""
    known = cache.find(asked.key)
    return Reply(**known) if known else None


def remember(cache: ResponseCache, asked: Sent, reply: Reply) -> None:
    """Keep a reply for later runs; an error is none."""
    if reply.error_kind is None:
        cache.keep(
            asked.key, {name: value for name, value in asdict(reply).items() if value is not None}
        )


def responded(
    question: Question, asked: Sent, reply: Reply, asked_at: str, is_reused: bool
) -> Response:
    """The row of a reply to a question."""
    return Response(
        question.item.hash,
        question.sample,
        question.rotation,
        messages=asked.messages,
        raw=reply.raw,
        reasoning=reply.reasoning,
        finish_reason=reply.finish_reason,
        error_kind=reply.error_kind,
        error=reply.error,
        latency_ms=reply.latency_ms,
        prompt_tokens=reply.prompt_tokens,
        completion_tokens=reply.completion_tokens,
        asked_at=asked_at,
        is_reused=is_reused,
    )


async def _finish(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Wait for all tasks; the first failure ends the others and is raised."""
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    for task in done:
        if not task.cancelled() and (error := task.exception()):
            raise error


@contextmanager
def _stopping(stop: asyncio.Event, tasks: Sequence[asyncio.Task[None]]) -> Iterator[None]:
    """Ctrl-C stops the run: what is in flight may still arrive for a moment; twice, at once."""
    loop = asyncio.get_running_loop()

    def cancel() -> None:
        for task in tasks:
            task.cancel()

    def interrupt() -> None:
        if stop.is_set():
            cancel()
        stop.set()
        loop.call_later(GRACE_S, cancel)

    try:
        loop.add_signal_handler(signal.SIGINT, interrupt)
    except (ValueError, RuntimeError, NotImplementedError):
        # Not the main thread, or no such signals here: Ctrl-C then ends the run at once.
        yield
        return
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)


def now() -> str:
    """The time in UTC, by ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
