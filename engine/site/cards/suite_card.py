"""A suite's card: what it is made of, and for each section of a data set's card what holds of all.

What is of the suite's own sets, as examples, balance, audit and depths, stands here; what is of one
family as a whole stands on that family's card, to which each section leads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.analysis.reading import Reading
from engine.families.logicasker.card.balance import skill_balance_of
from engine.pipeline.suites import Release, SuiteEntry, load_suite, suite_releases
from engine.show.escaping import inert
from engine.show.notices import no_answers, notice
from engine.show.tables import Cell, Column, code, count, table, text
from engine.site.boards.board import board_table
from engine.site.boards.depths import depths_of
from engine.site.boards.releases import held_sets
from engine.site.boards.scores import PASSAGE, ROTATIONS, fullest_board
from engine.site.builder.heads import page_head
from engine.site.builder.sources import RELEASES
from engine.site.cards.balance import balance_of_set
from engine.site.cards.checks import audits_of, balance_by_shape
from engine.site.cards.machine_card import LICENCE
from engine.site.cards.parts import file_link, how_to_load
from engine.site.cards.rejections import n_rejected
from engine.site.cards.repetitions import repetitions_of
from engine.site.cards.said import limits_of, rejects_of, ways_of
from engine.site.cards.suite_examples import suite_examples
from engine.site.cards.suite_twins import SuiteTwins
from engine.site.cards.twins import TwinFile
from engine.store import Dataset

_KNOWN = """
SELECT i.dataset_id, count(*) AS n, count(v.item_id) AS n_known,
    count(*) FILTER (v.agreed) AS n_agreed,
    max(v.verified_at) AS verified_at, min(i.depth) AS shallowest, max(i.depth) AS deepest,
    count(DISTINCT i.group_no) AS n_groups
