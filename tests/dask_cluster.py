"""A Dask scheduler and workers as processes of their own, which see none of a test's files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

_DASK = [sys.executable, "-m", "dask"]
_HIDING = ["unshare", "-rm", "sh", "-c", 'mount -t tmpfs none "$0" && exec "$@"']
"""Runs a command to which the folder named next is empty, where the system lets us."""


class Cluster(NamedTuple):
    """The name for `--cluster`, and the processes."""

    name: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def dask_cluster(tests: Path, n_workers: int = 2) -> Iterator[Cluster]:
    """A cluster whose workers cannot see the folder of all tests' files."""
    file = tests / f"scheduler-{time.monotonic_ns()}.json"
    quiet = {**os.environ, "DASK_LOGGING__DISTRIBUTED": "error"}
    hiding = [*_HIDING, str(tests)]
    if subprocess.run([*hiding, "true"], capture_output=True, check=False).returncode:
        hiding = []
    options = ["--no-dashboard", "--host", "127.0.0.1"]
    with ExitStack() as started:

        def start(*words: str) -> subprocess.Popen[bytes]:
            process = subprocess.Popen(words, cwd="/", env=quiet, stdin=subprocess.DEVNULL)
            started.callback(process.wait)
            started.callback(process.kill)
            return process

        scheduler = start(
            *_DASK, "scheduler", "--port", "0", "--scheduler-file", str(file), *options
        )
        until = time.monotonic() + 60
        while not file.exists() or not file.read_text():
            assert scheduler.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        own = ["--nthreads", "1", "--no-nanny", "--local-directory", str(tests / "dask")]
        workers = [
            start(*hiding, *_DASK, "worker", address, *own, *options) for _ in range(n_workers)
        ]
        yield Cluster(address.replace("tcp://", "dask://"), scheduler, workers)
