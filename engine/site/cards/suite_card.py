"""A suite's card: its data sets, and each section of a data set's card for all of them.

Facts about the suite's sets (examples, balance, audit, depths) are here; facts about a family are
on the family's card, which each section links to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.analysis.datasets.checks import audit, n_rejected
from engine.analysis.datasets.composition import facts
from engine.analysis.sources.reading import Dataset, Reading, Row
from engine.core.suite_files import Release, suite_releases
from engine.pipeline.files.datasets import LICENCE, FolderFile
from engine.pipeline.files.suites import RELEASES, SuiteFolders
from engine.pipeline.generate.suites import SuiteEntry, held_sets, load_suite
from engine.show.tables.boards import board_table
from engine.show.tables.html import Cell, Column, code, count, table, text
from engine.show.texts.escaping import escape
from engine.show.texts.notices import no_answers, notice
from engine.site.builder.heads import page_head
from engine.site.cards.balance import balance_of
from engine.site.cards.depths import depths_of
from engine.site.cards.files import files_table, how_to_load
from engine.site.cards.glance import badges
from engine.site.cards.results import main_board_of
from engine.site.cards.samples import suite_examples
from engine.site.cards.shortcuts import audits_of
from engine.site.cards.verification import limits_of, rejects_of, repetitions_of, ways_of

_BEST = 5
"""Rows of a board that the card shows."""


def suite_card_pages(reading: Reading, folders: SuiteFolders) -> dict[str, str]:
    """A page for each suite, by name without ending."""
    return {
        f"{one.suite}-card": "\n\n".join(_page(reading, one, folders[one.suite])) + "\n"
        for one in suite_releases()
    }


def _page(reading: Reading, release: Release, files: Sequence[FolderFile]) -> Iterator[str]:
    entries = load_suite(release.suite)
    held = held_sets(reading.datasets, release)
    yield page_head(f"{release.title}: suite card", "suite")
    yield _head(release, entries)
    sections = {
        ("At a glance", "glance"): _composition(entries, held),
        ("Purpose", "purpose"): _PURPOSE,
        ("Examples", "examples"): _examples(entries),
        ("Fields", "fields"): _on_cards(entries, "fields", "All items have the same fields"),
        ("Construction", "construction"): _construction(entries),
        ("Verification", "verification"): _known(reading, entries, held),
        ("Balance", "balance"): _balance(reading, entries, held),
        ("Shortcut audit", "audit"): _audits(reading, entries, held),
        ("Difficulty", "difficulty"): _depths(reading, entries, held),
        ("Splits and contamination", "contamination"): '--8<-- "parts/contamination.md"',
        ("Human check", "people"): _PEOPLE,
        ("Scoring", "scoring"): '--8<-- "parts/scoring.md"',
        ("Results", "results"): _results(reading, release, held),
        ("Limits", "limits"): _limits(entries),
        ("Generating and loading", "load"): _load(release),
        ("Files", "files"): _files(entries, files),
        ("Maintenance, licence, citation", "maintenance"): _MAINTENANCE,
        ("Citation", "citation"): '--8<-- "generated/citation.md"',
        ("Changelog", "changelog"): f"<p>{release.released}: frozen. It never changes.</p>",
    }
    for (title, anchor), shown in sections.items():
        yield f"## {title} {{: #{anchor} }}"
        yield shown
    yield '--8<-- "generated/provenance.md"'


_PURPOSE = (
    "<p>A suite keeps scores comparable for years: its data sets are frozen and identified by"
    " content hash, so everyone who names the suite asked the same questions. It measures what its"
    " families measure, no more; a mean over its sets has no meaning of its own. It is for"
    " comparing models, and not meant for judging knowledge or people.</p>"
)

_PEOPLE = "<p>People answer sheets of one data set, never of a suite. See the families’ cards.</p>"

_NO_TASKS = (
    "<p>There is no <code>eval.yaml</code>: no scorer of the Hub can judge the answers to the"
    " suite’s items held here.</p>"
)

_MAINTENANCE = (
    '--8<-- "parts/maintenance.md"\n\n<p>Words, grammar and code are our own, under the <a'
    ' href="https://www.apache.org/licenses/LICENSE-2.0.txt">Apache License 2.0</a>. <a'
    ' href="site:cite/">How to cite</a>; the families’ cards credit the papers they follow.</p>'
)


def _head(release: Release, entries: Sequence[SuiteEntry]) -> str:
    n = sum(entry.spec.n_items for entry in entries)
    boards = f' <a href="site:{RELEASES}/{release.suite}/">boards</a>'
    return badges(
        release.suite,
        f"{len(entries)} data sets",
        f"{n:,} items",
        "frozen",
        str(release.released),
        LICENCE,
        after=f'{boards} <a href="site:cite/">cite</a>',
    )


def _composition(entries: Sequence[SuiteEntry], held: Mapping[str, Dataset]) -> str:
    rows = [
        [
            text(entry.name),
            Cell(_card(entry.spec.family), entry.spec.family),
            count(entry.spec.n_items),
            count(entry.spec.n_groups),
            count(entry.spec.seed),
            code(entry.content_hash),
            text(held[entry.name].name if entry.name in held else "no"),
        ]
        for entry in entries
    ]
    columns = (
        Column("Data set"),
        Column("Family"),
        Column("Items", numeric=True),
        Column("Groups", numeric=True),
        Column("Seed", numeric=True),
        Column("Content SHA-256"),
        Column("In this snapshot"),
    )
    return table("Data sets of the suite", columns, rows, data={"key": "files"})


def _card(family: str, section: str | None = None) -> str:
    anchor = f"#{section}" if section else ""
    return f'<a href="site:datasets/{family}/{anchor}">{escape(family)}</a>'


def _on_cards(entries: Sequence[SuiteEntry], section: str, shown: str) -> str:
    """A sentence that links to a section of each family's card."""
    families = _families(entries)
    links = ", ".join(_card(family, section) for family in families)
    return f"<p>{shown}: see {links}.</p>"


