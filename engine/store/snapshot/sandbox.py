"""Untrusted SQL over a snapshot.

DuckDB 2 can block access to files and settings, but not every statement, and its `interrupt` does
not stop scalar work: `range(1000000000)` takes 20 GB whatever `memory_limit` says. So each query is
a single SELECT and runs in a short-lived process with a limited address space, killed at the time
limit. Which statements and functions are admitted is decided there, in `sandbox_rules.py`.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.core.errors import InputError, StoreError
from engine.core.paths import lake_of

_CHILD = Path(__file__).with_name("sandbox_rules.py")
_FILES = Path(__file__).parent.parent / "lake" / "files.py"

_FOR_BUCKETS = re.compile(
    r"AWS_(?!BEARER_TOKEN).+|GOOGLE_(APPLICATION_CREDENTIALS|CLOUD_.+)|HOME"
    r"|(?i:(https?|all|no)_proxy)"
)
"""The variables that the files of a lake in a bucket may need."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Resource limits of a query. `memory_mb` is DuckDB's own limit, below that of the process."""

    seconds: float = 5.0
    rows: int = 1_000
    memory_mb: int = 512
    address_space_mb: int = 2_048


@dataclass(frozen=True, slots=True)
class Table:
    """The result of a query. `truncated`: there were more rows. `stamp` identifies the snapshot.

    `cut_cells` are those with more than is shown. Types that JSON lacks (dates, decimals, bytes)
    become text.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    truncated: bool
    stamp: str
    cut_cells: int = 0


def run_sql(snapshot: Path, query: str, limits: Limits | None = None) -> Table:
    """Run one SELECT (or EXPLAIN of one) over a snapshot.

    Raises:
        StoreError: if there is no snapshot.
        InputError: if the query is refused, fails, or exceeds its limits: one sentence.
    """
    limits = limits or Limits()
    if not snapshot.is_file():
        raise StoreError(f"there is no snapshot at {snapshot}; make one with `sorites publish`")
    lake = lake_of(snapshot)
    paths = {"snapshot": str(snapshot.resolve()), "lake": lake, "files": str(_FILES)}
    task = json.dumps({**paths, "query": query, **asdict(limits)})
    answer = _ask(task, _environment("://" in (lake or "")), limits.seconds)
    if "error" in answer:
        raise InputError(answer["error"])
    content, published_at = answer["stamp"]
    return Table(
        columns=tuple(answer["columns"]),
        rows=tuple(map(tuple, answer["rows"])),
        truncated=answer["truncated"],
        cut_cells=answer["cut_cells"],
        stamp=f"{content[:12]}, published {published_at[:19]} UTC",
    )


def _ask(task: str, environment: dict[str, str], seconds: float) -> dict[str, Any]:
    child = subprocess.Popen(
        # -I: neither the environment nor the working directory can inject code
        [sys.executable, "-I", str(_CHILD)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
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


def _environment(is_in_bucket: bool) -> dict[str, str]:
    """Nothing of ours, because a query must not see the keys of endpoints.

    Only what the files of a lake in a bucket need; no function that a query may call reads it.
    """
    needed = filter(_FOR_BUCKETS.fullmatch, os.environ if is_in_bucket else ())
    return {"PATH": os.defpath} | {name: os.environ[name] for name in needed}


def _end(child: subprocess.Popen[str]) -> None:
    """Kill the process if it still runs, and close its pipes."""
    if child.poll() is None:
        os.killpg(child.pid, signal.SIGKILL)
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with suppress(OSError):  # unwritten input no longer has a reader
                pipe.close()
    child.wait()
