"""Where respondents are right: by logic, category and kind of question, and by length.

These are the paper's Figures 4 and 5 and its Table 7, of our own questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from engine.analysis.reading import Reading, Row
from engine.analysis.run_labels import with_runs_told
from engine.families.logicasker import NAME
from engine.show.escaping import inert
from engine.show.tables import DASH, Cell, Column, table, text, told_apart_cell
from engine.site.boards.board import heading
from engine.site.boards.fullest import BY_BOARD, CHOSEN, on_board
from engine.site.boards.parts_table import part_ranks, share_of
from engine.site.boards.scores import board_of
from engine.store import NO_PROMPT

# The gap is of the same run.
_PARTS = f"""
WITH {CHOSEN}
SELECT s.dataset, s.origin, s.model, s.kind, nullif(s.prompt, $no_prompt) AS prompt, s.trait,
    s.cell, s.n, s.accuracy AS value, s.low, s.high, g.difference, g.low AS gap_low,
    g.high AS gap_high, c.*
FROM skill_accuracy s JOIN chosen c USING (run_id)
LEFT JOIN logic_gap g ON g.run_id = c.run_id AND g.metric = 'accuracy'
WHERE s.dataset = $dataset AND s.origin = 'measured' AND list_contains($traits, s.trait)
ORDER BY {BY_BOARD}, overall DESC, s.model, s.prompt, c.run_id, list_position($traits, s.trait),
    try_cast(s.cell AS INTEGER), s.cell
"""

_LENGTHS = """
SELECT d.name, count(DISTINCT i.depth) AS n_lengths FROM items i JOIN datasets d USING (dataset_id)
WHERE d.source = 'generated' AND d.family = $family
GROUP BY d.name ORDER BY n_lengths DESC, d.name LIMIT 1
"""


def breakdown_section(reading: Reading, dataset: str) -> str:
    """Both tables, so far as somebody has answered; the lengths are of the set that has most."""
    parts = [*_tables(reading, dataset, ("logic", "category", "kind"), "part of the tree and kind")]
    for row in reading.rows(_LENGTHS, family=NAME):
        if row["n_lengths"] > 1:
            parts += _tables(reading, row["name"], ("length",), "length")
    return "\n\n".join(parts)


def _tables(reading: Reading, dataset: str, traits: Sequence[str], by: str) -> Iterator[str]:
    parts = reading.rows(_PARTS, dataset=dataset, traits=list(traits), no_prompt=NO_PROMPT)
    for _, part in groupby(parts, on_board):
        yield _table(with_runs_told(list(part), ("model", "prompt")), traits, by)


def _table(found: Sequence[Row], traits: Sequence[str], by: str) -> str:
    cells = sorted(
        {(row["trait"], row["cell"]) for row in found},
        key=lambda cell: (traits.index(cell[0]), _number(cell[1])),
    )
    has_gap = "logic" in traits and any(row["difference"] is not None for row in found)
    columns = (
        Column("Respondent"),
        Column("Prompt"),
        *(Column(_title(*cell), numeric=True) for cell in cells),
        *([Column("propositional − predicate, points", numeric=True)] if has_gap else []),
    )
    rows = []
    ranks = part_ranks(found)
    for _, group in groupby(found, lambda row: row["run_id"]):
        own = {(row["trait"], row["cell"]): row for row in group}
        shares = [share_of(own.get(cell), ranks) for cell in cells]
        first = next(iter(own.values()))
        name = told_apart_cell(text(first["model"]), first["settings"])
        rows.append([name, text(first["prompt"]), *shares, *([_gap(first)] if has_gap else [])])
    board = board_of(found[0])
    caption = f"Accuracy on <code>{inert(board.dataset)}</code> by {by}. {heading(board)}"
    return table(caption, columns, rows, sortable=True)


def _number(cell: str) -> tuple[int, str]:
    return (int(cell) if cell.isdigit() else 0), cell


def _title(trait: str, cell: str) -> str:
    return f"length {cell}" if trait == "length" else cell


def _gap(row: Row) -> Cell:
    """The difference in percentage points, with its 95% interval."""
    if row["difference"] is None:
        return Cell(DASH)
    points, low, high = (100 * row[name] for name in ("difference", "gap_low", "gap_high"))
    told = f"{points:+.1f}<br><small>{low:+.1f} to {high:+.1f}</small>".replace("-", "−")
    return Cell(told, points)
