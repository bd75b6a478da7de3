"""The leaderboard: a section for each data set, a table for each provenance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from engine.analysis.boards import Board
from engine.analysis.datasets.checks import audit
from engine.analysis.scores.runs import days_asked
from engine.analysis.sources.reading import Dataset, Reading, making
from engine.pipeline.files.suites import RELEASES
from engine.show.tables.boards import board_table
from engine.show.tables.tasks import tasks_tables
from engine.show.texts.escaping import escape
from engine.show.texts.families import family_names
from engine.show.texts.notices import no_answers, no_dataset
from engine.site.boards.fresh import fresh_table
from engine.site.boards.overall import overall_section
from engine.site.boards.releases import release_selector
from engine.site.boards.verdicts import audit_badge, board_place
from engine.site.cards.commands import commands
from engine.site.cards.machine_card import release_of
from engine.site.filtering import filter_form


def leaderboard_fragments(reading: Reading) -> dict[str, str]:
    """The generated part of the leaderboard page."""
    return {"leaderboard": "\n\n".join(_sections(reading)) + "\n"}


def _sections(reading: Reading) -> Iterator[str]:
    described = {dataset.name: dataset for dataset in reading.datasets}
    by_dataset = {
        name: list(group) for name, group in groupby(reading.boards, lambda board: board.dataset)
    }
    if not any(dataset.source == "generated" for dataset in reading.datasets):
        yield no_dataset()
    silent = [name for name in described if name not in by_dataset]
    yield release_selector(reading)
    yield _contents([*by_dataset, *silent])
    yield filter_form()
    yield from overall_section(reading)
    if found := tasks_tables(reading.rows):
        yield "## Tasks side by side {: #tasks }"
        yield from found
    for name, group in by_dataset.items():
        yield _heading(name)
        yield from _section(reading, described.get(name), group)
        if fresh := fresh_table(reading, name):
            yield fresh
    for name in silent:
        yield _heading(name)
        yield _about(reading, described[name])
        yield no_answers(name)


def _contents(names: list[str]) -> str:
    links = " ".join(f'<a href="#{board_place(name)}">{escape(name)}</a>' for name in names)
    return f'<p class="el-contents">{links}</p>'


def _heading(name: str) -> str:
    return f"## {escape(name)} {{: #{board_place(name)} }}"


def _section(reading: Reading, dataset: Dataset | None, group: list[Board]) -> Iterator[str]:
    if dataset is not None:
        yield _about(reading, dataset)
        yield from _shortcuts(reading, dataset)
    for board in group:
        yield board_table(board)
        if folded := commands(reading, board.scores):
            yield folded


def _shortcuts(reading: Reading, dataset: Dataset) -> Iterator[str]:
    """Warn if a shortcut scores above its limit in the audit."""
    limited = [row for row in audit(reading, dataset) if row["limit_value"] is not None]
    above = sorted({row["name"] for row in limited if not row["passed"]})
    if above:
        listed = ", ".join(f"<code>{escape(name)}</code>" for name in above)
        yield (f'<p class="el-provenance">Shortcuts score above the audit’s limit: {listed}.</p>')


def _about(reading: Reading, dataset: Dataset) -> str:
    return (
        f'<p class="el-provenance">{dataset.n:,} items, {escape(making(dataset))},'
        f" generator version {dataset.version}, seed {dataset.seed}, content"
        f" <code>{escape(dataset.content_hash[:12])}</code>, made by"
        f" Sorites {escape(dataset.engine_version)}{_asked(reading, dataset)}"
        f"{_released(dataset)}{_card(reading, dataset)}</p>"
    )


def _card(reading: Reading, dataset: Dataset) -> str:
    """The way to the card, and the audit's verdict."""
    link = f' <a href="site:datasets/{escape(dataset.family)}/">The card</a>'
    card = link if dataset.family in family_names() else ""
    return f".{card} {audit_badge(reading, dataset.name)}"


def _asked(reading: Reading, dataset: Dataset) -> str:
    """The days on which models were asked here."""
    days = days_asked(reading.rows).get(dataset.dataset_id, ())
    return f", asked {' to '.join(dict.fromkeys(days))}" if days else ""


def _released(dataset: Dataset) -> str:
    release = release_of(dataset)
    if release is None:
        return ""
    address = f"site:{RELEASES}/{release.suite}/"
    return f', released <a href="{address}">{release.released}</a>'
