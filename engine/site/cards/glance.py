"""The head of a card and its first table: a family's data sets side by side, a row per fact."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence

from engine.analysis.datasets.composition import facts, prompt_tokens
from engine.analysis.datasets.vocabulary import vocabulary
from engine.analysis.sources.reading import Dataset, Reading, Row, making
from engine.pipeline.files.datasets import LICENCE
from engine.show.tables.html import COUNTED, Cell, Column, code, count, percent, table, text
from engine.show.texts.escaping import escape
from engine.show.texts.notices import no_dataset
from engine.site.cards.machine_card import status

_FACTS: tuple[tuple[str, Callable[[Row], Cell]], ...] = (
    ("groups", lambda row: count(row["n_groups"])),
    ("question types", lambda row: text(row["types"])),
    ("answers", lambda row: text(row["answers"])),
    ("languages", lambda row: text(row["languages"])),
    ("splits", lambda row: text(row["splits"])),
    ("domains", lambda row: _named(row["domains"])),
    ("skills asked", lambda row: count(row["n_skills"])),
    ("argument forms or sentence types", lambda row: count(row["n_forms"])),
    ("depth", lambda row: _range(row["shallowest"], row["deepest"])),
    ("premises, min / median / max", lambda row: _premises(row)),
    ("letters", lambda row: _range(row["fewest_atoms"], row["most_atoms"])),
    ("words shown, median", lambda row: text(f"{row['words']:.0f}")),
)

_NAMED = 6
"""How many domains are named in a list."""


def head(reading: Reading, family: str) -> str:
    """The badges of each generated set, one line per set, because the sets of a family differ."""
    sets = [d for d in reading.family(family) if d.source == "generated"] or reading.family(family)
    if not sets:
        return no_dataset(family)
    known = facts(reading)
    lines = (_badges(dataset, known[dataset.dataset_id]) for dataset in sets)
    return "\n\n".join([*lines, '<p><a href="site:cite/">cite</a></p>'])


def _badges(dataset: Dataset, row: Row) -> str:
    return badges(
        dataset.name,
        f"{row['n']:,} items",
        f"{percent(row['n_agreed'] / row['n'])} verified" if row["n_known"] else "not verified yet",
        f"languages: {row['languages']}",
        *([f"right: {row['answers']}"] if row["answers"] else []),
        status(dataset),
        f"version {dataset.version}",
        f"{dataset.created_at:%Y-%m-%d}",
        LICENCE if dataset.source == "generated" else "not ours to license",
    )


def badges(*content: str, after: str = "") -> str:
    """Short facts on one line; `after` is HTML."""
    shown = " ".join(f'<span class="el-badge">{escape(badge)}</span>' for badge in content)
    return f"<p>{shown}{after}</p>"


def glance(reading: Reading, family: str) -> str:
    """The facts about a family's sets; rows that are empty for all of them are left out."""
    sets = reading.family(family)
    if not sets:
        return no_dataset(family)
    known = facts(reading)
    own = [known[d.dataset_id] for d in sets]
    lines = [(what, [cell(row) for row in own]) for what, cell in _FACTS]
    empty = text(None)
    rows = [
        ("source", [text(making(d)) for d in sets]),
        ("items", [count(d.n) for d in sets]),
        *((what, cells) for what, cells in lines if any(cell != empty for cell in cells)),
        *_maker_lines(reading, sets, own),
        *([("remarks", [text(d.note) for d in sets])] if any(d.note for d in sets) else []),
    ]
    return table(
        f"The data sets of this family in the snapshot. {COUNTED}",
        (Column("what"), *(Column(d.name) for d in sets)),
        [[text(what), *cells] for what, cells in rows],
    )


def _maker_lines(
    reading: Reading, sets: Sequence[Dataset], own: Sequence[Row]
) -> list[tuple[str, list[Cell]]]:
    """Vocabulary and length of the items, how many are verified, and what generated them."""
    tokens = prompt_tokens(reading)
    return [
        ("different words in up to 900 items", [count(vocabulary(reading, d).size) for d in sets]),
        ("mean prompt tokens (zero-shot)", [_tokens(tokens.get(d.name)) for d in sets]),
        ("verified", [_verified(d, row) for d, row in zip(sets, own, strict=True)]),
        ("solvers", [text(row["solvers"]) for row in own]),
        ("generator version, seed", [text(f"{d.version}, {d.seed}") for d in sets]),
        ("Sorites version and commit", [text(d.engine_version) for d in sets]),
        ("created", [text(f"{d.created_at:%Y-%m-%d}") for d in sets]),
        ("content SHA-256", [code(d.content_hash) for d in sets]),
    ]


def _named(domains: str | None) -> Cell:
    """The first of many names, and how many there are."""
    names = (domains or "").replace("_", " ").split(", ")
    if len(names) <= _NAMED:
        return text(", ".join(names) or None)
    return text(f"{len(names)}: {', '.join(names[:_NAMED])}, …")


def _range(least: int | None, most: int | None) -> Cell:
    return text(least if least == most else f"{least} to {most}")


def _premises(row: Row) -> Cell:
    if row["premises"] is None:
        return text(None)
    return text(f"{row['fewest']} / {row['premises']:g} / {row['most']}")


def _tokens(mean: float | None) -> Cell:
    return text("not counted by any endpoint yet") if mean is None else Cell(f"{mean:,.0f}", mean)


def _verified(dataset: Dataset, row: Row) -> Cell:
    """How many items of a data set were verified without disagreement."""
    if not row["n_known"]:
        return Cell(f"not yet: {code(f'sorites verify {shlex.quote(dataset.name)}').html}")
    return Cell(f"{row['n_agreed']:,} of {dataset.n:,} ({percent(row['n_agreed'] / dataset.n)})")
