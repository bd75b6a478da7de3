"""What LogicSkills' paper reports, a table for each of its tables."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.reading import Reading, Row
from engine.show.escaping import inert
from engine.show.tables import UNTOLD, Cell, Column, table, text
from engine.site.boards.formal_board import CELLS
from engine.site.boards.parts_table import parts_table


def formal_reported_section(reading: Reading) -> str:
    """The figures as printed; below them what is noted of them."""
    changes = [row for row in reading.kept.formal if row["breakdown"] == "training"]
    return "\n\n".join([reported_skills(reading), _remarks(_scores(reading)), _changes(changes)])


def reported_skills(reading: Reading) -> str:
    """Table 2, a row a model: accuracy at each skill."""
    return _table(_scores(reading))


def _scores(reading: Reading) -> list[Row]:
    return [row for row in reading.kept.formal if row["breakdown"] != "training"]


def _table(found: Sequence[Row]) -> str:
    rows = [{**row, "cell": f"{_task(row)}/{_language(row)}", "kind": "published"} for row in found]
    data = {"key": "skills/reported", "origin": "reported"}
    return parts_table("Reported by a paper: accuracy at each skill", CELLS, rows, data)


def _language(row: Row) -> str:
    return "formal" if row["breakdown"] == "overall" else str(row["cell"])


def _changes(found: Sequence[Row]) -> str:
    """Table 1: what training on one task does to the others, a row a task that is asked."""
    own: dict[str, dict[str, Row]] = {}
    for row in found:
        own.setdefault(_task(row), {})[row["cell"]] = row
    cells = list(dict.fromkeys(row["cell"] for row in found))
    models = ", ".join(dict.fromkeys(row["model"] for row in found))
    columns = (Column("Asked"), *(Column(f"after {cell}", numeric=True) for cell in cells))
    rows = [
        [text(task), *(_points(by_cell[cell]["value"]) for cell in cells)]
        for task, by_cell in own.items()
    ]
    caption = f"Reported: change of accuracy by training {inert(models)}, in points"
    return table(f"{caption} ({_sources(found)}). {UNTOLD}", columns, rows)


def _task(row: Row) -> str:
    return str(row["dataset"]).rpartition("-")[2]


def _sources(found: Sequence[Row]) -> str:
    return inert(", ".join(dict.fromkeys(row["source"] for row in found)))


def _points(value: float) -> Cell:
    return Cell(f"{100 * value:+.1f}", value)


def _remarks(found: Sequence[Row]) -> str:
    notes = dict.fromkeys(f"{row['model']}: {row['note']}" for row in found if row["note"])
    listed = "".join(f"<li>{inert(note)}</li>" for note in notes)
    return f"<ul>{listed}</ul>" if notes else ""
