"""Numbered migrations: each SQL file of this folder is applied once, in order, and recorded.

To change a table, add a new file; never edit an old one. Views hold no data: they are recreated
whenever their text differs from the recorded text.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from duckdb import CatalogException, DuckDBPyConnection

from engine.core.errors import StoreError
from engine.store.transactions import transaction

__all__ = ["VIEWS", "definitions", "is_current", "migrate", "migrations"]

_MIGRATIONS = Path(__file__).parent
_VIEWS = _MIGRATIONS.parent / "views"

VIEWS = (
    "macros",
    "choices/circular_macros",
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

_RECORD = """
CREATE TABLE IF NOT EXISTS _migrations (
    number INTEGER PRIMARY KEY, name VARCHAR NOT NULL, sha256 VARCHAR NOT NULL,
    applied_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE _migrations IS 'The migrations applied to this database; number 0 is the views.';
COMMENT ON COLUMN _migrations.number IS 'Order of application.';
COMMENT ON COLUMN _migrations.name IS 'Name of the SQL file.';
COMMENT ON COLUMN _migrations.sha256 IS 'SHA-256 of its text.';
COMMENT ON COLUMN _migrations.applied_at IS 'When (UTC).';
"""


def migrations() -> dict[int, Path]:
    """The numbered files, in order."""
    return {int(path.stem[1:4]): path for path in sorted(_MIGRATIONS.glob("m*.sql"))}


def is_current(con: DuckDBPyConnection) -> bool:
    """Whether the database has exactly the tables and views of this version.

    Raises:
        StoreError: if a later version of Sorites made it.
    """
    recorded = _recorded(con)
    later = recorded.keys() - migrations().keys() - {0}
    if later:
        raise StoreError(
            f"the database has migration {max(later)}, which this version of Sorites does not"
            " know; use the version that made it, or a newer one"
        )
    return recorded.keys() == migrations().keys() | {0} and recorded[0] == _digest(definitions())


def migrate(con: DuckDBPyConnection) -> None:
    """Bring the database to this version, in one transaction.

    Raises:
        StoreError: if a later version of Sorites made it.
    """
    if is_current(con):
        return
    with transaction(con):
        con.execute(_RECORD)
        done = _recorded(con)
        for number, path in migrations().items():
            if number not in done:
                text = path.read_text(encoding="utf-8")
                con.execute(text)
                _record(con, number, path.stem, text)
        con.execute(definitions())
        con.execute("DELETE FROM _migrations WHERE number = 0")
        _record(con, 0, "views", definitions())


@cache
def definitions() -> str:
    """The SQL that creates all views and macros."""
    return "\n".join((_VIEWS / f"{name}.sql").read_text(encoding="utf-8") for name in VIEWS)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _record(con: DuckDBPyConnection, number: int, name: str, text: str) -> None:
    con.execute(
        "INSERT INTO _migrations VALUES ($number, $name, $sha256, now() AT TIME ZONE 'UTC')",
        {"number": number, "name": name, "sha256": _digest(text)},
    )


def _recorded(con: DuckDBPyConnection) -> dict[int, str]:
    try:
        return dict(con.execute("SELECT number, sha256 FROM _migrations").fetchall())
    except CatalogException:  # a new database has no such table
        return {}
