"""Which SQL is admitted, and the process in which one query runs.

Only `engine.store.snapshot.sandbox` starts it. It runs as a script without the engine. It reads one
JSON document from standard input (snapshot, query, limits), writes one to standard output (rows, or
a refusal in one sentence) and ends. A query cannot outlive this process or reach beyond it.
"""

from __future__ import annotations

import importlib.util
import json
import math
import re
import resource
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import duckdb

_Value = TypeVar("_Value")

# possessive: what was taken for space or a comment is never tried again in another way
_SPACE = r"(?:\s|--[^\n]*(?:\n|\Z)|/\*(?:[^*]|\*(?!/))*+\*/)*+"
_OPTION = rf"{_SPACE}(?:ANALYZE|FORMAT\s+(?P<format>\w+)){_SPACE}"
_EXPLAIN = re.compile(
    rf"{_SPACE}EXPLAIN\b{_SPACE}(?P<analyze>ANALYZE\b)?{_SPACE}(?P<options>\({_OPTION}\))?",
    re.IGNORECASE | re.DOTALL,
)
_FORMATS = frozenset({"text", "json", "html", "graphviz", "yaml", "mermaid"})

# Table functions can read files, show paths and settings, or run dynamic SQL, so only those known
# to be harmless are allowed.
_TABLE_FUNCTIONS = frozenset(
    {
        "range",
        "generate_series",
        "unnest",
        "repeat",
        "repeat_row",
        "json_each",
        "json_tree",
        "duckdb_columns",
        "duckdb_functions",
        "duckdb_tables",
        "duckdb_types",
        "duckdb_views",
    }
)
# Those that tell settings, write, or bind SQL of their own, which nobody has checked.
_SCALARS = frozenset(
    {
        "current_setting",
        "getenv",
        "getvariable",
        "json_deserialize_sql",
        "json_serialize_plan",
        "json_serialize_sql",
        "which_secret",
        "write_log",
    }
)
# Comparisons called as functions: nobody checks the types of their arguments, and they read memory
# that is not theirs.
_COMPARISONS = re.compile(r"[<>=]=?|!=|<>|is (?:not )?distinct from")
# WITH may also hold INSERT, UPDATE, DELETE and COPY.
_READING_NODES = frozenset({"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"})
_SHOWN = frozenset({"DESCRIBE", "SUMMARY", "SHOW_SPECIAL"})
_SYSTEM_VIEWS = re.compile(r"(duckdb|pragma)_\w+|pg_settings")
_OPEN_VIEWS = _TABLE_FUNCTIONS | {"duckdb_constraints", "duckdb_indexes", "duckdb_schemas"}

_SETTINGS = (
    "threads = 1",
    "temp_directory = ''",
    "python_enable_replacements = false",
    "autoinstall_known_extensions = false",
    "autoload_known_extensions = false",
    "enable_external_access = false",
    "lock_configuration = true",  # must be last: no setting can be changed after it
)

_BYTES_OF_A_CELL = 1_000_000
_BYTES_OF_ALL = 8_000_000
_BYTES_OF_NAMES = 100_000

# Python lacks infinite times and months of unknown length, and DuckDB's conversion needs pytz. A
# VARIANT may hold a time.
_TIMES = re.compile(r"\b(?:TIME|INTERVAL|DATE\b|VARIANT\b)")


_UNSHOWN = "a value is too large or too deep to be shown, or of a strange type; cast it to VARCHAR"

_NO_SNAPSHOT = "the snapshot cannot be read; make it anew with `sorites publish`"

_UNREAD = "a file of the lake cannot be read"


class _Refused(Exception):
    """The query was refused; the message says why."""


def main() -> None:
    """Run the query given on standard input."""
    task = json.load(sys.stdin)
    _confine(task["address_space_mb"], task["seconds"])
    try:
        answer = _run(task)
    except _Refused as refused:
        answer = {"error": str(refused)}
    except (MemoryError, duckdb.OutOfMemoryException):
        # DuckDB's own message would suggest settings that cannot be changed here
        answer = {"error": "the query needs more memory than it may have; narrow it down"}
    except UnicodeEncodeError:
        answer = {"error": "the query holds half a letter (a lone surrogate); take it out"}
    except duckdb.Error as error:
        answer = {"error": _sentence(error).replace(task["snapshot"], "the snapshot")}
    except (OverflowError, RecursionError, ValueError, TypeError):
        answer = {"error": _UNSHOWN}
    sys.stdout.buffer.write(json.dumps(answer).encode())


