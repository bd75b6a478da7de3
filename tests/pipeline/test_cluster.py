"""The same items and verdicts from a cluster, whose workers share no disk with us and may die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from engine.core import workers
from engine.core.errors import InputError, SoritesError
from engine.core.progress import Progress, State, Step
from engine.core.workers import pool_of, results, serial
from engine.pipeline.check.verification import verify_dataset
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_spec
from tests.dask_cluster import Cluster, dask_cluster

SPEC = make_spec("justlogic", {}, 3, 90)
LONG = make_spec("justlogic", {}, 3, 5_000)
QUICK = "pipeline/test_cluster.py::test_a_cluster_makes_and_verifies_the_same_set"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    with dask_cluster(tmp_path_factory.getbasetemp()) as started:
        yield started


def watched(step: Callable[[], object], found: list[int]) -> Progress:
    """A progress that calls a function after each step, and notes the units found done."""

    @contextmanager
    def progress(_what: str, _total: int) -> Iterator[Step]:
        def advance(_done: int, _state: State | None = None, *, found: int = 0) -> None:
            earlier.append(found)
            step()

        yield advance

    earlier = found
    return progress


def test_a_cluster_makes_and_verifies_the_same_set(cluster: Cluster, tmp_path: Path) -> None:
    here = generate_dataset(SPEC, "set", tmp_path / "here.duckdb", serial())
    there = tmp_path / "there.duckdb"
    with pool_of(cluster.name) as executor:
        made = generate_dataset(SPEC, "set", there, executor)
        found = verify_dataset("set", there, executor)
    assert made.content_hash == here.content_hash
    assert (found.verified, found.disagreements) == (made.n, ())
    assert [path.name for path in tmp_path.glob("there*")] == [there.name]


@pytest.mark.full(quick=QUICK)
def test_killed_workers_and_a_lost_scheduler_change_nothing(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    here = generate_dataset(LONG, "set", tmp_path / "here.duckdb")
    there, tests = tmp_path / "there.duckdb", tmp_path_factory.getbasetemp()
    found: list[int] = []
    with (
        dask_cluster(tests) as first,
        pytest.raises(SoritesError, match="was lost"),
        pool_of(first.name) as executor,
    ):
        generate_dataset(LONG, "set", there, executor, watched(first.scheduler.kill, found))
    assert not there.exists()
    with dask_cluster(tests, n_workers=4) as second, pool_of(second.name) as executor:
        doomed = second.workers[:3]
        progress = watched(lambda: doomed and doomed.pop().kill(), found := [])
        made = generate_dataset(LONG, "set", there, executor, progress)
    assert doomed == []
    assert found[0] > 0
    assert made.content_hash == here.content_hash
    assert [path.name for path in tmp_path.glob("there*")] == [there.name]


@pytest.mark.full(quick=QUICK)
def test_ctrl_c_cancels_the_tasks_and_the_next_start_takes_up_the_shards(
    cluster: Cluster, tmp_path: Path
) -> None:
    from distributed import Client

    db = tmp_path / "there.duckdb"
    words = ["generate", "justlogic", "--seed", "3", "-n", "5000", "--name", "set", "--db"]
    process = subprocess.Popen(
        [Path(sys.executable).with_name("sorites"), *words, db, "--cluster", cluster.name],
        stderr=subprocess.PIPE,
    )
    until = time.monotonic() + 60
    while not list(tmp_path.glob("there*.partial/*.parquet")):
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert said.decode().splitlines()[-1] == "sorites: stopped; nothing was half done"
    with Client(cluster.name.replace("dask:", "tcp:"), set_as_default=False) as client:
        assert client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)) == 0
    found: list[int] = []
    generate_dataset(LONG, "set", db, serial(), watched(lambda: None, found))
    assert found[0] > 0
    assert [path.name for path in tmp_path.glob("there*")] == [db.name]


class Adapter(Executor):
    """An executor of anything that runs calls elsewhere, here of threads."""

    def submit(self, work: Callable[..., Any], /, *task: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        Thread(target=lambda: future.set_result(work(*task, **named))).start()
        return future


def test_any_executor_will_do(tmp_path: Path) -> None:
    made = generate_dataset(SPEC, "set", tmp_path / "a.duckdb", Adapter())
    assert verify_dataset("set", tmp_path / "a.duckdb", Adapter()).verified == made.n


def _dies_once(number: int, mark: str) -> int:
    if number == 7 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def _dies(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_tasks_lost_with_a_process_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_MOST_TRIES", 2)
    tasks = [(number, str(tmp_path / "mark")) for number in range(20)]
    with pool_of("local:2") as pool:
        assert pool is not None
        assert sorted(results(pool, _dies_once, tasks)) == list(range(20))
        with pytest.raises(SoritesError, match="killed"):
            list(results(pool, _dies, [(1,)]))


def test_a_worker_of_another_build_is_refused() -> None:
    with pytest.raises(InputError, match="install the same"):
        workers._alone("another build", int)


@pytest.mark.parametrize("name", ["0", "local:0", "dask://", "dask://host", "ray://a:1", "two"])
def test_a_name_of_no_workers_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="names no workers"), pool_of(name):
        pass
