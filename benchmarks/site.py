"""How long the public site takes to build: from the demo's database, and from ten million answers.

    python benchmarks/site.py > benchmarks/results/site.md
    python benchmarks/site.py --db /tmp/pages.duckdb >> benchmarks/results/site.md

Each line is one build in a process of its own, as a user's command: pages written from the
snapshot, mkdocs, addresses, policies and links of every page, files to download. The demo's
database is made first and not counted. The one that --db names is that of benchmarks/pages.py
(100 models, five families, ten million answers), and is made and published if it is not there;
twelve gigabytes are written with each build, so what was written before is brought to the disk
first. Beside the wall time stands the processor time of the build and its children, which a busy
machine changes less.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from machine import measured_on
from pages_material import fill

from engine.core.paths import snapshot_path
from engine.pipeline.publish.publishing import publish

LIMIT_S, LARGE_LIMIT_S = 10, 60
BUILDS = 2
MODELS, ITEMS = 100, 100_000

Seconds = tuple[float, float]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--db", type=Path, help="the large database; the demo's if absent")
    given = parser.parse_args().db
    with TemporaryDirectory() as folder:
        db = _large(given) if given else _demo(Path(folder))
        out = Path(folder) / "site"
        found = [_build(db, out) for _ in range(BUILDS)]
        pages = sorted(out.rglob("*.html"))
        largest = max(pages, key=lambda page: page.stat().st_size)
        shown = f"{largest.relative_to(out)}, {largest.stat().st_size / 1000:,.0f} kB"
        print(f"{measured_on('mkdocs', 'mkdocs-material', 'duckdb')}\n")
        print(f"{len(pages)} pages, the largest {shown}. {_home(out)}\n")
    print("| build | wall time | processor time | to meet |")
    print("|---|---:|---:|---:|")
    for number, (wall, busy) in enumerate(found, 1):
        limit = LARGE_LIMIT_S if given else LIMIT_S
        print(f"| {number} | {wall:.1f} s | {busy:.1f} s | {limit} s |")


def _home(site: Path) -> str:
    """What a browser fetches with the home page, as it lies there and packed as servers send it."""
    html = (site / "index.html").read_text(encoding="utf-8")
    asked = re.findall(r"<(?:script|link)\b[^>]*(?:src|href)=\"([^\"#]+\.(?:js|css|svg))", html)
    workers = re.findall(r'"search": "([^"]+)"', html)
    shown = [(site / name).read_bytes() for name in ("index.html", *asked)]
    searched = [(site / name).read_bytes() for name in ("search/search_index.json", *workers)]
    raw, packed = (
        [sum(map(size, files)) / 1000 for files in (shown, searched)]
        for size in (len, lambda file: len(gzip.compress(file)))
    )
    return (
        f"The home page fetches {packed[0]:.0f} kB (unpacked {raw[0]:.0f}) and for its search"
        f" {packed[1]:.0f} kB (unpacked {raw[1]:.0f})."
    )


def _demo(folder: Path) -> Path:
    """The database of `sorites demo`, made anew."""
    db = folder / "demo.duckdb"
    _sorites("demo", "--no-serve", "--db", str(db))
    return db


def _large(db: Path) -> Path:
    """The database with its snapshot; each is made if it is not there."""
    if not db.exists():
        fill(db, MODELS, ITEMS)
    if not snapshot_path(db).exists():
        publish(db)
    return db


def _build(db: Path, out: Path) -> Seconds:
    """Wall and processor seconds of one build."""
    os.sync()
    before, started = os.times(), time.perf_counter()
    _sorites("site", "build", "--strict", "--db", str(db), "--out", str(out))
    wall, after = time.perf_counter() - started, os.times()
    busy = (after.children_user - before.children_user) + (
        after.children_system - before.children_system
    )
    return wall, busy


def _sorites(*words: str) -> None:
    program = Path(sys.executable).with_name("sorites")
    subprocess.run([str(program), *words], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
