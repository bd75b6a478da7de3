"""Compare tasks with formal answers: formulas, structures and sets, by language.

A respondent may have been asked each task in a separate run. For each task the largest data set
counts, of the generated and of the imported ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from engine.analysis.boards.across import side_by_side
from engine.analysis.sources.query import Row, Rows
from engine.core.items import Origin
from engine.io.exports import LANGUAGES

FORMAL = "formal"
"""The language name of questions asked only in formulas."""

_CHOSEN = """
WITH sets AS (
    SELECT name FROM (
        SELECT d.name, d.source, any_value(i.question_type) AS task, any_value(d.n) AS n
        FROM datasets d JOIN items i USING (dataset_id) WHERE i.answer_kind <> 'label'
        GROUP BY d.name, d.source
    )
    QUALIFY row_number() OVER (PARTITION BY source, task ORDER BY n DESC, name) = 1
)
"""

_TASKS = f"""
{_CHOSEN}
SELECT f.origin, f.model, f.kind, b.prompt, f.question_type || '/' || f.language AS cell, f.run_id,
    f.value, f.low, f.high, f.n, b.configuration
FROM formal_accuracy f JOIN board_runs b ON b.run_id = f.run_id
WHERE f.type = 'all' AND f.probe IS NULL AND b.stands AND f.dataset IN (FROM sets)
ORDER BY list_position(['measured', 'reproduced', 'regraded'], f.origin), f.run_id, cell
"""


def tasks(rows: Rows) -> list[tuple[Origin, list[Row]]]:
    """The scores of each origin by task and language, those of a respondent adjacent."""
    return [
        (Origin(origin), side_by_side(list(own)))
        for origin, own in groupby(rows(_TASKS), lambda row: row["origin"])
    ]


def task_titles(cells: Iterable[str]) -> dict[str, str]:
    """The titles of tasks and languages by their names in the database, in order."""
    return {cell: _title(*cell.split("/")) for cell in sorted(set(cells), key=_place)}


def _title(task: str, language: str) -> str:
    named = None if language == FORMAL else LANGUAGES.get(language)
    return ", ".join(filter(None, (task.capitalize(), named and named.name)))


def _place(cell: str) -> tuple[str, bool, str]:
    task, _, language = cell.partition("/")
    return task, language != "en", language
