"""The processes that a command starts do not outlive it, and others have its build."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import InputError
from engine.core.workers import results, serial, worker_pool

COMMAND = """
import sys
from tests.core.test_workers import compute_for_ever
from engine.core.workers import worker_pool

if __name__ == "__main__":
    with worker_pool(2) as pool:
        pool.submit(compute_for_ever, sys.argv[1]).result()
"""


def compute_for_ever(path: str) -> None:
    Path(path).write_text(str(os.getpid()), encoding="ascii")
    while True:
        sum(range(1000))


def is_running(process: int) -> bool:
    """Whether a process is there and is not only waiting to be taken note of."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1]
    except FileNotFoundError:
        return False
    return state.split()[0] not in "ZX"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are seen in /proc")
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL])
def test_a_worker_that_computes_ends_with_its_parent(tmp_path: Path, sign: signal.Signals) -> None:
    script, shown = tmp_path / "command.py", tmp_path / "worker"
    script.write_text(COMMAND, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = subprocess.Popen([sys.executable, str(script), str(shown)], env=environment)
    try:
        _wait(lambda: shown.exists() and bool(shown.read_text(encoding="ascii")))
    finally:
        command.send_signal(sign)
        command.wait(timeout=60)
    worker = int(shown.read_text(encoding="ascii"))
    try:
        _wait(lambda: not is_running(worker))
    finally:
        if is_running(worker):
            os.kill(worker, signal.SIGKILL)


def _wait(done: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not done():
        assert time.monotonic() < until
        time.sleep(0.05)


def add(one: int, other: int) -> int:
    return one + other


class Elsewhere(Executor):
    """An executor that may run on other machines."""

    def __init__(self, runs: Executor) -> None:
        self._runs = runs

    def submit(self, work: Callable[..., Any], /, *task: Any, **named: Any) -> Future[Any]:
        return self._runs.submit(work, *task, **named)


def test_only_workers_elsewhere_must_have_the_same_build(monkeypatch: pytest.MonkeyPatch) -> None:
    builds = iter(f"0.1.0+g{number}" for number in range(100))
    monkeypatch.setattr("engine.core.workers.engine_build", lambda: next(builds))
    with worker_pool(2) as pool:
        assert list(results(pool, add, [(1, 2)])) == [3]
    with serial() as thread:
        assert list(results(thread, add, [(1, 2)])) == [3]
        with pytest.raises(InputError, match="install the same on all machines"):
            list(results(Elsewhere(thread), add, [(1, 2)]))
