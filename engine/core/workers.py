"""Parallel work: on any `concurrent.futures.Executor`, by default a process pool.

Work takes an executor, or None, and opens it with `opened`. A given executor is used as it is and
left open; it may belong to a cluster. Without one, work gets one process per core, or a single
thread if starting processes would not pay.

Tasks carry all that they need and return all that they make, so workers share no disk with this
process. Tasks lost with a killed process run again.
"""

from __future__ import annotations

import atexit
import gc
import multiprocessing
import os
import re
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager, nullcontext
from itertools import islice
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, ParamSpec, TypeVar

from engine.core.cluster import dask_cluster
from engine.core.errors import InputError, SoritesError
from engine.core.resources import engine_build

P = ParamSpec("P")
R = TypeVar("R")

_AHEAD = 4
"""Tasks handed out per worker: one runs, and the others wait so that it never does."""

_UNKNOWN_WORKERS = 64
"""The number of workers assumed of an executor that does not tell."""

_MOST_TRIES = 4
"""How often a task runs whose worker dies each time."""

_ALONE = Lock()
_LOCAL = re.compile(r"local|(?:local:)?(?P<n>[1-9][0-9]*)")
_DASK = re.compile(r"dask://(?P<address>[^/\s]+:[0-9]+)/?")


def processors() -> int:
    """The default number of processes."""
    return os.cpu_count() or 1


def workers_of(executor: Executor) -> int:
    """How many tasks an executor runs at a time, if it tells; else a guess."""
    return int(getattr(executor, "_max_workers", _UNKNOWN_WORKERS))


@contextmanager
def opened(executor: Executor | None, n_tasks: int) -> Iterator[Executor]:
    """The given executor, left open; or else one for `n_tasks` tasks, closed at the end."""
    with nullcontext(executor) if executor else worker_pool(min(processors(), n_tasks)) as chosen:
        yield chosen


@contextmanager
def pool_of(cluster: str | int | None) -> Iterator[Executor | None]:
    """The executor that `--cluster` names; None leaves the choice to the work.

    Raises:
        InputError: it names none, or the cluster does not answer.
    """
    if cluster is None or cluster == "local":
        yield None
    elif local := _LOCAL.fullmatch(str(cluster)):
        with worker_pool(int(local["n"])) as pool:
            yield pool
    elif dask := _DASK.fullmatch(str(cluster)):
        with dask_cluster(dask["address"]) as executor:
            yield executor
    else:
        raise InputError(
            f"{cluster} names no workers; give the number of processes, or dask://HOST:PORT for a"
            " Dask scheduler"
        )


@contextmanager
def worker_pool(workers: int) -> Iterator[Executor]:
    """A pool of processes, or a thread for a single worker; closed at the end."""
    executor = serial() if workers <= 1 else _Processes(workers)
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def serial() -> Executor:
    """One thread of this process, for small work or if no process can be started."""
    return ThreadPoolExecutor(max_workers=1)


class _Processes(Executor):
    """A pool of processes; after one was killed, the next task starts a new pool."""

    def __init__(self, workers: int) -> None:
        self._max_workers = workers
        self._pool = _started(workers)

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        try:
            return self._pool.submit(fn, *args, **kwargs)
        except BrokenExecutor:
            self._pool = _started(self._max_workers)
            return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


def _started(workers: int) -> ProcessPoolExecutor:
    pool = ProcessPoolExecutor(
        max_workers=workers,
        # a forked process would share DuckDB's and Z3's threads and locks
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_as_worker,
    )
    with interrupts_held_back():  # Ctrl-C is the parent's to handle
        for _ in range(workers):
            pool.submit(_ready)
    return pool


def results(
    executor: Executor, work: Callable[..., R], tasks: Iterable[tuple[Any, ...]]
) -> Iterator[R]:  # Any: the arguments of `work`
    """Yield the results of `work` for each task's arguments, in order of completion.

    Tasks are taken from the iterable as workers become free. The first failure is raised. Tasks not
    yet begun are then cancelled, as they are if the caller stops. A task that was lost with its
    worker runs again.
    """
    return _Handed(executor, work).results(tasks)


class _Handed:
    """The tasks of `results` that an executor has."""

    def __init__(self, executor: Executor, work: Callable[..., Any]) -> None:
        self._executor = executor
        self._work = work
        is_here = isinstance(executor, _Processes | ProcessPoolExecutor | ThreadPoolExecutor)
        self._build = None if is_here else engine_build()
        self._waiting: dict[Future[Any], tuple[tuple[Any, ...], int]] = {}
        self._done: SimpleQueue[Future[Any]] = SimpleQueue()

    def results(self, tasks: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        left = iter(tasks)
        try:
            for task in islice(left, _AHEAD * workers_of(self._executor)):
                self._hand_out(task)
            while self._waiting:
                future = self._done.get()
                task, tries = self._waiting.pop(future)
                try:
                    result = future.result()
                except BrokenExecutor as error:
                    if tries == _MOST_TRIES:
                        raise SoritesError(
                            f"worker processes were killed {tries} times in the same task; free"
                            " memory or use fewer --workers, and repeat the command"
                        ) from error
                    self._hand_out(task, tries + 1)
                    continue
                for task in islice(left, 1):
                    self._hand_out(task)
                yield result
        finally:
            for future in list(self._waiting):
                future.cancel()

    def _hand_out(self, task: tuple[Any, ...], tries: int = 1) -> None:
        future: Future[Any] = self._executor.submit(_alone, self._build, self._work, *task)
        self._waiting[future] = task, tries
        future.add_done_callback(self._done.put)


def _alone(
    build: str | None, work: Callable[..., R], *task: Any
) -> R:  # Any: the arguments of `work`
    """Runs in a worker, one task at a time, because solvers are not safe for threads.

    `build` is that of the process that hands out the task; None if the worker has the same files.

    Raises:
        InputError: the worker has another build of Sorites, which might make other items.
    """
    if build not in (None, engine_build()):
        raise InputError(
            f"a worker has Sorites {engine_build()}, and this is {build}; install the same on all"
            " machines"
        )
    with _ALONE:
        return work(*task)


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
