"""Parallel work runs on any executor that is handed in, and leaves it open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from engine.core.progress import Progress
from engine.core.workers import results, serial
from engine.pipeline.check.auditing import audit_dataset
from engine.pipeline.check.metamorphosis import metamorph_dataset
from engine.pipeline.check.verification import verify_dataset
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_spec
from tests.examples import SAME_TEST

N = 90


class Counting(ThreadPoolExecutor):
    """A thread that counts what it is handed."""

    n = 0

    def submit(self, *arguments: Any, **named: Any) -> Future[Any]:
        self.n += 1
        return super().submit(*arguments, **named)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("executors") / "e.duckdb"
    with Counting(1) as executor:
        generate_dataset(make_spec("justlogic", {}, 1, N), "set", path, executor)
        assert executor.n == 1
        assert executor.submit(int).result() == 0
    return path


WORK: dict[str, Callable[[Path, Executor, Progress], object]] = {
    "verify": lambda db, executor, progress: verify_dataset("set", db, executor, progress),
    "metamorph": lambda db, executor, progress: metamorph_dataset("set", db, executor, progress),
    "audit": lambda db, executor, progress: audit_dataset("set", db, executor, progress),
}


@pytest.mark.parametrize(
    "work",
    ["verify", "metamorph", pytest.param("audit", marks=pytest.mark.full(quick=SAME_TEST))],
)
def test_work_goes_to_the_executor_and_reports_all_units(
    db: Path, work: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.pipeline.check.audit_basis.SMALL", 1)
    seen: dict[str, list[int]] = {}

    @contextmanager
    def progress(what: str, total: int) -> Iterator[Any]:
        seen[what] = [total]
        yield lambda done, *_, **__: seen[what].append(done)

    with Counting(1) as executor:
        WORK[work](db, executor, progress)
        assert executor.n
        assert executor.submit(int).result() == 0
    assert seen
    assert all(total == sum(steps) for total, *steps in seen.values())


def test_the_first_failure_cancels_what_has_not_begun() -> None:
    done: list[int] = []

    def work(number: int) -> int:
        if number == 1:
            raise ValueError("no")
        sleep(0.01)
        done.append(number)
        return number

    with ThreadPoolExecutor(1) as executor, pytest.raises(ValueError, match="no"):
        for _ in results(executor, work, ((number,) for number in range(200))):
            pass
    assert len(done) < 100


@pytest.mark.parametrize("changes", [False, True])
def test_the_next_start_takes_up_the_shards_of_one_that_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: bool
) -> None:
    spec = make_spec("justlogic", {}, 1, 1_100)
    seen: list[tuple[int, int]] = []

    @contextmanager
    def progress(_what: str, _total: int) -> Iterator[Any]:
        def advance(done: int, _state: object = None, *, found: int = 0) -> None:
            seen.append((done, found))
            if len(seen) == 1:
                raise KeyboardInterrupt

        yield advance

    with pytest.raises(KeyboardInterrupt):
        generate_dataset(spec, "set", tmp_path / "e.duckdb", serial(), progress)
    if changes:  # the engine's files, so that the shards may be others
        monkeypatch.setattr("engine.store.datasets.shards.content_digest", lambda: "changed")
    made = generate_dataset(spec, "set", tmp_path / "e.duckdb", serial(), progress)
    [(first, _), *later] = seen
    found = later[0][1]
    assert found == (0 if changes else first)
    assert found + sum(done for done, _ in later) == made.n == spec.n_items
    assert len(list(tmp_path.iterdir())) == 1 + changes
