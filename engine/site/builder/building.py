"""Build the site: fragments from the snapshot, then mkdocs, then one rename.

The hand-written pages in `site/` include the fragments by name, so prose and figures stay apart,
and any successor of mkdocs that supports snippets can build the same tree. Each build works in its
own folder next to the site, from a copy of the sources, so builds can run concurrently.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from engine.analysis.sources.reading import Reading, reading
from engine.core.errors import SoritesError, StoreError
from engine.pipeline.files.answers import Answers, answers_of, writing_in_background
from engine.pipeline.files.datasets import write_folders
from engine.pipeline.files.downloads import FOLDER, write_downloads
from engine.pipeline.files.suites import write_suite_folders
from engine.show.links.addresses import resolved
from engine.show.links.places import output_folder, published_site
from engine.show.texts.families import family_names, words_of
from engine.site.audits import audit_fragments
from engine.site.boards.breakdowns import breakdown_fragments, breakdown_pages
from engine.site.boards.costs import cost_fragments
from engine.site.boards.home import home_fragments
from engine.site.boards.leaderboard import leaderboard_fragments
from engine.site.boards.releases import release_pages
from engine.site.builder.links import broken_links
from engine.site.builder.placing import clear, put_in_place, sweep, work_folder
from engine.site.builder.policy import own_scripts, restricted
from engine.site.builder.social import announced
from engine.site.builder.sources import (
    PARTS,
    WRITTEN,
    Sources,
    copied,
    name_in_navigation,
    project_sources,
)
from engine.site.builder.stylesheets import prune_stylesheets
from engine.site.cards.files import file_fragments
from engine.site.cards.frame import card_pages
from engine.site.cards.gallery import gallery_fragments, gallery_pages
from engine.site.cards.machine_card import machine_card
from engine.site.cards.papers import citation_fragments, paper_fragments
from engine.site.cards.parts import card_fragments
from engine.site.cards.readings import reading_fragments
from engine.site.cards.suite_card import suite_card_pages
from engine.site.downloads import downloads_section
from engine.site.findings import finding_fragments
from engine.site.models import all_error_pages, model_cards, model_fragments, model_pages
from engine.site.shown import write_shown_items
from engine.site.sql_page import sql_fragments

_PARTS: tuple[Callable[[Reading], dict[str, str]], ...] = (
    home_fragments,
    leaderboard_fragments,
    breakdown_fragments,
    model_fragments,
    cost_fragments,
    card_fragments,
    lambda _: gallery_fragments(),
    audit_fragments,
    sql_fragments,
    citation_fragments,
    paper_fragments,
    reading_fragments,
    finding_fragments,
)
_QUIET = ("DEBUG", "INFO")
_PAGE_DONE = ("Reading: ", "Building page ")
"""Messages with which mkdocs starts each page: it reads all pages, then builds all."""

_MKDOCS = """
import os, threading
from mkdocs.__main__ import cli

def end():
    os.read(0, 1)
    os._exit(1)