FROM items i LEFT JOIN verifications v USING (item_id) GROUP BY i.dataset_id
"""

_CHECKS = """
SELECT dataset_id, count(*) AS n, count(*) FILTER (passed) AS n_passed FROM audits
WHERE limit_value IS NOT NULL GROUP BY dataset_id
"""

_SPLITS = """
SELECT dataset_id, string_agg(split || ' ' || n, ', ' ORDER BY split) AS told
FROM (SELECT dataset_id, split, count(*) AS n FROM items GROUP BY ALL) GROUP BY dataset_id
"""

_BEST = 5
"""Rows of a board that the card shows."""


def suite_card_pages(reading: Reading, twins: SuiteTwins) -> dict[str, str]:
    """A page for each suite, by its name without ending."""
    return {
        f"{one.suite}-card": "\n\n".join(_page(reading, one, twins[one.suite])) + "\n"
        for one in suite_releases()
    }


def _page(reading: Reading, release: Release, files: Sequence[TwinFile]) -> Iterator[str]:
    entries = load_suite(release.suite)
    held = held_sets(reading, release)
    yield page_head(f"{release.title}: the suite’s card", "suite")
    yield _head(release, entries)
    sections = {
        ("At a glance", "glance"): _composition(entries, held),
        ("Purpose", "purpose"): _PURPOSE,
        ("Examples", "examples"): _examples(entries),
        ("Fields", "fields"): _on_cards(entries, "fields", "The fields are those of every item"),
        ("Construction", "construction"): _construction(entries),
        ("Verification", "verification"): _known(reading, entries, held),
        ("Balance", "balance"): _balance(reading, entries, held),
        ("Shortcut audit", "audit"): _audits(reading, entries, held),
        ("Difficulty", "difficulty"): _depths(reading, entries, held),
        ("Splits and contamination", "contamination"): '--8<-- "parts/contamination.md"',
        ("Human check", "people"): _PEOPLE,
        ("How to score", "scoring"): '--8<-- "parts/scoring.md"',
        ("Results", "results"): _results(reading, release, held),
        ("Limits", "limits"): _limits(entries),
        ("Make it, load it", "load"): _load(release),
        ("Files and machine twins", "files"): _files(entries, files),
        ("Maintenance, licence, citation", "maintenance"): _MAINTENANCE,
        ("Citation", "citation"): '--8<-- "generated/citation.md"',
        ("Changelog", "changelog"): f"<p>{release.released}: frozen. It never changes.</p>",
    }
    for (title, anchor), told in sections.items():
        yield f"## {title} {{: #{anchor} }}"
        yield told
    yield '--8<-- "generated/provenance.md"'


_PURPOSE = (
    "<p>A suite is what a score can be compared on for years: its data sets are frozen, each known"
    " by its content, so that two who name the suite have asked the same questions. It measures"
    " what its families measure, and no more; a mean over its sets stands for nothing by itself."
    " Meant for comparing models; not meant for judging knowledge or people.</p>"
)

_PEOPLE = (
    "<p>A sheet for people is of one data set, never of a suite: who answered which stands on the"
    " families’ cards.</p>"
)

_BALANCES = {"justlogic": balance_by_shape, "logicasker": skill_balance_of}
"""How answers are told by part in families that have more to tell than all others have."""

_NO_TASKS = (
    "<p>There is no <code>eval.yaml</code>: none of the suite’s items lie here whose answers a"
    " scorer of the Hub can judge.</p>"
)

_MAINTENANCE = (
    '--8<-- "parts/maintenance.md"\n\n<p>Words, grammar and code are our own, under the <a'
    ' href="https://www.apache.org/licenses/LICENSE-2.0.txt">Apache License 2.0</a>. <a'
    ' href="site:cite/">How to cite</a>; whose ideas the families follow, their cards say, with'
    " thanks.</p>"
)


def _head(release: Release, entries: Sequence[SuiteEntry]) -> str:
    n = sum(entry.spec.n_items for entry in entries)
    badges = (
        release.suite,
        f"{len(entries)} data sets",
        f"{n:,} items",
        "frozen",
        str(release.released),
        LICENCE,
    )
    told = " ".join(f'<span class="el-badge">{inert(badge)}</span>' for badge in badges)
    boards = f'<a href="site:{RELEASES}/{release.suite}/">its boards</a>'
    return f'<p>{told} {boards} <a href="site:cite/">cite</a></p>'


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
    return table("What the suite is made of", columns, rows, data={"key": "files"})


def _card(family: str, section: str | None = None) -> str:
    anchor = f"#{section}" if section else ""
    return f'<a href="site:datasets/{family}/{anchor}">{inert(family)}</a>'


def _on_cards(entries: Sequence[SuiteEntry], section: str, told: str) -> str:
    """A sentence that leads to the section of each family's card."""
    families = _families(entries)
    links = ", ".join(_card(family, section) for family in families)
    return f"<p>{told}: see the card of {links}.</p>"


def _limits(entries: Sequence[SuiteEntry]) -> str:
    families = _families(entries)
    told = "".join(f"<p>Those of {_card(one, 'limits')}:</p>{limits_of(one)}" for one in families)
    return f"<div>{told}</div>"


def _construction(entries: Sequence[SuiteEntry]) -> str:
    rows = [[text(entry.name), code(entry.spec.params)] for entry in entries]
    told = table("Settings", (Column("Data set"), Column("Parameters")), rows)
    return f"{told}\n\n{_on_cards(entries, 'construction', 'How items are made of these')}"


def _examples(entries: Sequence[SuiteEntry]) -> str:
    return f"{suite_examples(entries)}\n\n{_on_cards(entries, 'examples', 'More of each family')}"


def _balance(reading: Reading, entries: Sequence[SuiteEntry], held: Mapping[str, Dataset]) -> str:
    told = [_BALANCES.get(d.family, balance_of_set)(reading, d) for d in held.values()]
    return "\n\n".join([*told, _on_cards(entries, "balance", "How answers are balanced")])


def _audits(reading: Reading, entries: Sequence[SuiteEntry], held: Mapping[str, Dataset]) -> str:
    told = []
    for family in _families(entries):
        if own := [dataset for dataset in held.values() if dataset.family == family]:
            told.append(audits_of(reading, family, own))
    return "\n\n".join([*told, _on_cards(entries, "audit", "What the checks are")])


def _depths(reading: Reading, entries: Sequence[SuiteEntry], held: Mapping[str, Dataset]) -> str:
    told = [depths_of(reading, dataset) for dataset in held.values()]
    return "\n\n".join([*told, _on_cards(entries, "difficulty", "What depth means")])


