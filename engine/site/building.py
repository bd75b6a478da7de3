"""Building the site: fragments from the snapshot, then mkdocs, then one rename.

The hand-written pages in `site/` include the fragments by name, so that prose and figures live
apart and the same tree can be built by any successor of mkdocs that knows snippets.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from engine.errors import ElenchusError
from engine.places import published_path
from engine.site.addresses import resolved
from engine.site.answers import Answers, answers_of, writing_beside
from engine.site.argument_card import argument_card_fragments
from engine.site.audits import audit_fragments
from engine.site.breakdowns import breakdown_fragments, breakdown_pages
from engine.site.card import card_fragments
from engine.site.card_parts import file_fragments, shared_fragments
from engine.site.choice_card import choice_card_fragments
from engine.site.citation import citation_fragments
from engine.site.costs import cost_fragments
from engine.site.downloads import FOLDER, downloads_section, write_downloads
from engine.site.formal_card import formal_card_fragments
from engine.site.gallery import gallery_fragments
from engine.site.home import home_fragments
from engine.site.leaderboard import leaderboard_fragments
from engine.site.links import broken_links
from engine.site.models import model_fragments, model_pages
from engine.site.papers import paper_fragments
from engine.site.placing import partial_folder, put_in_place, sweep
from engine.site.policy import own_scripts, restricted
from engine.site.reading import Reading, reading
from engine.site.releases import release_pages
from engine.site.shown import write_shown_items
from engine.site.skill_card import skill_card_fragments
from engine.site.sources import PARTS, WRITTEN, Place, default_place
from engine.site.sql_page import sql_fragments
from engine.site.stylesheets import prune_stylesheets
from engine.site.suite_card import suite_card_pages
from engine.site.suite_twins import write_suite_twins
from engine.site.twins import write_twins

_PARTS = (
    home_fragments,
    leaderboard_fragments,
    breakdown_fragments,
    model_fragments,
    cost_fragments,
    shared_fragments,
    card_fragments,
    choice_card_fragments,
    skill_card_fragments,
    formal_card_fragments,
    argument_card_fragments,
    gallery_fragments,
    audit_fragments,
    sql_fragments,
    citation_fragments,
    paper_fragments,
)
_QUIET = ("DEBUG", "INFO")
_PAGE_DONE = ("Reading: ", "Building page ")
"""How mkdocs tells that it is at the next page: it reads all of them, then builds all of them."""

_UNCOUNTED = tuple(f" {folder}/" for folder in WRITTEN)
"""How it names the pages that the build writes, whose number nobody knows before."""

Advance = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Built:
    """A finished site: its folder, its number of pages, and what mkdocs had to say."""

    folder: Path
    n_pages: int
    warnings: tuple[str, ...]
    snapshot: str | None


def build_site(
    snapshot: Path | None,
    *,
    strict: bool = False,
    place: Place | None = None,
    advance: Advance | None = None,
) -> Built:
    """Build all pages; the same snapshot gives the same bytes.

    `snapshot` is None (or names no file) where none has been published: the pages then say which
    commands fill them. What was built before stays until the new site is complete. `advance` is
    told of `build_units` units as they are done.

    Raises:
        StoreError: the snapshot was published by another version.
        ElenchusError: mkdocs failed, or warned where `strict` makes a warning an error.
    """
    place, advance = place or default_place(), advance or _unwatched
    found = snapshot if snapshot is not None and snapshot.is_file() else None
    sweep(place.output)
    partial = partial_folder(place.output)
    files = partial.with_suffix(".files")
    try:
        with reading(found) as source:
            answers = answers_of(source)
            with writing_beside(found, answers, files):
                _write_sources(source, answers, place, files, advance)
                stamp = str(source.snapshot.stamp) if source.snapshot else None
                published = source.dated_at
                warnings = _mkdocs(place.root, partial, strict, published, advance)
                finish(partial)
                write_shown_items(partial)
        files.replace(partial / FOLDER)
        warnings += _checked(partial, strict)
        put_in_place(partial, place.output)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        shutil.rmtree(files, ignore_errors=True)
        raise
    n_pages = sum(1 for _ in place.output.rglob("*.html"))
    return Built(place.output, n_pages, warnings, stamp)


def _write_sources(
    source: Reading, answers: Answers, place: Place, files: Path, advance: Advance
) -> None:
    """Write all that mkdocs reads, and the files to download."""
    fragments = all_fragments(source, advance)
    fragments["downloads"] = downloads_section(write_downloads(source, files), answers)
    twins = write_twins(source, files, FOLDER)
    suites = write_suite_twins(source, twins, files, FOLDER)
    fragments |= file_fragments(source, twins)
    _write(place.fragments, fragments)
    _write(place.cards, model_pages(source))
    _write(place.releases, release_pages(source) | suite_card_pages(source, suites))
    _write(place.breakdowns, breakdown_pages(source))


def _checked(folder: Path, strict: bool) -> tuple[str, ...]:
    """Links that lead nowhere are warnings."""
    broken = broken_links(folder, published_path())
    if broken and strict:
        raise ElenchusError(f"the site could not be built: {'; '.join(broken)}")
    return broken


def finish(folder: Path, templates: Path | None = None) -> None:
    """Resolve the addresses of each page that a theme has written, and put its policy into it.

    Of the theme's stylesheets, what these pages can use is left. `templates` are the theme's, of
    the theme that we build with if None.

    Raises:
        ElenchusError: a page has a script that none of the theme's templates writes.
    """
    own = own_scripts(templates)
    for path in sorted(folder.rglob("*.html")):
        name = path.relative_to(folder).as_posix()
        page = resolved(path.read_text(encoding="utf-8"), name)
        path.write_text(restricted(page, name, own), encoding="utf-8")
    prune_stylesheets(folder)


def build_units(place: Place) -> int:
    """Units of progress of a build: kinds of generated parts, and twice each hand-written page."""
    source = place.root / "site"
    no_pages = {source / folder for folder in (*WRITTEN, PARTS)}
    pages = [page for page in source.rglob("*.md") if page.parent not in no_pages]
    return len(_PARTS) + len(_PAGE_DONE) * len(pages)


def _unwatched(_: int) -> None:
    """Progress that nobody watches."""


def all_fragments(source: Reading, advance: Advance = _unwatched) -> dict[str, str]:
    """The generated parts of all pages, by the name under which pages include them."""
    fragments: dict[str, str] = {}
    for part in _PARTS:
        fragments |= part(source)
        advance(1)
    return fragments


def _write(folder: Path, fragments: Mapping[str, str]) -> None:
    """Write Markdown files into a folder that holds nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, content in fragments.items():
        path = folder / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(content.rstrip("\n") + "\n", encoding="utf-8")


def _mkdocs(
    root: Path, target: Path, strict: bool, published: datetime, advance: Advance
) -> tuple[str, ...]:
    """Run mkdocs in a process of its own: it keeps global state and configures logging."""
    # Not --quiet: what is not logged does not count for --strict.
    command = [sys.executable, "-m", "mkdocs", "build", "--clean", "--verbose"]
    command += ["--site-dir", str(target), *(["--strict"] if strict else [])]
    epoch = int(published.replace(tzinfo=UTC).timestamp())
    with subprocess.Popen(
        command,
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": str(epoch)},
    ) as running:
        try:
            said = tuple(_said(running.stdout or (), advance))
        except BaseException:
            running.terminate()
            raise
    if running.returncode != 0:
        raise ElenchusError(f"the site could not be built: {' '.join(said)}")
    return said


def _said(lines: Iterable[str], advance: Advance) -> Iterator[str]:
    """What mkdocs says that a user must know; `advance` is told of pages that are done."""
    for line in map(str.strip, lines):
        level, _, message = (part.strip() for part in line.partition(" -"))
        if message.startswith(_PAGE_DONE) and not any(one in message for one in _UNCOUNTED):
            advance(1)
        if line and level not in _QUIET:  # a traceback has no level
            yield line
