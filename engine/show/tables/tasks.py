"""Tasks with formal answers as tables: a column a task and language, a table an origin."""

from __future__ import annotations

from engine.analysis.boards.tasks import task_titles, tasks
from engine.analysis.sources.query import Rows
from engine.show.tables.boards import provenance
from engine.show.tables.parts import parts_table

_OF_RUNS = (
    "A respondent’s most complete run of each configuration counts; ties go to the latest. Ranks"
    " are within this table."
)


def tasks_tables(rows: Rows) -> list[str]:
    """Accuracy at each task, a table for each origin that has answers."""
    return [
        parts_table(
            f"{provenance(origin)}: accuracy by task. {_OF_RUNS}",
            task_titles(row["cell"] for row in found),
            found,
            {"key": f"tasks/{origin}", "origin": str(origin)},
        )
        for origin, found in tasks(rows)
    ]
