"""Putting questions: to a built-in respondent in process, or to an endpoint many at a time."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from itertools import chain
from typing import NamedTuple

from engine.evaluation.budget import Spending
from engine.evaluation.plan import Plan, Question
from engine.evaluation.stopping import finish, stopping
from engine.items import Item, Response
from engine.prompts import messages, probed
from engine.respondents import Learner, respondent
from engine.respondents.address import Address
from engine.respondents.endpoint import Endpoint
from engine.respondents.fuse import Fuse
from engine.respondents.pacing import Limits, Pace
from engine.respondents.replies import Reply
from engine.respondents.retrying import Patience
from engine.respondents.settings import with_system
from engine.rotations import rotated
from engine.store import ResponseCache, cache_key

Record = Callable[[Item, Response], None]
"""Told an item as it is stored, and what came back when it was asked."""

_OF_REPLY = tuple(field.name for field in fields(Reply))


def _unheard(_: str) -> None:
    """What nobody listens to."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How an endpoint is asked, which changes no answer and so is no part of a plan.

    `limits` are those of the plan's endpoint and `beside` those of the addresses beside it.
    `patience` and `fuse` of None are the usual ones. `paces`, by the number of the address, go on
    from run to run, so that limits hold over all that are made in this manner. With `is_fresh` no
    answer comes from the cache of earlier runs. With `is_batched` the questions go out in batches,
    after which is looked every `look_every_s` seconds; `tell` is told in sentences how they stand.
    """

    limits: Limits = field(default_factory=Limits)
    beside: tuple[Limits, ...] = ()
    timeout_s: float = 600.0
    patience: Patience | None = None
    fuse: Fuse | None = None
    is_fresh: bool = False
    is_batched: bool = False
    look_every_s: float = 30.0
    tell: Callable[[str], None] = _unheard
    paces: dict[int, Pace] = field(default_factory=dict)


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
    spending: Spending,
) -> Asked:
    """Ask the plan's endpoint. Every reply is recorded before its worker takes another question."""
    if plan.where is None:
        raise ValueError("the plan has no endpoint")
    first = next(questions, None)
    if first is None:
        return Asked()  # without the client, which takes most of a second to load
    endpoints = [
        Endpoint(
            plan.request.model,
            where,
            plan.request.settings,
            limits=limits,
            timeout_s=manner.timeout_s,
            patience=manner.patience,
            fuse=replace(manner.fuse or Fuse()),
            pace=manner.paces.setdefault(number, Pace(limits)),
        )
        for number, (where, limits) in enumerate(
            zip((plan.where, *plan.beside), (manner.limits, *manner.beside), strict=True)
        )
    ]
    asking = _Asking(
        plan, endpoints, chain([first], questions), record, cache, spending, manner.is_fresh
    )
    return asyncio.run(asking.with_workers())