def _known(reading: Reading, entries: Sequence[SuiteEntry], held: Mapping[str, Dataset]) -> str:
    """How the answers of each family were checked, and what is known of the data sets held."""
    parts = [_ways(reading, family, held) for family in _families(entries)]
    again = " ".join(code(f"sorites verify {entry.name}").html for entry in entries)
    parts.append(f"<p>To repeat it: {again}</p>")
    known = [_counts(reading, held), repetitions_of(reading, tuple(held.values()))]
    return "\n\n".join(parts + (known if held else [_absent()]))


def _ways(reading: Reading, family: str, held: Mapping[str, Dataset]) -> str:
    own = [dataset for dataset in held.values() if dataset.family == family]
    told = f"{ways_of(reading, family, own)}\n\n{rejects_of(family)}"
    return f"<p>Of {_card(family, 'verification')}:</p>\n\n{told}"


def _families(entries: Sequence[SuiteEntry]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entry.spec.family for entry in entries))


def _counts(reading: Reading, held: Mapping[str, Dataset]) -> str:
    """A line for each data set that the snapshot holds."""
    known = {row["dataset_id"]: row for row in reading.rows(_KNOWN)}
    checks = {row["dataset_id"]: row for row in reading.rows(_CHECKS)}
    splits = {row["dataset_id"]: row["told"] for row in reading.rows(_SPLITS)}
    rows = []
    for name, dataset in held.items():
        own, check = known[dataset.dataset_id], checks.get(dataset.dataset_id)
        day = own["verified_at"]
        rows.append(
            [
                text(name),
                text(f"{own['n_agreed']:,} of {own['n']:,}" if own["n_known"] else "not yet"),
                text(f"{day:%Y-%m-%d}" if day else None),
                count(n_rejected(reading, dataset)),
                text(f"{check['n_passed']} of {check['n']}" if check else "not yet"),
                text(f"{own['shallowest']} to {own['deepest']}"),
                text(splits[dataset.dataset_id]),
            ]
        )
    titles = ("Data set", "Verified", "Last", "Candidates rejected", "Checks within limits")
    columns = [Column(title) for title in (*titles, "Depth", "Splits")]
    return table("Items verified, candidates, shortcuts, depths, splits", columns, rows)


def _absent() -> str:
    return notice("This snapshot holds none of its data sets.")


def _results(reading: Reading, release: Release, held: Mapping[str, Dataset]) -> str:
    parts = []
    for name, dataset in held.items():
        parts.append(f"### {inert(name)} {{: #results-{name} }}")
        found = [fullest_board(reading, dataset.name, setting) for setting in (ROTATIONS, PASSAGE)]
        board = next((one for one in found if one), None)
        parts.append(board_table(board, limit=_BEST) if board else no_answers(dataset.name))
    parts.append(f'<p><a href="site:{RELEASES}/{release.suite}/">All boards of the suite</a></p>')
    return "\n\n".join(parts if held else [_absent(), *parts])


def _load(release: Release) -> str:
    return (
        f"<pre><code>sorites suite {inert(release.suite)}</code></pre>\n\n<p>It makes every data"
        " set and compares its content with what was frozen; the families’ cards say how to read"
        " one by SQL, Python and Parquet.</p>"
    )


def _files(entries: Sequence[SuiteEntry], files: Sequence[TwinFile]) -> str:
    rows = [
        [file_link(file), count(file.n_rows), count(file.n_bytes), code(file.sha256)]
        for file in files
    ]
    columns = (
        Column("File"),
        Column("Rows", numeric=True),
        Column("Bytes", numeric=True),
        Column("SHA-256"),
    )
    told = table("Files of this suite", columns, rows, data={"key": "files"})
    named = next((file.name.split("/")[1] for file in reversed(files) if file.n_rows), None)
    has_tasks = any(file.name == "eval.yaml" for file in files)
    about = _on_cards(entries, "files", "What these files are")
    parts = [told, about, "" if has_tasks else _NO_TASKS, how_to_load(files, named)]
    return "\n\n".join(part for part in parts if part)
