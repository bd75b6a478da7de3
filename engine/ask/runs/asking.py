"""Ask questions of a built-in respondent in this process, or of endpoints concurrently."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from itertools import chain

from engine.ask.endpoints.endpoint import Endpoint
from engine.ask.endpoints.fuse import Fuse
from engine.ask.endpoints.pacing import Limits, Pace
from engine.ask.endpoints.replies import Reply
from engine.ask.endpoints.request_fields import Api
from engine.ask.endpoints.retrying import Patience
from engine.ask.prompts import probed
from engine.ask.respondents import Learner, respondent
from engine.ask.runs.budget import Spending
from engine.ask.runs.echoing import Echoing, scoring_words
from engine.ask.runs.plan import Plan, Question
from engine.ask.runs.requests_and_rows import now, remember, remembered, responded, sent
from engine.ask.runs.stopping import finish, stopping
from engine.ask.runs.waiting import Waiting
from engine.core.items import Item, Response
from engine.core.rotations import rotated
from engine.store import ResponseCache

Record = Callable[[Item, Response], None]
"""Records the response to an item; the item is as stored."""

_ALIVE_S = 2.0
"""The state is shown again after so long, also while no reply comes."""


def _unheard(_: str) -> None:
    """Ignore the sentence."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """How requests are sent. This changes no answer, so it is not part of a plan.

    `limits` apply to the plan's endpoint and `beside` to further addresses. `patience` and `fuse`
    default to the usual ones. `paces`, by the number of the address, persist between runs, so that
    limits hold over all runs of a command. `is_fresh` ignores the cache of earlier runs. `answered`
    are the numbers of the addresses that have answered since the command began. `is_batched` sends
    questions in batches, polled every `look_every_s` seconds; `tell` reports their progress.
    `configuration` is stored with the journal of a run.
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
    configuration: str | None = None
    paces: dict[int, Pace] = field(default_factory=dict)
    answered: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Asked:
    """How asking ended: stopped by the user, halted for a reason, or complete.

    `given_up` has a sentence per endpoint that was given up, if there are several.
    """

    is_stopped: bool = False
    halted: str | None = None
    given_up: tuple[str, ...] = ()


def ask_built_in(plan: Plan, questions: Iterator[Question], record: Record) -> Asked:
    """Answer every question in this process."""
    answers = respondent(plan.request.model)
    is_taught = not isinstance(answers, Learner)
    try:
        for item, sample, rotation in questions:
            if isinstance(answers, Learner) and not is_taught:
                answers.fit(plan.material.train)
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
    delivery: Delivery,
    cache: ResponseCache,
    spending: Spending,
    alive: Callable[[], None],
) -> Asked:
    """Ask the plan's endpoints; a worker records each reply before it takes another question.

    `alive` is called every few seconds, also while no reply comes.
    """
    if plan.where is None:
        raise ValueError("the plan has no endpoint")
    settings = plan.request.settings
    if settings.by_likelihood:
        is_tried = settings.api is not Api.CHAT
        delivery.tell(f"{scoring_words(is_tried)}{', if the endpoint echoes' if is_tried else ''}")
    first = next(questions, None)
    if first is None:
        return Asked()  # before loading the client, which takes most of a second
    endpoints = [
        Endpoint(
            plan.request.model,
            where,
            plan.request.settings,
            limits=limits,
            timeout_s=delivery.timeout_s,
            patience=delivery.patience,
            fuse=replace(delivery.fuse or Fuse(), answered=number in delivery.answered),
            pace=delivery.paces.setdefault(number, Pace(limits)),
        )
        for number, (where, limits) in enumerate(
            zip((plan.where, *plan.beside), (delivery.limits, *delivery.beside), strict=True)
        )
    ]
    asking = _Asking(plan, endpoints, chain([first], questions), record, cache, spending, delivery)
    try:
        return asyncio.run(asking.with_workers(alive))
    finally:
        delivery.answered.update(n for n, one in enumerate(endpoints) if one.fuse.answered)


async def _every(seconds: float, call: Callable[[], None]) -> None:
    while True:
        await asyncio.sleep(seconds)
        call()


