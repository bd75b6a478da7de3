"""Parallel work: on any `concurrent.futures.Executor`, by default a process pool.

Work takes an executor, or None, and opens it with `opened`. A given executor is used as it is and
left open; it may belong to a cluster. Without one, work gets one process per core, or a single
thread if starting processes would not pay.
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
    """The default number of processes."""
    return os.cpu_count() or 1


@contextmanager
def opened(executor: Executor | None, n_tasks: int) -> Iterator[Executor]:
    """The given executor, left open; or else one for `n_tasks` tasks, closed at the end."""
    with nullcontext(executor) if executor else worker_pool(min(processors(), n_tasks)) as chosen:
        yield chosen


@contextmanager
def pool_of(workers: int | None) -> Iterator[Executor | None]:
    """An executor with the given number of workers; None leaves the choice to the work."""
    if workers is None:
        yield None
        return
    with worker_pool(workers) as pool:
        yield pool


@contextmanager
def worker_pool(workers: int) -> Iterator[Executor]:
    """A pool of processes, or a thread for a single worker; closed at the end."""
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
        with interrupts_held_back():  # Ctrl-C is the parent's to handle
            for _ in range(workers):
                executor.submit(_ready)
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def serial() -> Executor:
    """One thread of this process, for small work or if no process can be started."""
    return ThreadPoolExecutor(max_workers=1)


def results(
    executor: Executor, work: Callable[..., R], tasks: Iterable[tuple[Any, ...]]
) -> Iterator[R]:  # Any: the arguments of `work`
    """Yield the results of `work` for each task's arguments, in order of completion.

    The first failure is raised. Tasks not yet begun are then cancelled, as they are if the caller
    stops.
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
    """Disable the garbage collector, for work that makes no cyclic objects."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _as_worker() -> None:
    """Set up a worker process."""
    _leave_at_once()
    _end_with_parent()


def _leave_at_once() -> None:
    """Let a worker exit without freeing memory that the system reclaims anyway."""
    atexit.register(os._exit, 0)


def _end_with_parent() -> None:
    """Watch in a thread for the end of the parent process, even by a signal."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_exit_after, args=(parent,), daemon=True).start()


def _exit_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)  # nobody is left to take the result


def _ready() -> None:
    """Do nothing; submitting it starts a process."""


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Hold back Ctrl-C: processes started meanwhile never see it, and this one does afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
