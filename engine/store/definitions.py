"""The SQL that makes a database: the tables of `tables/` and the views of `views/`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

__all__ = ["TABLES", "VIEWS", "columns_of_views", "literal", "order_of", "tables", "views"]

_STORE = Path(__file__).parent

TABLES = ("questions", "runs", "regrading", "findings", "figures")
"""The files of `tables/`."""

VIEWS = (
    "macros",
    "choices/circular_macros",
    "answers/named_runs",
    "answers/item_responses",
    "answers/effort",
    "answers/effort_by_depth",
    "answers/errors",
    "answers/served_by",
    "answers/question_responses",
    "answers/item_scores",
    "answers/group_scores",
    "items/item_statistics",
    "answers/scopes",
    "accuracy/accuracy",
    "items/item_traits",
    "accuracy/trait_groups",
    "accuracy/trait_cells",
    "accuracy/accuracy_by_trait",
    "accuracy/cell_contrasts",
    "accuracy/accuracy_by_form_depth1",
    "accuracy/response_accuracy",
    "accuracy/skill_accuracy",
    "accuracy/skill_tree",
    "contrasts/logic_gap",
    "contrasts/consistency",
    "accuracy/factual_accuracy",
    "answers/answers",
    "choices/answer_bias",
    "choices/circular_items",
    "choices/circular",
    "choices/circular_by_trait",
    "choices/position_bias",
    "choices/distractor_groups",
    "choices/distractor_selection",
    "choices/drawn_to_tied",
    "contrasts/type_pairs",
    "accuracy/type_average",
    "contrasts/variation",
    "contrasts/self_consistency",
    "contrasts/probe_effect",
    "contrasts/contamination",
    "contrasts/freshness",
    "answers/mistakes",
    "accuracy/extracted_accuracy",
    "accuracy/extraction_faithfulness",
    "accuracy/formal_accuracy",
    "contrasts/language_gap",
    "answers/disagreements",
    "boards/chance",
    "items/set_sizes",
    "boards/board_runs",
    "boards/board",
    "boards/leaderboard",
    "items/rejections",
    "items/reported_distributions",
    "items/validity",
    "items/sentence_counts",
    "items/canary",
)
"""The files of `views/`, each after those it reads from."""


@cache
def tables() -> str:
    """The SQL that creates all tables, with the comments of the files as their descriptions."""
    return "\n".join(_described(_read("tables", name)) for name in TABLES)


@cache
def views() -> str:
    """The SQL that creates all views and macros."""
    return "\n".join(_read("views", name) for name in VIEWS)


@cache
def columns_of_views() -> dict[str, str]:
    """What a column of this name holds in every view that does not describe it itself."""
    return tomllib.loads((_STORE / "views" / "columns.toml").read_text(encoding="utf-8"))


@cache
def order_of(view: str) -> str:
    """The columns by which a view orders its rows; empty if it does not."""
    [name] = (name for name in VIEWS if name.endswith(f"/{view}"))
    orders = [line for line in _read("views", name).splitlines() if line.startswith("ORDER BY ")]
    return orders[-1].removeprefix("ORDER BY ").removesuffix(";") if orders else ""


def literal(text: object) -> str:
    """A text as an SQL literal, for statements that take no parameters."""
    return "'" + str(text).replace("'", "''") + "'"


def _described(sql: str) -> str:
    """The SQL with a COMMENT ON for each comment above a table or column, or behind a column."""
    comments, above, table = [], "", ""
    for line in sql.splitlines():
        code, _, behind = line.partition("-- ")
        if not code.strip():
            above = f"{above} {behind}" if behind else ""
            continue
        if code.startswith("CREATE TABLE"):
            table = code.split()[2]
            comments.append(f"COMMENT ON TABLE {table} IS {literal(above.strip())};")
        elif about := f"{above} {behind}".strip():
            comments.append(f"COMMENT ON COLUMN {table}.{code.split()[0]} IS {literal(about)};")
        above = ""
    return "\n".join([sql, *comments])


def _read(folder: str, name: str) -> str:
    return (_STORE / folder / f"{name}.sql").read_text(encoding="utf-8")
