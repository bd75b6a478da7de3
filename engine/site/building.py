"""Building the site: fragments from the snapshot, then mkdocs, then one rename.

The hand-written pages in `site/` include the fragments by name, so that prose and figures live
apart and the same tree can be built by any successor of mkdocs that knows snippets.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from engine.errors import ElenchusError
from engine.site.card import card_fragments
from engine.site.home import home_fragments
from engine.site.leaderboard import leaderboard_fragments
from engine.site.reading import Reading, reading
from engine.site.sources import Place, default_place

_EPOCH = datetime(2026, 1, 1)  # noqa: DTZ001 # snapshots are stamped in naive UTC too


@dataclass(frozen=True, slots=True)
class Built:
    """A finished site: its folder, its number of pages, and what mkdocs had to say."""

    folder: Path
    n_pages: int
    warnings: tuple[str, ...]
    snapshot: str | None


def build_site(snapshot: Path | None, *, strict: bool = False, place: Place | None = None) -> Built:
    """Build all pages; the same snapshot gives the same bytes.

    `snapshot` is None (or names no file) where none has been published: the pages then say which
    commands fill them. What was built before stays until the new site is complete.

    Raises:
        StoreError: the snapshot was published by another version.
        ElenchusError: mkdocs failed, or warned where `strict` makes a warning an error.
    """
    place = place or default_place()
    found = snapshot if snapshot is not None and snapshot.is_file() else None
    with reading(found) as source:
        _write(place.fragments, all_fragments(source))
        stamp = str(source.snapshot.stamp) if source.snapshot else None
        published = source.published_at or _EPOCH
    partial = place.output.with_name(f"{place.output.name}.{os.getpid()}.partial")
    warnings = _mkdocs(place.root, partial, strict, published)
    shutil.rmtree(place.output, ignore_errors=True)
    partial.replace(place.output)
    n_pages = sum(1 for _ in place.output.rglob("*.html"))
    return Built(place.output, n_pages, warnings, stamp)


def all_fragments(source: Reading) -> dict[str, str]:
    """The generated parts of all pages, by the name under which pages include them."""
    return {
        **home_fragments(source),
        **leaderboard_fragments(source),
        **card_fragments(source),
    }


def _write(folder: Path, fragments: Mapping[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in fragments.items():
        (folder / f"{name}.md").write_text(content.rstrip("\n") + "\n", encoding="utf-8")


def _mkdocs(root: Path, target: Path, strict: bool, published: datetime) -> tuple[str, ...]:
    """Run mkdocs in a process of its own: it keeps global state and configures logging."""
    command = [sys.executable, "-m", "mkdocs", "build", "--clean"]
    command += ["--site-dir", str(target), *(["--strict"] if strict else [])]
    epoch = int(published.replace(tzinfo=UTC).timestamp())
    done = subprocess.run(
        command,
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": str(epoch)},
    )
    # Not --quiet: what is not logged does not count for --strict.
    lines = (line.strip() for line in done.stderr.splitlines())
    said = tuple(line for line in lines if line and not line.startswith("INFO"))
    if done.returncode != 0:
        shutil.rmtree(target, ignore_errors=True)
        raise ElenchusError(f"the site could not be built: {' '.join(said) or done.stdout}")
    return said
