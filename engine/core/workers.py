"""Where parallel work runs: any `concurrent.futures.Executor`, by default processes of our own.

Work takes an executor, or None, and opens it with `opened`. One that was handed in is used as it is
and left open: it may be a cluster's. Without one, work gets as many processes as there are cores,
or a single thread where starting processes would not pay.
"""

from __future__ import annotations

import atexit
import gc
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager, nullcontext
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, TypeVar

R = TypeVar("R")


def processors() -> int:
    """How many processes work at a time by default."""
    return os.cpu_count() or 1


@contextmanager
def opened(executor: Executor | None, n_tasks: int) -> Iterator[Executor]:
    """The executor handed in, which stays open; else one for so many tasks, closed at the end."""
    with nullcontext(executor) if executor else worker_pool(min(processors(), n_tasks)) as chosen:
        yield chosen


@contextmanager
def pool_of(workers: int | None) -> Iterator[Executor | None]:
    """An executor of so many workers; None leaves the choice to the work."""
    if workers is None:
        yield None
        return
    with worker_pool(workers) as pool:
        yield pool


@contextmanager
def worker_pool(workers: int) -> Iterator[Executor]:
    """So many processes, or for one worker a thread here; closed at the end."""
    executor: Executor
    if workers <= 1:
        executor = serial()
    else:
        executor = ProcessPoolExecutor(
            max_workers=workers,
            # a forked process would share DuckDB's and Z3's threads and locks
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_as_worker,
        )
        with _interrupts_held_back():  # Ctrl-C is the parent's to handle
            for _ in range(workers):
                executor.submit(_ready)
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def serial() -> Executor:
    """One thread of this process: for small work, and where no process can be started."""
    return ThreadPoolExecutor(max_workers=1)


def results(
    executor: Executor, work: Callable[..., R], tasks: Iterable[tuple[Any, ...]]
) -> Iterator[R]:  # Any: the arguments of `work`
    """What `work` gives for each task's arguments, as it is done, not in order.

    The first failure is raised; what has not begun by then, or when the caller stops, is cancelled.
    """
    futures = [executor.submit(work, *task) for task in tasks]
    try:
        for future in as_completed(futures):
            yield future.result()
    finally:
        for future in futures:
            future.cancel()


@contextmanager
def without_collector() -> Iterator[None]:
    """For work whose objects are not cyclic: the collector would walk them again and again."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _as_worker() -> None:
    """What a worker process does when it starts."""
    _leave_at_once()
    _end_with_parent()


def _leave_at_once() -> None:
    """Let a worker end without giving back one by one what the system takes from it anyway."""
    atexit.register(os._exit, 0)


def _end_with_parent() -> None:
    """Watch, in a thread, for the end of the process that started this one, even by a signal."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_exit_after, args=(parent,), daemon=True).start()


def _exit_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)  # whatever is being computed, no one is left to take it


def _ready() -> None:
    """Do nothing; being handed this starts a process."""


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Keep Ctrl-C waiting; processes started meanwhile never see it, this one does afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