class _Asking:
    """Asks the questions of a run; each endpoint has its own workers."""

    def __init__(
        self,
        plan: Plan,
        endpoints: Sequence[Endpoint],
        questions: Iterator[Question],
        record: Record,
        cache: ResponseCache,
        spending: Spending,
        delivery: Delivery,
    ) -> None:
        self._plan = plan
        self._endpoints = endpoints
        self._waiting = Waiting(questions, endpoints)
        self._record = record
        self._cache = cache
        self._spending = spending
        self._delivery = delivery
        self._halted: str | None = None
        self._echoing = Echoing(delivery.tell)
        self._stop = asyncio.Event()
        self._n_out = 0
        self._news = asyncio.Condition()
        """Notified when a question comes back, or when none is in flight that might."""

    async def with_workers(self, alive: Callable[[], None]) -> Asked:
        """Ask everything, with as many workers as the concurrency of each endpoint."""
        async with AsyncExitStack() as stack:
            tasks = []
            for endpoint in self._endpoints:
                await stack.enter_async_context(endpoint)
                workers = range(endpoint.concurrency)
                tasks += [asyncio.create_task(self._work(endpoint)) for _ in workers]
            watching = asyncio.create_task(_every(_ALIVE_S, alive))
            with stopping(self._stop, tasks, self._delivery.tell):
                try:
                    await finish(tasks)
                finally:
                    watching.cancel()
        return self._ended()

    def _ended(self) -> Asked:
        is_stopped = self._stop.is_set()
        if not is_stopped and not self._is_halted():
            for question, response in self._waiting.failed():
                self._record(question.item, response)
        if len(self._endpoints) == 1:
            return Asked(is_stopped, self._halted)
        down = (one for one in self._endpoints if one.fuse.reason)
        given_up = (f"gave up {one.where.shown}: {one.fuse.reason}" for one in down)
        return Asked(is_stopped, self._halted, tuple(given_up))

    async def _work(self, endpoint: Endpoint) -> None:
        # the iterator is shared, so a question goes to whichever worker is free
        while not (self._stop.is_set() or self._is_halted() or endpoint.fuse.reason):
            question = self._waiting.next(endpoint)
            if question is not None:
                await self._ask(endpoint, question)
            elif len(self._endpoints) > 1 and self._n_out:
                async with self._news:
                    await self._news.wait_for(
                        lambda: self._waiting.has_back(endpoint) or not self._n_out
                    )
            else:
                return

    def _is_halted(self) -> bool:
        down = [endpoint.fuse.reason for endpoint in self._endpoints]
        self._halted = self._halted or (down[0] if all(down) else None) or self._spending.halted
        return self._halted is not None

    async def _ask(self, endpoint: Endpoint, question: Question) -> None:
        self._n_out += 1
        try:
            is_settled = await self._settle(endpoint, question)
        finally:
            self._n_out -= 1
        if not is_settled or not self._n_out:
            async with self._news:
                self._news.notify_all()

    async def _settle(self, endpoint: Endpoint, question: Question) -> bool:
        """Get a reply and record it; False if the question may come back from this endpoint."""
        asked = sent(self._plan, question, endpoint.where)
        known = None if self._delivery.is_fresh else remembered(self._cache, asked)
        if known is not None:
            self._record(question.item, responded(question, asked, known, now(), True))
            return True
        reserved = await self._spending.reserve(asked.size)
        reply = None
        try:
            if reserved is not None and not self._stop.is_set():
                asked_at = now()
                reply = await self._echoing.ask(endpoint, asked)
                if reply is not None:
                    response = responded(question, asked, reply, asked_at, False)
                    if self._is_passed_on(endpoint, question, reply, response):
                        return False
                    self._record(question.item, response)
        finally:
            if reserved is not None:
                is_answered = reply is not None and reply.error_kind is None
                await self._spending.release(reserved, asked.size, is_answered)
        if reply is None:
            self._waiting.give_back(question)
            return False
        remember(self._cache, asked, reply)
        return True

    def _is_passed_on(
        self, endpoint: Endpoint, question: Question, reply: Reply, response: Response
    ) -> bool:
        """Whether a failed question is passed on to another endpoint."""
        return (
            len(self._endpoints) > 1
            and endpoint.fuse.may_be_ours(reply)
            and self._waiting.pass_on(question, response, endpoint)
        )
