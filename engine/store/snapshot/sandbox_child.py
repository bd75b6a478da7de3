"""The process in which one query runs, started only by `engine.store.snapshot.sandbox`.

It runs as a script without the engine. It reads one JSON document from standard input (snapshot,
query, limits), writes one to standard output (rows, or a refusal in one sentence) and ends. A query
cannot outlive this process or reach beyond it.
"""

from __future__ import annotations

import json
import math
import re
import resource
import sys
from typing import Any

import duckdb

_EXPLAIN = re.compile(
    r"EXPLAIN\b\s*(ANALYZE\b)?\s*(\(\s*(ANALYZE|FORMAT)\b[^)]*\))?", re.IGNORECASE
)

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
_SCALARS = frozenset({"current_setting", "getenv", "which_secret"})
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
    except duckdb.Error as error:
        answer = {"error": _sentence(error).replace(task["snapshot"], "the snapshot")}
    json.dump(answer, sys.stdout)


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
        stamp = _attach(con, task["snapshot"])
        query = _admitted(con, task["query"])
        for setting in (f"memory_limit = '{int(task['memory_mb'])}MB'", *_SETTINGS):
            con.execute(f"SET {setting}")
        con.execute(query)
        columns = [str(column[0]) for column in con.description or ()]
        rows, truncated = _rows(con, int(task["rows"]))
        return {"columns": columns, "rows": rows, "truncated": truncated, "stamp": stamp}
    finally:
        con.close()


def _attach(con: duckdb.DuckDBPyConnection, path: str) -> tuple[str, str]:
    """Open the snapshot for reading; return its content hash and publication time (UTC)."""
    literal = path.replace("'", "''")
    try:
        con.execute(f"ATTACH '{literal}' AS snapshot (READ_ONLY)")
        con.execute("USE snapshot")
        ((content, published_at),) = con.execute(
            "SELECT content, published_at::VARCHAR FROM stamp"
        ).fetchall()
    except (duckdb.Error, ValueError):
        # DuckDB's own message would reveal the path
        raise _Refused("the snapshot cannot be read; make it anew with `sorites publish`") from None
    return content, published_at


def _admitted(con: duckdb.DuckDBPyConnection, text: str) -> str:
    """The query, if it is one SELECT, or EXPLAIN of one, that stays within the snapshot."""
    statements = duckdb.extract_statements(text)
    if not statements:
        raise _Refused("there is no query; give one SELECT")
    if len(statements) > 1:
        raise _Refused(f"these are {len(statements)} statements; give one SELECT")
    statement = statements[0]
    inner = statement.query
    if statement.type == duckdb.StatementType.EXPLAIN:
        inner = _EXPLAIN.sub("", inner, count=1)
        (statement,) = duckdb.extract_statements(inner) or [statement]
    if statement.type != duckdb.StatementType.SELECT:
        kind = str(statement.type).rpartition(".")[2]
        raise _Refused(
            f"only one SELECT (or EXPLAIN of one) is run here, and this is of the kind {kind}"
        )
    tree = con.execute("SELECT json_serialize_sql($text)", {"text": inner}).fetchall()[0][0]
    _inspect(json.loads(tree))
    return text


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
        if node.get("type") == "TABLE_FUNCTION":
            function = node["function"]
            name = str(function.get("function_name", "")).lower()
            if name not in _TABLE_FUNCTIONS:
                raise _Refused(f"the table function {name} is not allowed here")
            pending.extend(value for key, value in function.items() if key != "function_name")
            pending.extend(value for key, value in node.items() if key != "function")
            continue
        _inspect_names(node)
        pending.extend(node.values())


def _inspect_names(node: dict[str, Any]) -> None:
    function = str(node.get("function_name", "")).lower()
    if function in _SCALARS:
        raise _Refused(f"the function {function} is not allowed here")
    table = str(node.get("table_name", "")).strip('"').lower()
    if _SYSTEM_VIEWS.fullmatch(table) and table not in _OPEN_VIEWS:
        raise _Refused(f"the system view {table} is not open here")


def _rows(con: duckdb.DuckDBPyConnection, most: int) -> tuple[list[list[Any]], bool]:
    """The rows as JSON values, within the limits of rows and bytes; and whether there were more."""
    rows: list[list[Any]] = []
    left = _BYTES_OF_ALL
    for row in con.fetchmany(most + 1):
        if len(rows) == most or left <= 0:
            return rows, True
        plain = [_plain(value) for value in row]
        left -= len(json.dumps(plain))
        rows.append(plain)
    return rows, False


def _plain(value: object) -> Any:
    """A value as a JSON type; types that JSON lacks become text."""
    match value:
        case None | bool():
            return value
        case int() if abs(value) < 1 << 63:
            return value
        case float() if math.isfinite(value):
            return value
        case str():
            return value if len(value) <= _BYTES_OF_A_CELL else value[:_BYTES_OF_A_CELL] + " …"
        case list() | tuple():
            return [_plain(inner) for inner in value]
        case dict():
            return {str(key): _plain(inner) for key, inner in value.items()}
        case _:
            return str(value)


def _sentence(error: duckdb.Error) -> str:
    """DuckDB's message without its stack of hints."""
    message = str(error).strip().split("\n\n")[0]
    return " ".join(message.split())


if __name__ == "__main__":
    main()