def _confine(address_space_mb: int, seconds: float) -> None:
    space = address_space_mb << 20
    resource.setrlimit(resource.RLIMIT_AS, (space, space))
    # the parent stops the query in time; this alarm does if the parent is gone
    processor_s = int(seconds) + 2
    resource.setrlimit(resource.RLIMIT_CPU, (processor_s, processor_s))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def _run(task: dict[str, Any]) -> dict[str, Any]:
    con = duckdb.connect()
    try:
        _attach(con, task["snapshot"])
        _reach_files(con, task)
        explain, query = _admitted(con, task["query"])
        for setting in (f"memory_limit = '{int(task['memory_mb'])}MB'", *_SETTINGS):
            con.execute(f"SET {setting}")
        stamp = _stamp(con)
        found = con.execute(f"{explain} {query}") if explain else _selected(con, query)
        columns = _names([str(column[0]) for column in found.description or ()])
        return {"columns": columns, "stamp": stamp, **_rows(found, int(task["rows"]))}
    finally:
        con.close()


def _attach(con: duckdb.DuckDBPyConnection, path: str) -> None:
    """Open the snapshot for reading."""
    literal = path.replace("'", "''")
    try:
        con.execute(f"ATTACH '{literal}' AS snapshot (READ_ONLY)")
        con.execute("USE snapshot")
    except duckdb.Error:
        raise _Refused(_NO_SNAPSHOT) from None  # DuckDB's own message would reveal the path


def _stamp(con: duckdb.DuckDBPyConnection) -> tuple[str, str]:
    """The content hash and publication time (UTC); a forged one, a view, reads no file by now."""
    try:
        ((content, published_at),) = con.execute(
            "SELECT content, published_at::VARCHAR FROM stamp"
        ).fetchall()
    except (duckdb.Error, ValueError):
        raise _Refused(_NO_SNAPSHOT) from None
    return content, published_at


def _reach_files(con: duckdb.DuckDBPyConnection, task: dict[str, Any]) -> None:
    """If the snapshot is the catalogue of a lake, let its views read the files of the lake."""
    has_files = "SELECT 1 FROM duckdb_tables() WHERE table_name = '_files'"
    if task["lake"] is None or not con.execute(has_files).fetchall():
        return
    spec = importlib.util.spec_from_file_location("lake_files", task["files"])
    assert spec is not None
    assert spec.loader is not None
    files = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(files)
    files.reach_from_catalogue(con, task["lake"])


def _admitted(con: duckdb.DuckDBPyConnection, text: str) -> tuple[str, str]:
    """The query, if it is one SELECT that stays within the snapshot, and what explains it, if any.

    What is checked is what runs: EXPLAIN and its options are written anew here, whatever comments
    or brackets stood in them, before the text that was found to be a SELECT.
    """
    text.encode()  # refuses half letters
    statements = duckdb.extract_statements(text)
    explain = ""
    if len(statements) == 1 and _kind(statements[0]) == "EXPLAIN":
        explain, text = _explanation(statements[0].query)
        statements = duckdb.extract_statements(text)
    if not statements:
        raise _Refused("there is no query; give one SELECT")
    if len(statements) > 1:
        raise _Refused(f"these are {len(statements)} statements; give one SELECT")
    if (kind := _kind(statements[0])) != "SELECT":
        raise _Refused(
            f"only one SELECT (or EXPLAIN of one) is run here, and this is of the kind {kind}"
        )
    query = statements[0].query
    tree = con.execute("SELECT json_serialize_sql($text)", {"text": query}).fetchall()[0][0]
    _inspect(json.loads(tree))
    return explain, query


def _kind(statement: duckdb.Statement) -> str:
    """The kind of a statement; DuckDB's binding has no name for its newest kinds."""
    try:
        return str(statement.type).rpartition(".")[2]
    except ValueError:
        return str(statement.query).split()[0].upper()[:20]


def _explanation(text: str) -> tuple[str, str]:
    """EXPLAIN with its options in our own words, and the statement explained."""
    found = _EXPLAIN.match(text)
    if found is None:
        raise _Refused("EXPLAIN takes ANALYZE or (FORMAT json) here")
    options = found["options"] or ""
    form = (found["format"] or "").lower()
    if form and form not in _FORMATS:
        raise _Refused(f"there is no format {form}; choose one of {', '.join(sorted(_FORMATS))}")
    analyze = "ANALYZE " if found["analyze"] or (options and not form) else ""
    return f"EXPLAIN {analyze}{f'(FORMAT {form})' if form else ''}", text[found.end() :]


