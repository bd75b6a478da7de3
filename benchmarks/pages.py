"""How long the dashboard's pages take over a large snapshot, and the views behind them.

    python benchmarks/pages.py --models 100 --items 10000 > benchmarks/results/pages.md

Pages are run as Streamlit runs them, without a browser, in a process that has run them before; what
was kept of earlier queries is thrown away first. The figures to meet are for 100 models and 100,000
items: a page's first paint in 1.5 s, a changed filter in 1 s, a snapshot published in 60 s.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import streamlit as st
from machine import measured_on
from pages_material import DATASET, fill
from streamlit.testing.v1 import AppTest

from engine.store import connect_read_only, publish, snapshot_path

VIEWS = (
    "accuracy", "effort", "accuracy_by_trait", "cell_contrasts", "item_statistics", "consistency",
    "leaderboard",
)  # fmt: skip
PAGES = (
    "overview", "leaderboard", "compare", "model", "breakdown", "questions", "runs", "depth",
    "forms", "datasets",
)  # fmt: skip
FILTERS = {
    "depth": ("along", "height"),
    "breakdown": ("across", "height"),
    "questions": ("depth", "3"),
}
APP = Path(__file__).parent.parent / "dashboard" / "app.py"


def seconds(act: Callable[[], object]) -> tuple[float, float]:
    """Wall and processor time of something."""
    started, before = time.perf_counter(), time.process_time()
    act()
    return time.perf_counter() - started, time.process_time() - before


def show(what: str, took: tuple[float, float], limit: str) -> None:
    """A row of the table."""
    print(f"| {what} | {took[0]:.2f} s | {took[1]:.2f} s | {limit} |", flush=True)


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--models", type=int, default=100)
    asked.add_argument("--items", type=int, default=10_000)
    size = asked.parse_args()
    print(f"# The dashboard over a large snapshot\n\n{measured_on('duckdb', 'streamlit')}\n")
    with TemporaryDirectory() as folder:
        db = Path(folder) / "big.duckdb"
        fill(db, size.models, size.items)
        published = seconds(lambda: publish(db))
        megabytes = snapshot_path(db).stat().st_size / 1e6
        print(
            f"{size.models} models × {size.items:,} items, {size.models * size.items:,} answers,"
            f" {megabytes:,.0f} MB\n\n| what | time | processor time | to stay under |\n"
            "|---|--:|--:|--:|"
        )
        show("publish", published, "60 s")
        with connect_read_only(db) as con:
            for view in VIEWS:
                took = seconds(lambda view=view: con.execute(f"FROM {view}").fetchall())
                show(f"view `{view}`", took, "")
        _pages(db)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\nPeak memory of this process, filling included: {peak:,.0f} MB")


def _pages(db: Path) -> None:
    os.environ["ELENCHUS_DB"] = str(db)
    _opened("sql")  # whatever is loaded once
    for page in PAGES:
        _opened(page)
        st.cache_data.clear()
        show(f"page {page}", seconds(lambda page=page: _opened(page)), "1.5 s")
    for page, (key, value) in FILTERS.items():
        app = _opened(page)
        choice = app.selectbox(key=key)
        show(
            f"filter {key} of {page}",
            seconds(lambda choice=choice, value=value: choice.select(value).run()),
            "1 s",
        )


def _opened(page: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=600)
    app.query_params["data"] = DATASET
    app.switch_page(f"app_pages/{page}.py").run()
    assert not app.exception, app.exception[0].value
    return app


if __name__ == "__main__":
    main()
