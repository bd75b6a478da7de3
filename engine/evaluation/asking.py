"""Putting questions: to a built-in respondent in process, or to an endpoint many at a time."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from engine.evaluation.plan import Plan, Question
from engine.items import Item, Response
from engine.prompts import messages, probed
from engine.respondents import Learner, respondent
from engine.respondents.endpoint import Endpoint
from engine.respondents.retrying import Patience
from engine.rotations import rotated

Record = Callable[[Item, Response], None]
"""Told an item as it is stored, and what came back when it was asked."""

GRACE_S = 5.0
"""How long a stopped run waits for the answers in flight, in seconds."""


def ask_built_in(plan: Plan, questions: Sequence[Question], record: Record) -> bool:
    """Answer every question in this process; False if the user stopped it."""
    answers = respondent(plan.request.model)
    if questions and isinstance(answers, Learner):
        answers.fit(plan.train)
    try:
        for item, sample, rotation in questions:
            shown = probed(rotated(item, rotation), plan.request.probe)
            asked_at, started = _now(), time.perf_counter()
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
        return False
    return True


def ask_endpoint(
    plan: Plan,
    questions: Sequence[Question],
    record: Record,
    concurrency: int,
    *,
    patience: Patience | None = None,
    timeout_s: float = 600.0,
) -> bool:
    """Ask the plan's endpoint, `concurrency` questions at a time; False if the user stopped it.

    Every reply is recorded before its worker takes another question.
    """
    if plan.where is None:
        raise ValueError("the plan has no endpoint")
    endpoint = Endpoint(
        plan.request.model,
        plan.where,
        plan.request.settings,
        connections=concurrency,
        timeout_s=timeout_s,
        patience=patience,
    )
    workers = max(1, min(concurrency, len(questions)))
    return asyncio.run(_ask_all(plan, endpoint, iter(questions), record, workers))


async def _ask_all(
    plan: Plan, endpoint: Endpoint, questions: Iterator[Question], record: Record, workers: int
) -> bool:
    stop = asyncio.Event()

    async def work() -> None:
        # The iterator is shared: a question goes to whichever worker is free.
        for item, sample, rotation in questions:
            if stop.is_set():
                return
            examples = plan.examples.for_item(item)
            shown = rotated(item, rotation)
            asked = messages(shown, plan.prompt, plan.request.probe, examples)
            asked_at = _now()
            reply = await endpoint.ask(asked)
            record(
                item,
                Response(
                    item.hash,
                    sample,
                    rotation,
                    messages=asked,
                    raw=reply.raw,
                    reasoning=reply.reasoning,
                    finish_reason=reply.finish_reason,
                    error_kind=reply.error_kind,
                    error=reply.error,
                    latency_ms=reply.latency_ms,
                    prompt_tokens=reply.prompt_tokens,
                    completion_tokens=reply.completion_tokens,
                    asked_at=asked_at,
                ),
            )

    async with endpoint:
        tasks = [asyncio.create_task(work()) for _ in range(workers)]
        with _stopping(stop, tasks):
            await _finish(tasks)
    return not stop.is_set()


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


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