def _selected(con: duckdb.DuckDBPyConnection, query: str) -> duckdb.DuckDBPyConnection:
    """Run a SELECT; what holds times becomes text as DuckDB writes it."""
    relation = con.sql(query)
    if relation is None or not any(_TIMES.search(str(kind)) for kind in relation.types):
        return con.execute(query)
    shown = ", ".join(
        f"#{at}::VARCHAR AS {_quoted(name)}" if _TIMES.search(str(kind)) else f"#{at}"
        for at, (name, kind) in enumerate(zip(relation.columns, relation.types, strict=True), 1)
    )
    return con.execute(relation.project(shown).sql_query())


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _inspect(tree: dict[str, Any]) -> None:
    """Refuse functions and system views that reveal settings, paths or files."""
    if tree.get("error"):
        raise _Refused("this kind of SELECT cannot be checked, and so is not run here")
    pending: list[Any] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, list):
            pending.extend(node)
        if not isinstance(node, dict):
            continue
        kind = str(node.get("type"))
        if kind.endswith("_NODE") and kind not in _READING_NODES:
            raise _Refused(f"WITH may hold only SELECT here, and not {kind.split('_')[0]}")
        if kind == "TABLE_FUNCTION":
            function = node["function"]
            name = str(function.get("function_name", "")).lower()
            if name not in _TABLE_FUNCTIONS:
                raise _Refused(f"the table function {name} is not allowed here")
            pending.extend(value for key, value in function.items() if key != "function_name")
            pending.extend(value for key, value in node.items() if key != "function")
            continue
        if kind == "SHOW_REF" and node.get("show_type") not in _SHOWN:
            raise _Refused(
                "SHOW also shows settings and is not run here; write DESCRIBE and a name"
            )
        _inspect_names(node)
        pending.extend(node.values())


def _inspect_names(node: dict[str, Any]) -> None:
    function = str(node.get("function_name", "")).lower()
    if function in _SCALARS or _COMPARISONS.fullmatch(function):
        raise _Refused(f"the function {function} is not allowed here")
    table = str(node.get("table_name", "")).strip('"').lower()
    if _SYSTEM_VIEWS.fullmatch(table) and table not in _OPEN_VIEWS:
        raise _Refused(f"the system view {table} is not open here")


def _names(columns: list[str]) -> list[str]:
    """The names of the columns, within a limit of bytes."""
    if sum(len(json.dumps(name)) + 2 for name in columns) > _BYTES_OF_NAMES:
        raise _Refused(
            f"the names of the columns take more than {_BYTES_OF_NAMES:,} bytes; name them with AS"
        )
    return columns


def _rows(con: duckdb.DuckDBPyConnection, most: int) -> dict[str, Any]:
    """The rows as JSON values, within the limits of rows and bytes; and what there was more."""
    rows: list[list[Any]] = []
    left, truncated = _Left(_BYTES_OF_ALL), False
    while row := con.fetchone():
        if truncated := len(rows) == most or left.n <= 0:
            break
        rows.append([left.cell(value) for value in row])
    return {"rows": rows, "truncated": truncated, "cut_cells": left.cut_cells}


class _Left:
    """The bytes that a result may still take, counted as they are written in JSON."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.cut_cells = 0
        self._is_cut = False

    def cell(self, value: object) -> Any:
        """A value as a JSON type; it is counted if something of it does not fit."""
        self._is_cut = False
        shown = _plain(value, self)
        self.cut_cells += self._is_cut
        return shown

    def some(self, values: Iterable[_Value]) -> Iterator[_Value]:
        """As many of the values as fit."""
        for value in values:
            if self.n <= 0:
                self._is_cut = True
                return
            yield value

    def text(self, value: str) -> str:
        """As much of a text as fits, with a mark where it was cut."""
        most = max(0, min(_BYTES_OF_A_CELL, self.n))
        if len(value) > most or _written(value) > most:
            value = value[:most]
            value = value[
                : bisect_right(range(len(value)), most, key=lambda n: _written(value[:n]))
            ]
            value = value[:-1] + " …"
            self._is_cut = True
        self.n -= _written(value)
        return value


def _written(value: object) -> int:
    """The bytes of a value in JSON."""
    return len(json.dumps(value))


def _plain(value: object, left: _Left) -> Any:
    """A value as a JSON type; types that JSON lacks become text. What does not fit is cut."""
    left.n -= 2  # what stands between values
    match value:
        case None | bool():
            left.n -= 5
            return value
        case int() if abs(value) < 1 << 63:
            left.n -= len(str(value))
            return value
        case float() if math.isfinite(value):
            left.n -= len(str(value))
            return value
        case str():
            return left.text(value)
        case list() | tuple():
            return [_plain(inner, left) for inner in left.some(value)]
        case dict():
            return {
                left.text(str(key)): _plain(inner, left) for key, inner in left.some(value.items())
            }
        case bytes():
            return left.text(str(value[: max(1, left.n + 1)]))
        case _:
            return left.text(str(value))


def _sentence(error: duckdb.Error) -> str:
    """DuckDB's message without its stack of hints, or ours for what Python could not take over."""
    message = str(error).strip().split("\n\n")[0]
    if "Traceback" in message:
        return _UNREAD if _UNREAD in message else _UNSHOWN
    return " ".join(message.split())


if __name__ == "__main__":
    main()
