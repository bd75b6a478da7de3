"""The boards of each release of a suite: only its frozen questions, at a permanent address.

A release identifies its data sets by content hash, so a regenerated set of the same name is not
shown. Later answers to the same questions are.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis.sources.reading import Dataset, Reading
from engine.core.suite_files import Release, suite_releases
from engine.pipeline.files.downloads import release_boards
from engine.pipeline.files.suites import RELEASES
from engine.pipeline.generate.suites import held_sets
from engine.show.tables.boards import board_table
from engine.show.tables.html import Cell, Column, code, table, text
from engine.show.texts.escaping import escape
from engine.show.texts.notices import no_answers, notice
from engine.site.builder.heads import page_head
from engine.site.filtering import filter_form

FILES = f"files/{RELEASES}"
"""The folder of release boards among the downloads."""


def release_pages(reading: Reading) -> dict[str, str]:
    """A page for each release, by the name of its suite."""
    return {
        release.suite: "\n\n".join(_page(reading, release)) + "\n" for release in suite_releases()
    }


def release_selector(reading: Reading, shown: str | None = None) -> str:
    """Links to the board of all data sets and to each release's; `shown` is the current suite.

    Plain links work without a script.
    """
    links = [_link("leaderboard", "all data sets", is_here=shown is None)]
    for one in suite_releases():
        link = _link(
            f"{RELEASES}/{one.suite}", f"{one.released}: {one.title}", is_here=one.suite == shown
        )
        links.append(link if release_boards(reading, one) else f"{link} (not asked here yet)")
    return f'<nav class="el-contents" aria-label="Release">Release: {" · ".join(links)}</nav>'


def _link(place: str, title: str, *, is_here: bool) -> str:
    if is_here:
        return f'<strong aria-current="page">{escape(title)}</strong>'
    return f'<a href="site:{place}/">{escape(title)}</a>'


def _page(reading: Reading, release: Release) -> Iterator[str]:
    held = held_sets(reading.datasets, release)
    yield page_head(release.title, "release")
    yield release_selector(reading, release.suite)
    yield (
        f"<p>Released on {release.released} as the suite <code>{escape(release.suite)}</code>. Its"
        " questions are frozen: their content hashes identify them, and they never change once the"
        ' <a href="site:changelog/">changelog</a> dates the version that introduced them. Boards as'
        f' files: <a href="site:{FILES}/{release.suite}.csv" download="">CSV</a>,'
        f' <a href="site:{FILES}/{release.suite}.json" download="">JSON</a>. Its'
        f' <a href="site:{RELEASES}/{release.suite}-card/">card</a> says what it contains and how'
        " it was checked.</p>"
    )
    yield _contents(release, held)
    found = release_boards(reading, release)
    if found:
        yield filter_form()
    for name, dataset in held.items():
        yield f"## {escape(name)} {{: #{name} }}"
        own = [board for board in found if board.dataset == dataset.name]
        yield from map(board_table, own)
        if not own:
            yield no_answers(dataset.name)
    yield '--8<-- "generated/provenance.md"'


def _contents(release: Release, held: dict[str, Dataset]) -> str:
    rows = [
        [text(name), code(content), _presence(held.get(name))]
        for name, content in release.contents.items()
    ]
    columns = (Column("Data set"), Column("Content SHA-256"), Column("In this snapshot"))
    shown = table("Released data sets", columns, rows)
    if held:
        return shown
    absent = "This snapshot holds none of its data sets. These commands fill this page:"
    return f"{shown}\n\n{notice(absent, f'sorites suite {release.suite}', 'sorites publish')}"


def _presence(dataset: Dataset | None) -> Cell:
    if dataset is None:
        return text("no")
    return Cell(f"{dataset.n:,} items, as <code>{escape(dataset.name)}</code>", dataset.n)
