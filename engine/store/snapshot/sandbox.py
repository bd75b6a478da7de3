"""Anybody's SQL over a snapshot, without trust.

DuckDB 2 can be forbidden files and settings, but not every statement, and its `interrupt` does not
stop scalar work: `range(1000000000)` takes 20 GB whatever `memory_limit` says. So each query is
one SELECT, and runs in a short-lived process of its own, with an address space that ends, killed
at the time limit.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.core.errors import InputError, StoreError

_CHILD = Path(__file__).with_name("sandbox_child.py")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one query may use. `memory_mb` is DuckDB's own, below that of the whole process."""

    seconds: float = 5.0
    rows: int = 1_000
    memory_mb: int = 512
    address_space_mb: int = 2_048


@dataclass(frozen=True, slots=True)
class Table:
    """The answer to a query. `truncated`: there were more rows. `stamp` names the snapshot.

    What JSON has no type for (dates, decimals, bytes) is text.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    truncated: bool
    stamp: str


def run_sql(snapshot: Path, query: str, limits: Limits | None = None) -> Table:
    """Run one SELECT (or EXPLAIN of one) over a snapshot.

    Raises:
        StoreError: if there is no snapshot.
        InputError: if the query is refused, fails, or exceeds its limits: one sentence.
    """
    limits = limits or Limits()
    if not snapshot.is_file():
        raise StoreError(f"there is no snapshot at {snapshot}; make one with `sorites publish`")
    task = json.dumps({"snapshot": str(snapshot.resolve()), "query": query, **asdict(limits)})
    answer = _ask(task, limits.seconds)
    if "error" in answer:
        raise InputError(answer["error"])
    content, published_at = answer["stamp"]
    return Table(
        columns=tuple(answer["columns"]),
        rows=tuple(map(tuple, answer["rows"])),
        truncated=answer["truncated"],
        stamp=f"{content[:12]}, published {published_at[:19]} UTC",
    )


def _ask(task: str, seconds: float) -> dict[str, Any]:
    child = subprocess.Popen(
        # -I: neither the environment nor the working directory can put code in its way
        [sys.executable, "-I", str(_CHILD)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        # keys of endpoints are no business of a query
        env={"PATH": os.defpath},
        cwd="/",
        start_new_session=True,
    )
    try:
        output, _ = child.communicate(task, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise InputError(
            f"the query took longer than {seconds:g} seconds and was stopped; narrow it down"
        ) from None
    finally:
        _end(child)
    try:
        answer: dict[str, Any] = json.loads(output)
    except ValueError:
        raise InputError("the query needed more than it may use and was stopped") from None
    return answer


def _end(child: subprocess.Popen[str]) -> None:
    """Kill what still runs, and close its pipes, which it may have left open by ending just now."""
    if child.poll() is None:
        os.killpg(child.pid, signal.SIGKILL)
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with suppress(OSError):  # what was not written yet has no reader any more
                pipe.close()
    child.wait()
