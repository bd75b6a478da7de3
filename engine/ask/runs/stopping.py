"""Ends asking when everything is done, when something fails, or when the user interrupts."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

GRACE_S = 5.0
"""How long an interrupted run waits for answers in flight, in seconds."""


async def finish(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Wait for all tasks; the first failure cancels the others and is raised."""
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    for task in done:
        if not task.cancelled() and (error := task.exception()):
            raise error


@contextmanager
def stopping(
    stop: asyncio.Event, tasks: Sequence[asyncio.Task[None]], tell: Callable[[str], None]
) -> Iterator[None]:
    """Let Ctrl-C stop the run, after a moment for answers in flight; a second one stops at once.

    `tell` says so. Whatever is given up in flight has no answer, and is asked again next time.
    """
    loop = asyncio.get_running_loop()

    def cancel() -> None:
        for task in tasks:
            task.cancel()

    def interrupt() -> None:
        if stop.is_set():
            cancel()
            return
        stop.set()
        loop.call_later(GRACE_S, cancel)
        tell(
            f"stopping: waiting up to {GRACE_S:g} s for the replies in flight; Ctrl-C again gives"
            " them up"
        )

    try:
        loop.add_signal_handler(signal.SIGINT, interrupt)
    except (ValueError, RuntimeError, NotImplementedError):
        # not the main thread, or no such signals here: Ctrl-C ends the run at once
        yield
        return
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)
