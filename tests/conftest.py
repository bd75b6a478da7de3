"""Which tests run and how many examples each draws, and signals as a terminal sends them.

`make test` leaves out what is marked `full` and draws few examples, the same in every run;
`--full` (`make test-full`) runs all, with examples of its own each time. No test has a deadline:
on a busy machine all is slower, and none of it wrong.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

# Two workers on two cores: threads of the numeric libraries would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
# Tests count requests; those of the check of an unknown endpoint have tests of their own.
os.environ.setdefault("SORITES_NO_CHECK", "1")

import pytest
import typer.main
import typer.testing
from duckdb import DuckDBPyConnection
from hypothesis import HealthCheck, settings

from engine.store import connection
from tests.examples import SAME_TEST
from tests.samples import empty_database

gc.disable()  # until the tests are found: it takes a third of the time, and frees nothing

# Where a shell runs the tests in the background, a process ignores Ctrl-C, and so does all
# that it starts; tests send Ctrl-C to the commands they try.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

_PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("push", max_examples=25, derandomize=True, database=None, **_PATIENT)
settings.register_profile("full", max_examples=200, **_PATIENT)

_HERE = Path(__file__).parent
_MEMORY = Path("/dev/shm")
_ROOM = 4 * 2**30
"""Bytes of memory that must be free for the files of tests; they take far less."""
_SLOW = {"browser", "docs", "ask", "site", "dashboard"}
"""Folders whose tests come first, so that no worker is left alone with them at the end."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run the tests marked full, too")


def _has_room() -> bool:
    """Whether files can lie in memory, programs among them."""
    with suppress(OSError):
        is_free = shutil.disk_usage(_MEMORY).free >= _ROOM
        return is_free and not os.statvfs(_MEMORY).f_flag & os.ST_NOEXEC
    return False


# Databases wait for the disk at every commit, tests make thousands, and none outlives its test.
if "TMPDIR" not in os.environ and _has_room():
    os.environ["TMPDIR"] = tempfile.tempdir = str(_MEMORY)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores, because tests wait for servers, browsers and processes."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("full" if config.getoption("--full") else "push")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Nothing is generated while tests are looked for: that is paid for once in every worker."""

    def refused(*_: object) -> None:
        raise AssertionError("items are made at import: name them by tests.samples.Sample")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.pipeline.generate.generation._made", refused)
        found = yield
    gc.freeze()
    gc.enable()
    return found


def pytest_unconfigure() -> None:
    gc.unfreeze()  # or DuckDB's module reports all that it made as leaked


@pytest.fixture(scope="session", autouse=True)
def _commands_are_built_once() -> Iterator[None]:
    """A process that runs hundreds of commands keeps what typer builds of them."""
    built = cache(typer.main.get_command)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("typer.main.get_command", built)
        patch.setattr("typer.testing._get_command", built)
        yield


@pytest.fixture(scope="session", autouse=True)
def _new_databases_are_copies(request: pytest.FixtureRequest) -> Iterator[None]:
    """On push, a new database is a copy of one that `connect` made for all tests."""
    if request.config.getoption("--full"):
        yield
        return
    empty = empty_database()
    attach = connection._attach

    def attach_copy(con: DuckDBPyConnection, path: Path, *settings: Any) -> None:
        if connection._WRITING in settings and not path.exists():
            with suppress(OSError):
                shutil.copyfile(empty, path)
        attach(con, path, *settings)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "_attach", attach_copy)
        yield


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked `full`, unless asked for; each mark names the test run instead."""
    marked = {item: mark for item in items if (mark := item.get_closest_marker("full"))}
    for item, mark in marked.items():
        if not _is_there(mark.kwargs.get("quick", "")):
            raise pytest.UsageError(f"{item.nodeid}: name the test that runs on push: full(quick=)")
    items.sort(key=lambda item: item.path.relative_to(_HERE).parts[0] not in _SLOW)
    left_out = [] if config.getoption("--full") else list(marked)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def _is_there(quick: str) -> bool:
    """Whether a mark names a file below `tests`, or a test in it as `FILE::TEST`."""
    file, _, test = quick.partition("::")
    path = _HERE / file
    return quick == SAME_TEST or (
        path.is_file() and (not test or f"def {test}(" in path.read_text(encoding="utf-8"))
    )
