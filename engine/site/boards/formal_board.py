"""The three skills of LogicSkills side by side: a column a task and language, a table an origin.

A respondent may have been asked each of them in a run of its own. Data sets are put side by side
that were made alike: the largest generated one of each task, and the imported ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.analysis.reading import Reading, Row
from engine.core.items import Origin
from engine.show.tables import Cell, Column, percent, table, text
from engine.site.boards.board import ORIGINS
from engine.site.boards.parts_table import parts_table, side_by_side
from engine.store import NO_PROMPT

CELLS = {
    "symbolization/en": "Symbolization, English",
    "symbolization/carroll": "Symbolization, Carroll",
    "countermodel/formal": "Countermodel",
    "validity/en": "Validity, English",
    "validity/carroll": "Validity, Carroll",
}
"""The columns: task and language, as the database names them."""

_CHOSEN = """
WITH chosen AS (
    SELECT name FROM (
        SELECT d.name, d.source, any_value(i.question_type) AS task, any_value(d.n) AS n
        FROM datasets d JOIN items i USING (dataset_id) WHERE i.answer_kind <> 'label'
        GROUP BY d.name, d.source
    )
    QUALIFY row_number() OVER (PARTITION BY source, task ORDER BY n DESC, name) = 1
)
"""

_SKILLS = f"""
{_CHOSEN}
SELECT f.origin, f.model, f.kind, nullif(f.prompt, $no_prompt) AS prompt,
    f.question_type || '/' || f.language AS cell, f.run_id, f.value, f.low, f.high, f.n,
    r.settings, r.samples, r.endpoints, r.is_batched, r.run_hash
FROM formal_accuracy f JOIN runs r USING (run_id)
WHERE f.type = 'all' AND f.probe IS NULL AND f.dataset IN (FROM chosen)
ORDER BY list_position(['measured', 'reproduced', 'regraded'], f.origin), f.run_id, cell
"""

_GAPS = f"""
{_CHOSEN}
SELECT origin, model, nullif(prompt, $no_prompt) AS prompt, dataset, question_type, en, carroll,
    difference, low, high, n
FROM language_gap WHERE probe IS NULL AND dataset IN (FROM chosen)
ORDER BY list_position(['measured', 'reproduced', 'regraded'], origin), question_type,
    en + carroll DESC, model, prompt
"""


_OF_RUNS = (
    "Of a respondent’s runs asked alike the fullest stands here, of equally full ones the last;"
    " ranks are among the rows of this table."
)

_IN_PAIRS = (
    "The interval is that of the difference; what each has by itself stands on the leaderboard."
)


def three_skills(reading: Reading) -> list[str]:
    """A table for each origin that has answers."""
    found = reading.rows(_SKILLS, no_prompt=NO_PROMPT)
    return [
        _table(Origin(origin), side_by_side(list(rows)))
        for origin, rows in groupby(found, lambda r: r["origin"])
    ]


def _table(origin: Origin, found: Sequence[Row]) -> str:
    data = {"key": f"skills/{origin}", "origin": str(origin)}
    return parts_table(f"{ORIGINS[origin]}: accuracy at each skill. {_OF_RUNS}", CELLS, found, data)


def language_gaps(reading: Reading) -> list[str]:
    """English minus Carroll in pairs, a table for each origin that has both."""
    found = reading.rows(_GAPS, no_prompt=NO_PROMPT)
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
            f"{ORIGINS[Origin(origin)]}: English minus Carroll, in pairs. {_IN_PAIRS}",
            columns,
            [
                [
                    text(row["model"]),
                    text(row["prompt"]),
                    text(row["question_type"]),
                    Cell(percent(row["en"]), row["en"]),
                    Cell(percent(row["carroll"]), row["carroll"]),
                    _points(row),
                    Cell(f"{row['n']:,}", row["n"]),
                ]
                for row in rows
            ],
            sortable=True,
        )
        for origin, rows in groupby(found, lambda row: row["origin"])
    ]


def _points(row: Row) -> Cell:
    points, low, high = (100 * row[name] for name in ("difference", "low", "high"))
    told = f"{points:+.1f}<br><small>{low:+.1f} to {high:+.1f}</small>".replace("-", "−")
    return Cell(told, points)
