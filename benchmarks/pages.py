"""How long the dashboard's pages take over a large snapshot, and the views behind them.

    python benchmarks/pages.py --db /tmp/pages.duckdb > benchmarks/results/pages.md

The database is made if it is not there (100 models, 100,000 items: ten minutes, 4.4 GB, and as much
again for its snapshot). Pages are run as Streamlit runs them, without a browser, in a process that
has run them before; what was kept of earlier queries is thrown away each time. The figures to meet,
at the 95th percentile: a page in 1 s, a changed filter in 0.4 s, a snapshot published
in 60 s. `--lock FILE` keeps a shared machine quiet: it is held while something is measured, and let
go every three minutes, for others to do under it what they have to.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import resource
import time
from collections.abc import Callable, Sequence
from multiprocessing import Process
from pathlib import Path
from statistics import median, quantiles

import streamlit as st
from machine import measured_on
from pages_material import DATASET, fill
from streamlit.testing.v1 import AppTest

from engine.core.paths import snapshot_path
from engine.store import connect_read_only, publish

VIEWS = (
    "accuracy", "effort", "accuracy_by_trait", "cell_contrasts", "item_statistics", "consistency",
    "leaderboard",
)  # fmt: skip
PAGES = (
    "overview", "leaderboard", "compare", "model", "breakdown", "errors", "questions", "item",
    "datasets", "runs",
)  # fmt: skip
OF_FAMILIES = {"errors": "divlogiceval"}
"""The data sets of pages that are about some kinds of questions only."""
FILTERS = (
    ("breakdown", "down", "Height"), ("breakdown", "across", "Height"),
    ("breakdown", "down", "Argument form at depth 1"), ("questions", "depth", "3"),
    ("questions", "known", "wrong for everybody"), ("questions", "order", "the hardest first"),
    ("questions", "by", "model-2, zero-shot (measured)"),
    ("compare", "b", "model-2, zero-shot"), ("compare", "side", 2), ("model", "model", "model-2"),
    ("errors", "kind", 1), ("compare", "question", 3), ("leaderboard", "sort", 3),
)  # fmt: skip
TIMES = 20
HELD_S = 180
APP = Path(__file__).parent.parent / "dashboard" / "app.py"


def seconds(act: Callable[[], object]) -> tuple[float, float]:
    """Wall and processor time of something."""
    started, before = time.perf_counter(), time.process_time()
    act()
    return time.perf_counter() - started, time.process_time() - before


def show(what: str, took: Sequence[tuple[float, float]], limit: str) -> None:
    """A row of the table."""
    wall, processor = ([each[which] for each in took] for which in (0, 1))
    often = quantiles(wall, n=20, method="inclusive")[-1] if len(wall) > 1 else max(wall)
    print(
        f"| {what} | {median(wall):.2f} s | {often:.2f} s | {max(wall):.2f} s |"
        f" {median(processor):.2f} s | {limit} |",
        flush=True,
    )


class Turns:
    """The exclusive lock on a file, taken in turns; without a file there is nothing to take."""

    def __init__(self, path: Path | None) -> None:
        self._file = path.open("a") if path else None
        self._until = 0.0

    def quiet(self) -> None:
        """Go on with the turn that is ours, or wait for the next when it was long enough."""
        if self._file is None or time.monotonic() < self._until:
            return
        fcntl.flock(self._file, fcntl.LOCK_UN)
        time.sleep(1)
        fcntl.flock(self._file, fcntl.LOCK_EX)
        self._until = time.monotonic() + HELD_S


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--db", type=Path, required=True)
    asked.add_argument("--models", type=int, default=100)
    asked.add_argument("--items", type=int, default=100_000)
    asked.add_argument("--lock", type=Path, help="kept while something is measured")
    asked.add_argument("--publish-only", action="store_true", help="end with the snapshot")
    size = asked.parse_args()
    turns = Turns(size.lock)
    if not size.db.exists():
        filling = Process(target=fill, args=(size.db, size.models, size.items))
        filling.start()
        filling.join()
    print(f"# The dashboard over a large snapshot\n\n{measured_on('duckdb', 'streamlit')}\n")
    turns.quiet()
    published = seconds(lambda: publish(size.db))
    snapshot = snapshot_path(size.db)
    with connect_read_only(size.db) as con:
        [(models, answers)] = con.execute(
            "SELECT (SELECT count(*) FROM models), (SELECT count(*) FROM responses)"
        ).fetchall()
    print(
        f"{models} models, {answers:,} answers, a snapshot of {snapshot.stat().st_size / 1e6:,.0f}"
        f" MB; publishing and views once, pages and filters {TIMES} times each"
        + ("; nothing else of weight ran on the machine" if size.lock else "")
        + (f"; by a process of niceness {nice}" if (nice := os.nice(0)) else "")
        + ".\n\n| what | median | 95th percentile | longest | processor time | to stay under |"
        "\n|---|--:|--:|--:|--:|--:|"
    )
    show("publish", [published], "60 s")
    if size.publish_only:
        return
    with connect_read_only(snapshot) as con:
        for view in VIEWS:
            turns.quiet()
            took = seconds(lambda view=view: con.execute(f"FROM {view}").fetchall())
            show(f"view `{view}`", [took], "")
    _pages(size.db, turns)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\nPeak memory of this process: {peak:,.0f} MB")


def _pages(db: Path, turns: Turns) -> None:
    os.environ["SORITES_DB"] = str(db)
    for page in PAGES:
        _opened(page)  # whatever is loaded once
    for page in PAGES:
        turns.quiet()
        show(f"page {page}", [_first(page) for _ in range(TIMES)], "1 s")
    for page, key, value in FILTERS:
        turns.quiet()
        show(f"filter {key} of {page}", [_changed(page, key, value) for _ in range(TIMES)], "0.4 s")


def _first(page: str) -> tuple[float, float]:
    st.cache_data.clear()
    return seconds(lambda: _opened(page))


def _changed(page: str, key: str, value: str | int) -> tuple[float, float]:
    """A filter set to an option, or to that of a place, in a page that has been opened."""
    st.cache_data.clear()
    app = _opened(page)
    if key in [pills.key for pills in app.pills]:
        app.pills(key=key).set_value(value)
    elif isinstance(value, int):
        app.selectbox(key=key).select_index(value)
    else:
        app.selectbox(key=key).select(value)
    return seconds(app.run)


def _opened(page: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=600)
    app.query_params["data"] = OF_FAMILIES.get(page, DATASET)
    app.query_params["item"] = f"{DATASET}:5000"
    app.switch_page(f"app_pages/{page}.py").run()
    assert not app.exception, app.exception[0].value
    return app


if __name__ == "__main__":
    main()
