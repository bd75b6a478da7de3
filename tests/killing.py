"""Kill a program again and again, at any moment of its work."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random


def kills(what: str, program: str, *words: str | Path, n: int, cwd: Path) -> Iterator[None]:
    """Yield once a program was left alone, then after each run of it until it was killed `n` times.

    The program prints a line when its work begins.
    """
    command = [sys.executable, "-c", program, *map(str, words)]
    work_s = _worked(command, cwd, 600)
    assert work_s is not None
    yield
    rng, n_killed, n_ended = Random(7), 0, 0
    while n_killed < n:
        took_s = _worked(command, cwd, rng.uniform(0, 1) * work_s)
        if took_s is None:
            n_killed += 1
        else:
            n_ended, work_s = n_ended + 1, took_s
        yield
    report(
        what, f"{n_killed} kills within {work_s:.1f} s of work; {n_ended} more runs ended before"
    )


def _worked(command: list[str], cwd: Path, at_most_s: float) -> float | None:
    """How long a program worked (s); None if it was killed after so long."""
    with subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        began = time.monotonic()
        try:
            assert process.wait(at_most_s) == 0
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            return None
    return time.monotonic() - began


def report(what: str, found: str) -> None:
    """Print a row of the table of `make crash-sim`."""
    print(f"\n| {what} | {found} |", flush=True)  # noqa: T201