class _Asking:
    """One run's asking of the endpoints of a model, each by workers of its own."""

    def __init__(
        self,
        plan: Plan,
        endpoints: Sequence[Endpoint],
        questions: Iterator[Question],
        record: Record,
        cache: ResponseCache,
        spending: Spending,
        is_fresh: bool,
    ) -> None:
        self._plan = plan
        self._endpoints = endpoints
        self._questions = questions
        self._given_back: deque[Question] = deque()
        self._record = record
        self._cache = cache
        self._spending = spending
        self._is_fresh = is_fresh
        self._halted: str | None = None
        self._stop = asyncio.Event()
        self._n_out = 0
        self._news = asyncio.Condition()
        """Something was given back, or nothing is out any more that might be."""

    async def with_workers(self) -> Asked:
        """Ask everything, as many questions at a time as each endpoint is allowed at most."""
        async with AsyncExitStack() as stack:
            tasks = []
            for endpoint in self._endpoints:
                await stack.enter_async_context(endpoint)
                workers = range(endpoint.concurrency)
                tasks += [asyncio.create_task(self._work(endpoint)) for _ in workers]
            with stopping(self._stop, tasks):
                await finish(tasks)
        if self._given_back:
            down = [endpoint.fuse.reason for endpoint in self._endpoints]
            self._halted = self._halted or next(filter(None, [self._spending.halted, *down]), None)
        return Asked(self._stop.is_set(), self._halted)

    async def _work(self, endpoint: Endpoint) -> None:
        # The iterator is shared: a question goes to whichever worker is free.
        while not (self._stop.is_set() or self._is_halted() or endpoint.fuse.reason):
            question = self._next()
            if question is not None:
                await self._put(endpoint, question)
            elif len(self._endpoints) > 1 and self._n_out:
                async with self._news:
                    await self._news.wait_for(lambda: self._given_back or not self._n_out)
            else:
                return

    def _next(self) -> Question | None:
        """The next question; those that an endpoint gave up go to another first."""
        return self._given_back.popleft() if self._given_back else next(self._questions, None)

    def _is_halted(self) -> bool:
        down = [endpoint.fuse.reason for endpoint in self._endpoints]
        self._halted = self._halted or (down[0] if all(down) else None) or self._spending.halted
        return self._halted is not None

    async def _put(self, endpoint: Endpoint, question: Question) -> None:
        self._n_out += 1
        try:
            is_settled = await self._settle(endpoint, question)
        finally:
            self._n_out -= 1
        if not is_settled or not self._n_out:
            async with self._news:
                self._news.notify_all()

    async def _settle(self, endpoint: Endpoint, question: Question) -> bool:
        """Get a reply and record it; False if the endpoint, or the budget, gave the question up."""
        asked = sent(self._plan, question, endpoint.where)
        known = None if self._is_fresh else remembered(self._cache, asked)
        if known is not None:
            self._record(question.item, responded(question, asked, known, now(), True))
            return True
        reserved = await self._spending.reserve(len(asked.body))
        reply = None
        try:
            if reserved is not None and not self._stop.is_set():
                asked_at = now()
                reply = await endpoint.ask(asked.body)
                if reply is not None:
                    self._record(question.item, responded(question, asked, reply, asked_at, False))
        finally:
            if reserved is not None:
                is_answered = reply is not None and reply.error_kind is None
                await self._spending.release(reserved, len(asked.body), is_answered)
        if reply is None:
            self._given_back.append(question)
            return False
        remember(self._cache, asked, reply)
        return True


class Sent(NamedTuple):
    """What puts a question: its messages, the body of the request, and its keys in the cache.

    The first key names the address that is asked, the others those that are asked beside it.
    """

    messages: tuple[dict[str, str], ...]
    body: bytes
    keys: tuple[bytes, ...]


def sent(plan: Plan, question: Question, where: Address) -> Sent:
    """What is sent to put a question of a plan to one of its addresses."""
    item, sample, rotation = question
    settings = plan.request.settings
    shown = rotated(item, rotation)
    asked = messages(shown, plan.prompt, plan.request.probe, plan.examples.for_item(item))
    asked = tuple(dict(message) for message in with_system(asked, settings.system))
    body = settings.body(plan.request.model, asked)
    others = (place for place in (plan.where, *plan.beside) if place not in (where, None))
    places = (where, *others) if plan.beside else (where,)
    keys = (cache_key(place.shown, settings.path, body, sample) for place in places if place)
    return Sent(asked, body, tuple(keys))


def remembered(cache: ResponseCache, asked: Sent) -> Reply | None:
    """The reply that an earlier run got to the very same at one of these addresses, or None."""
    known = next(filter(None, map(cache.find, asked.keys)), None)
    return Reply(**known) if known else None


def remember(cache: ResponseCache, asked: Sent, reply: Reply) -> None:
    """Keep a reply for later runs; an error is none."""
    if reply.error_kind is None:
        told = {name: getattr(reply, name) for name in _OF_REPLY}
        cache.keep(
            asked.keys[0], {name: value for name, value in told.items() if value is not None}
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


def now() -> str:
    """The time in UTC, by ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
