"""What a served dashboard takes of memory with several visitors, and how soon each has a page.

    python benchmarks/pages_served.py --db /tmp/pages.duckdb >> benchmarks/results/pages.md

The database is the one of benchmarks/pages.py, published. Each visitor goes through all pages, at
once with the others, each page in a session of its own as by a link, through Streamlit's agent
interface: a browser would take more of the machine than the server. To meet: 1.5 GB with five.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any

from pages import OF_FAMILIES, PAGES
from pages_material import DATASET

from engine.cli.publish.dashboard import HOST, start

_PATIENCE_S = 300


def main() -> None:
    """Serve, visit, and print what it took."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--db", type=Path, required=True)
    asked.add_argument("--visitors", type=int, default=5)
    given = asked.parse_args()
    os.environ["STREAMLIT_SERVER_ENABLE_AGENT_API"] = "true"
    os.environ["STREAMLIT_SERVER_AGENT_MAX_SESSIONS"] = "1000"  # none is given up meanwhile
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    process = start(port, given.db, None)
    try:
        address = f"http://{HOST}:{port}/_stcore"
        _wait_for(f"{address}/health")
        visit(address)  # what is loaded once
        with ThreadPoolExecutor(given.visitors) as pool:
            visits = list(pool.map(visit, [address] * given.visitors))
        print(f"\n{given.visitors} visitors at once\n\n| page | median | longest |\n|---|--:|--:|")
        for page in PAGES:
            took = [each[page] for each in visits]
            print(f"| {page} | {median(took):.2f} s | {max(took):.2f} s |")
        print(f"\nPeak memory of the server: {_peak_mb(process.pid):,.0f} MB")
    finally:
        process.terminate()
        process.wait(10)


def visit(address: str) -> dict[str, float]:
    """Open each page in a new session; the seconds that each took."""
    took = {}
    for page in PAGES:
        started = time.perf_counter()
        path = "" if page == "overview" else page
        chosen = {"data": [OF_FAMILIES.get(page, DATASET)], "item": [f"{DATASET}:5000"]}
        found = _interact(address, {"page": path, "query_params": chosen})
        took[page] = time.perf_counter() - started
        if found["status"] != "ready":
            raise RuntimeError(f"{page}: {found['status']}")
    return took


def _interact(address: str, wanted: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(
        f"{address}/agent/interact",
        json.dumps(wanted).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=_PATIENCE_S) as reply:
        answer: dict[str, Any] = json.load(reply)
        return answer


def _wait_for(url: str) -> None:
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            time.sleep(0.2)


def _peak_mb(pid: int) -> float:
    """The most that a process has held, by Linux's own account of it."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("the system does not tell")


if __name__ == "__main__":
    main()