def _limits(entries: Sequence[SuiteEntry]) -> str:
    families = _families(entries)
    shown = "".join(f"<p>{_card(one, 'limits')}:</p>{limits_of(one)}" for one in families)
    return f"<div>{shown}</div>"


def _construction(entries: Sequence[SuiteEntry]) -> str:
    rows = [[text(entry.name), code(entry.spec.params)] for entry in entries]
    shown = table("Settings", (Column("Data set"), Column("Parameters")), rows)
    return f"{shown}\n\n{_on_cards(entries, 'construction', 'How items are generated')}"


def _examples(entries: Sequence[SuiteEntry]) -> str:
    return f"{suite_examples(entries)}\n\n{_on_cards(entries, 'examples', 'More examples')}"


def _balance(reading: Reading, entries: Sequence[SuiteEntry], held: Mapping[str, Dataset]) -> str:
    shown = [balance_of(reading, dataset) for dataset in held.values()]
    return "\n\n".join([*shown, _on_cards(entries, "balance", "How answers are balanced")])


def _audits(reading: Reading, entries: Sequence[SuiteEntry], held: Mapping[str, Dataset]) -> str:
    shown = [audits_of(reading, tuple(held.values()))] if held else []
    return "\n\n".join([*shown, _on_cards(entries, "audit", "About the checks")])


def _depths(reading: Reading, entries: Sequence[SuiteEntry], held: Mapping[str, Dataset]) -> str:
    shown = [depths_of(reading, dataset) for dataset in held.values()]
    return "\n\n".join([*shown, _on_cards(entries, "difficulty", "Definition of depth")])


def _known(reading: Reading, entries: Sequence[SuiteEntry], held: Mapping[str, Dataset]) -> str:
    """How each family's answers are checked, and the verification of the sets in the snapshot."""
    parts = [_ways(reading, family, held) for family in _families(entries)]
    again = " ".join(code(f"sorites verify {entry.name}").html for entry in entries)
    parts.append(f"<p>To repeat it: {again}</p>")
    known = [_counts(reading, held), repetitions_of(reading, tuple(held.values()))]
    return "\n\n".join(parts + (known if held else [_absent()]))


def _ways(reading: Reading, family: str, held: Mapping[str, Dataset]) -> str:
    own = [dataset for dataset in held.values() if dataset.family == family]
    shown = f"{ways_of(reading, family, own)}\n\n{rejects_of(family)}"
    return f"<p>{_card(family, 'verification')}:</p>\n\n{shown}"


def _families(entries: Sequence[SuiteEntry]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entry.spec.family for entry in entries))


def _counts(reading: Reading, held: Mapping[str, Dataset]) -> str:
    """A row for each data set in the snapshot."""
    known = facts(reading)
    rows = []
    for name, dataset in held.items():
        own = known[dataset.dataset_id]
        limited = [row for row in audit(reading, dataset) if row["limit_value"] is not None]
        day = own["verified_at"]
        rows.append(
            [
                text(name),
                text(f"{own['n_agreed']:,} of {own['n']:,}" if own["n_known"] else "not yet"),
                text(f"{day:%Y-%m-%d}" if day else None),
                count(n_rejected(reading, dataset)),
                text(_within(limited)),
                text(f"{own['shallowest']} to {own['deepest']}"),
                text(own["splits"]),
            ]
        )
    titles = ("Data set", "Verified", "Last", "Candidates rejected", "Checks within limits")
    columns = [Column(title) for title in (*titles, "Depth", "Splits")]
    return table("Verification, rejected candidates, shortcuts, depths and splits", columns, rows)


def _within(limited: Sequence[Row]) -> str:
    """How many of the checks that have a limit keep to it."""
    n = sum(row["passed"] for row in limited)
    return f"{n} of {len(limited)}" if limited else "not yet"


def _absent() -> str:
    return notice("This snapshot holds none of its data sets.")


def _results(reading: Reading, release: Release, held: Mapping[str, Dataset]) -> str:
    parts = []
    for name, dataset in held.items():
        parts.append(f"### {escape(name)} {{: #results-{name} }}")
        board = main_board_of(reading, dataset)
        parts.append(board_table(board, limit=_BEST) if board else no_answers(dataset.name))
    parts.append(f'<p><a href="site:{RELEASES}/{release.suite}/">All boards of the suite</a></p>')
    return "\n\n".join(parts if held else [_absent(), *parts])


def _load(release: Release) -> str:
    return (
        f"<pre><code>sorites suite {escape(release.suite)}</code></pre>\n\n<p>This generates every"
        " data set and compares its content hash with the frozen one. The families’ cards show how"
        " to read a set with SQL, Python and Parquet.</p>"
    )


def _files(entries: Sequence[SuiteEntry], files: Sequence[FolderFile]) -> str:
    shown = files_table("Files of this suite", [(_kind(one.name), one) for one in files])
    named = next((file.name.split("/")[1] for file in reversed(files) if file.n_rows), None)
    has_tasks = any(file.name == "eval.yaml" for file in files)
    about = _on_cards(entries, "files", "About these files")
    parts = [shown, about, "" if has_tasks else _NO_TASKS, how_to_load(files, named)]
    return "\n\n".join(part for part in parts if part)


def _kind(path: str) -> str:
    """The data set of a file in the suite's folder, or the suite as a whole."""
    return path.split("/")[1] if "/" in path else "suite"