threading.Thread(target=end, daemon=True).start()
cli()
"""
"""mkdocs, in a process that ends with its parent, even a killed one, because its input then
closes."""

_UNCOUNTED = tuple(f" {folder}/" for folder in WRITTEN)
"""How its messages name generated pages, which progress does not count: their number is unknown."""

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
    output: Path | None = None,
    sources: Sources | None = None,
    strict: bool = False,
    advance: Advance | None = None,
    executor: Executor | None = None,
) -> Built:
    """Build all pages, to the usual folder if none is named; one snapshot gives the same bytes.

    Without a snapshot (None, or a path to no file) the pages show the commands that fill them. The
    previous site stays in place until the new one is complete. `sources` default to the project's.
    `advance` receives the units done, `build_units` in all. The executor, by default some threads,
    writes the answers to download.

    Raises:
        StoreError: another version published the snapshot, or it was republished meanwhile.
        SoritesError: mkdocs failed, or warned where `strict` makes a warning an error.
    """
    output, advance = output or output_folder(), advance or _unwatched
    found = snapshot if snapshot is not None and snapshot.is_file() else None
    sweep(output)
    work = work_folder(output)
    pages, files = work / "pages", work / FOLDER
    try:
        copy = copied(sources or project_sources(), work / "sources")
        with reading(found) as source:
            answers = answers_of(source)
            with writing_in_background(found, answers, files, executor):
                write_sources(source, answers, copy, files, advance)
                stamp = str(source.snapshot.stamp) if source.snapshot else None
                warnings = _mkdocs(copy.root, pages, strict, source.dated_at, advance)
                finish(pages)
                write_shown_items(pages)
            _must_be_published(source)
        files.replace(pages / FOLDER)
        warnings += _checked(pages, strict)
        put_in_place(pages, output)
    finally:
        clear(work, output)
    n_pages = sum(1 for _ in output.rglob("*.html"))
    return Built(output, n_pages, warnings, stamp)


def write_sources(
    source: Reading, answers: Answers, sources: Sources, files: Path, advance: Advance
) -> None:
    """Write the generated pages and fragments, and the files to download."""
    fragments = all_fragments(source, advance)
    fragments["downloads"] = downloads_section(write_downloads(source, files), answers)
    folders = write_folders(source, partial(machine_card, source), files, FOLDER)
    suites = write_suite_folders(source, folders, files, FOLDER)
    fragments |= file_fragments(source, folders)
    _write(sources.fragments, fragments)
    _write(sources.families, card_pages(source))
    name_in_navigation(sources, {name: words_of(name).title for name in family_names()})
    models = model_cards(source)
    _write(sources.cards, model_pages(models))
    _write(sources.errors, all_error_pages(models))
    _write(sources.releases, release_pages(source) | suite_card_pages(source, suites))
    _write(sources.breakdowns, breakdown_pages(source))
    _write(sources.gallery, gallery_pages())


def _must_be_published(source: Reading) -> None:
    """Fail if the snapshot was replaced while pages and files were written."""
    if source.snapshot is None:
        return
    with reading(source.snapshot.path) as now:
        if now.snapshot and now.snapshot.stamp != source.snapshot.stamp:
            raise StoreError(
                "the database was published again while the site was built; build the site once"
                " more"
            )


def _checked(folder: Path, strict: bool) -> tuple[str, ...]:
    """Report broken links as warnings; with `strict`, fail on them."""
    broken = broken_links(folder, published_site())
    if broken and strict:
        raise SoritesError(f"the site could not be built: {'; '.join(broken)}")
    return broken


def finish(folder: Path, templates: Path | None = None) -> None:
    """Resolve the addresses of each built page, announce it, and insert its policy.

    The theme's stylesheets are reduced to what the pages can use. `templates` default to those of
    the installed theme.

    Raises:
        SoritesError: a page has a script that none of the theme's templates writes.
    """
    own = own_scripts(templates)
    for path in sorted(folder.rglob("*.html")):
        name = path.relative_to(folder).as_posix()
        page = announced(resolved(path.read_text(encoding="utf-8"), name))
        path.write_text(restricted(page, name, own), encoding="utf-8")
    prune_stylesheets(folder)


def build_units() -> int:
    """Units of progress of a build: kinds of generated parts, and twice each hand-written page."""
    written = project_sources().pages
    apart = [written / folder for folder in (PARTS, *WRITTEN)]
    pages = [page for page in written.rglob("*.md") if page.parent not in apart]
    return len(_PARTS) + len(_PAGE_DONE) * len(pages)


def _unwatched(_: int) -> None:
    """Ignore progress."""


def all_fragments(source: Reading, advance: Advance = _unwatched) -> dict[str, str]:
    """The generated parts of all pages, by the name under which pages include them."""
    fragments: dict[str, str] = {}
    for part in _PARTS:
        fragments |= part(source)
        advance(1)
    return fragments


def _write(folder: Path, fragments: Mapping[str, str]) -> None:
    """Write Markdown files into a new folder."""
    folder.mkdir()
    for name, content in fragments.items():
        path = folder / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(content.rstrip("\n") + "\n", encoding="utf-8")


def _mkdocs(
    root: Path, target: Path, strict: bool, published: datetime, advance: Advance
) -> tuple[str, ...]:
    """Run mkdocs in a process of its own: it keeps global state and configures logging."""
    # Not --quiet: what is not logged does not count for --strict.
    command = [sys.executable, "-c", _MKDOCS, "build", "--clean", "--verbose"]
    command += ["--site-dir", str(target), *(["--strict"] if strict else [])]
    epoch = int(published.replace(tzinfo=UTC).timestamp())
    with subprocess.Popen(
        command,
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": str(epoch)},
    ) as running:
        try:
            messages = tuple(_messages(running.stdout or (), advance))
        except BaseException:
            running.terminate()
            raise
    if running.returncode != 0:
        raise SoritesError(f"the site could not be built: {' '.join(messages)}")
    return messages


def _messages(lines: Iterable[str], advance: Advance) -> Iterator[str]:
    """The messages of mkdocs that concern the user; `advance` counts finished pages."""
    for line in map(str.strip, lines):
        level, _, message = (part.strip() for part in line.partition(" -"))
        if message.startswith(_PAGE_DONE) and not any(one in message for one in _UNCOUNTED):
            advance(1)
        if line and level not in _QUIET:  # a traceback has no level
            yield line
