"""The SQL page: every table and view, column by column, and example queries with results."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from engine.analysis.sources.reading import Reading, Relation, Row
from engine.core.errors import SoritesError
from engine.show.tables.html import DASH, Cell, Column, code, table, text
from engine.show.texts.escaping import escape
from engine.show.texts.notices import no_dataset
from engine.show.texts.sql_examples import examples

_SHOWN = 8
_INTERNAL = "_"
"""Prefix of tables that are not part of the public schema."""


def sql_fragments(reading: Reading) -> dict[str, str]:
    """The generated parts of the page.

    Raises:
        SoritesError: a table or column has no comment, or an example has no title.
    """
    return {
        "sql-examples": "\n\n".join(_examples(reading)) + "\n",
        "sql-schema": "\n\n".join(_schema(reading.relations)) + "\n",
    }


def _examples(reading: Reading) -> Iterator[str]:
    for title, statement in examples():
        yield f"### {escape(title)}"
        yield f'<pre class="el-query"><code>{escape(statement)}</code></pre>'
        yield _result(title, reading.rows(statement)) if reading.snapshot else no_dataset()


def _result(title: str, rows: list[Row]) -> str:
    if not rows:
        return "<p>It returns no rows on this snapshot.</p>"
    columns = [
        Column(name, numeric=all(isinstance(row[name], int | float | None) for row in rows))
        for name in rows[0]
    ]
    shown = [[_cell(value) for value in row.values()] for row in rows[:_SHOWN]]
    more = f", {len(shown)} of {len(rows):,} rows" if len(rows) > len(shown) else ""
    return table(f"{escape(title)}: result{more}", columns, shown, head=-1)


def _cell(value: object) -> Cell:
    match value:
        case None:
            return Cell(DASH)
        case bool() | str():
            return text(value)
        case int():
            return Cell(f"{value:,}", value)
        case float():
            return Cell(f"{value:.3f}", value)
        case datetime():
            return text(f"{value:%Y-%m-%d %H:%M}")
        case _:
            return text(value)


def _schema(relations: tuple[Relation, ...]) -> Iterator[str]:
    shown = [one for one in relations if not one.name.startswith(_INTERNAL)]
    for kind, title in (("view", "Views"), ("table", "Tables"), ("macro", "Macros")):
        yield f"## {title} {{: #{kind}s }}"
        for relation in (one for one in shown if one.kind == kind):
            yield f"### {escape(relation.name)} {{: #{relation.name} }}"
            yield f"<p>{escape(meaning(relation.name, relation.comment))}</p>"
            yield _columns(relation)


def _columns(relation: Relation) -> str:
    if relation.kind == "macro":
        parameters = ", ".join(column.name for column in relation.columns)
        return f"<p>{code(f'{relation.name}({parameters})').html}</p>"
    rows = [
        [
            code(column.name),
            code(column.kind),
            text(meaning(f"{relation.name}.{column.name}", column.comment)),
        ]
        for column in relation.columns
    ]
    columns = (Column("column"), Column("type"), Column("meaning"))
    return table(f"Columns of <code>{escape(relation.name)}</code>", columns, rows)


def meaning(name: str, comment: str | None) -> str:
    """The comment of a relation or column.

    Raises:
        SoritesError: it has none.
    """
    if not comment:
        raise SoritesError(
            f"{name} has no comment that says what it holds; add one with COMMENT ON, or drop it,"
            " and publish again"
        )
    return comment
