"""A family's questions by kind, its generator's parameters, and the fields of an item."""

from __future__ import annotations

from collections import Counter, defaultdict

import orjson

from engine.analysis.datasets.composition import parts, training_example
from engine.analysis.sources.reading import Reading
from engine.show.tables.html import COUNTED, Cell, Column, code, count, table, text
from engine.show.texts.escaping import escape
from engine.show.texts.families import parameters
from engine.show.texts.notices import no_dataset
from engine.site.sql_page import meaning

_KINDS = ("all", "question type", "kind", "logic", "structure", "domain", "language")
_TYPE = "type of sentence"
_HIDDEN = ("item_id", "dataset_id")
"""Columns that are meaningless outside one database."""
_MOST = 12
"""The most kinds of one trait that are not folded away."""
_LONGEST = 100
"""Characters of an example that are shown."""


def types_section(reading: Reading, family: str) -> str:
    """Questions of each kind in each generated set, without traits that have one value."""
    sets = [d for d in reading.family(family) if d.source == "generated"]
    if not sets:
        return no_dataset(family)
    found: dict[tuple[str, str], dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for row in parts(reading, *sets):
        if row["trait"] in (*_KINDS, _TYPE):
            found[row["trait"], row["part"]][row["dataset_id"]] += row["n"]
    often = Counter(trait for trait, _ in found)
    rows: dict[str, list[list[Cell]]] = defaultdict(list)
    for (trait, part), counts in found.items():
        if trait == "all" or often[trait] > 1:
            named = text(part if trait == "all" else f"{trait} {part.replace('_', ' ')}")
            counted = [count(counts.get(d.dataset_id, 0)) for d in sets]
            rows[trait if often[trait] > _MOST else ""].append([named, *counted])
    columns = (Column("Questions"), *(Column(d.name, numeric=True) for d in sets))
    first = table(f"Questions of each kind. {COUNTED}", columns, rows.pop("", []))
    return first + "".join(
        f'<details class="el-fold"><summary>Questions by {trait}</summary>'
        f"{table(f'Questions by {trait}', columns, own)}</details>"
        for trait, own in rows.items()
    )


def parameters_section(_: Reading, family: str) -> str:
    """The generator's parameters with their defaults."""
    return table(
        "Parameters of the generator (set with <code>--set NAME=VALUE</code>)",
        (Column("name"), Column("allowed"), Column("default")),
        [[code(one.name), text(one.allowed), code(one.default)] for one in parameters(family)],
    )


def fields_section(reading: Reading, family: str) -> str:
    """The columns of the table of items, each with its value in a training item.

    Raises:
        SoritesError: a column has no comment.
    """
    items = next(relation for relation in reading.relations if relation.name == "items")
    main = reading.largest(family)
    example = training_example(reading, main) if main else {}
    rows = [
        [
            code(column.name),
            code(column.kind),
            text("no" if column.is_nullable else "yes"),
            text(meaning(f"items.{column.name}", column.comment)),
            _value(example.get(column.name)),
        ]
        for column in items.columns
        if column.name not in _HIDDEN
    ]
    titles = ("field", "type", "required", "meaning", "example")
    caption = "The fields of an item: the table <code>items</code>"
    return table(caption, [Column(title) for title in titles], rows)


def _value(value: object | None) -> Cell:
    if value is None:
        return text(None)
    shown = value if isinstance(value, str) else orjson.dumps(value).decode()
    cut = shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]} …"
    return Cell(f"<code>{escape(cut)}</code>")
