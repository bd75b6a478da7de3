"""Tasks with formal answers as tables: a column a task and language, a table an origin."""

from __future__ import annotations

from engine.analysis.boards.tasks import language_gaps, task_titles, tasks
from engine.analysis.query import Row, Rows
from engine.show.boards import provenance
from engine.show.parts import parts_table
from engine.show.tables import Cell, Column, percent, table, text

_OF_RUNS = (
    "Of a respondent’s runs with the same configuration the fullest counts, of equally full ones"
    " the latest; ranks are among the rows of this table."
)

_IN_PAIRS = (
    "The interval is that of the difference; what each has by itself stands on the leaderboard."
)


def tasks_tables(rows: Rows) -> list[str]:
    """Accuracy at each task, a table for each origin that has answers."""
    return [
        parts_table(
            f"{provenance(origin)}: accuracy at each task. {_OF_RUNS}",
            task_titles(row["cell"] for row in found),
            found,
            {"key": f"tasks/{origin}", "origin": str(origin)},
        )
        for origin, found in tasks(rows)
    ]


def language_gap_tables(rows: Rows) -> list[str]:
    """English minus Carroll in pairs, a table for each origin that has both."""
    columns = (
        Column("Respondent"),
        Column("Prompt"),
        Column("Task"),
        Column("English", numeric=True),
        Column("Carroll", numeric=True),
        Column("Difference, points", numeric=True),
        Column("Pairs", numeric=True),
    )
    return [
        table(
            f"{provenance(origin)}: English minus Carroll, in pairs. {_IN_PAIRS}",
            columns,
            [_line(row) for row in found],
            sortable=True,
        )
        for origin, found in language_gaps(rows)
    ]


def _line(row: Row) -> list[Cell]:
    points, low, high = (100 * row[name] for name in ("difference", "low", "high"))
    words = f"{points:+.1f}<br><small>{low:+.1f} to {high:+.1f}</small>".replace("-", "−")
    return [
        text(row["model"]),
        text(row["prompt"]),
        text(row["question_type"]),
        Cell(percent(row["en"]), row["en"]),
        Cell(percent(row["carroll"]), row["carroll"]),
        Cell(words, points),
        Cell(f"{row['n']:,}", row["n"]),
    ]
