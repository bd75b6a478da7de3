"""The published snapshot, and untrusted queries over it in a sandbox."""

from __future__ import annotations

from engine.store import (
    NO_PROMPT,
    Limits,
    Relation,
    Snapshot,
    Table,
    documentation,
    open_snapshot,
    run_sql,
    snapshot_of,
)

__all__ = [
    "NO_PROMPT", "Limits", "Relation", "Snapshot", "Table", "documentation", "open_snapshot",
    "run_sql", "snapshot_of",
]  # fmt: skip
