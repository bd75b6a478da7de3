"""How questions on arguments were answered: by type, by option chosen, type against type."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from engine.analysis.reading import Reading, Row
from engine.analysis.run_labels import with_runs_told
from engine.families.argqa import NAME
from engine.show.notices import no_answers, no_dataset
from engine.show.tables import Cell, Column, count, interval, percent, table, text
from engine.site.boards.board import heading
from engine.site.boards.fullest import BY_BOARD, CHOSEN, on_board
from engine.site.boards.scores import board_of

_TYPES = f"""
WITH {CHOSEN}
SELECT v.run_id, v.cell, v.n, v.value, v.low, v.high
FROM accuracy_by_trait v JOIN chosen USING (run_id)
WHERE v.dataset = $dataset AND v.origin = 'measured'
    AND v.trait IN ('question_type', 'structure', 'domain')
"""

_MEANS = f"""
WITH {CHOSEN}
SELECT v.dataset, v.origin, v.model, v.kind, v.prompt, v.n, v.micro, v.type_mean, v.low, v.high,
    d.share, d.low AS drawn_low, d.high AS drawn_high, d.n AS n_drawn, c.*
FROM type_average v JOIN chosen c USING (run_id)
LEFT JOIN drawn_to_tied d USING (run_id)
WHERE v.dataset = $dataset AND v.origin = 'measured'
ORDER BY {BY_BOARD}, v.type_mean DESC, v.model, v.prompt, v.run_id
"""

_PAIRS = f"""
WITH {CHOSEN}
SELECT v.run_id, v.pair, v.first_type, v.second_type, v.n, v.difference, v.low,
    v.high
FROM type_pairs v JOIN chosen USING (run_id)
WHERE v.dataset = $dataset AND v.origin = 'measured'
ORDER BY v.pair, v.first_type, v.model, v.prompt, v.run_id
"""


Names = Mapping[int, str]
"""What the runs of a board are called, the best first."""


def argument_results(reading: Reading) -> str:
    """Three tables a board of the largest set, or what makes them."""
    main = reading.largest(NAME)
    if main is None:
        return no_dataset(NAME)
    means = reading.rows(_MEANS, dataset=main.name)
    if not means:
        return no_answers(main.name)
    cells = reading.rows(_TYPES, dataset=main.name)
    pairs = reading.rows(_PAIRS, dataset=main.name)
    boards = (list(rows) for _, rows in groupby(means, on_board))
    return "\n\n".join(part for own in boards for part in _tables(own, cells, pairs))


def _tables(means: list[Row], cells: list[Row], pairs: list[Row]) -> tuple[str, str, str]:
    """Of the runs of one board."""
    asked = heading(board_of(means[0]))
    told = with_runs_told(means, ("model", "prompt"))
    names = {row["run_id"]: _name(row) for row in told}
    return _means(asked, names, means), _types(asked, names, cells), _pairs(asked, names, pairs)


def _name(row: Row) -> str:
    is_reference = row["kind"] in ("baseline", "ceiling")
    parts = row["model"], None if is_reference else row["prompt"], row["settings"]
    return ", ".join(part for part in parts if part)


def _means(asked: str, names: Names, found: list[Row]) -> str:
    rows = [
        [
            text(names[row["run_id"]]),
            _ended(row["type_mean"], row["low"], row["high"]),
            _ended(row["micro"], row["overall_low"], row["overall_high"]),
            count(row["n"]),
            _ended(row["share"], row["drawn_low"], row["drawn_high"]),
            count(row["n_drawn"]),
        ]
        for row in found
    ]
    columns = (
        Column("Respondent"),
        Column("Mean over types", numeric=True),
        Column("Over all questions", numeric=True),
        Column("n", numeric=True),
        Column("Drawn to the option tied to both", numeric=True),
        Column("of", numeric=True),
    )
    return table(f"{asked}. Accuracy, and what draws away from the key", columns, rows)


def _types(asked: str, names: Names, found: list[Row]) -> str:
    """A row a type, structure or domain, a column a respondent."""
    at = {(row["cell"], row["run_id"]): row for row in found if row["run_id"] in names}
    rows = []
    for cell in sorted({cell for cell, _ in at}):
        shown = [at.get((cell, run)) for run in names]
        n = next((row["n"] for row in shown if row), None)
        cells = [_ended(r["value"], r["low"], r["high"]) if r else text(None) for r in shown]
        rows.append([text(cell.replace("_", " ")), *cells, count(n)])
    columns = (
        Column("Part"),
        *(Column(name, numeric=True) for name in names.values()),
        Column("n", numeric=True),
    )
    return table(f"{asked}. Accuracy by type, structure and domain", columns, rows)


def _pairs(asked: str, names: Names, found: list[Row]) -> str:
    rows = [
        [
            text(f"{row['first_type']} − {row['second_type']}"),
            text(row["pair"]),
            text(names[row["run_id"]]),
            Cell(f"{100 * row['difference']:+.1f}", row["difference"]),
            Cell(f"{100 * row['low']:+.1f} to {100 * row['high']:+.1f}", row["low"]),
            count(row["n"]),
        ]
        for row in found
        if row["run_id"] in names
    ]
    columns = (
        Column("Types"),
        Column("Pair"),
        Column("Respondent"),
        Column("Difference, points", numeric=True),
        Column("95% interval", numeric=True),
        Column("Arguments", numeric=True),
    )
    return table(f"{asked}. Types compared within each argument", columns, rows)


def _ended(value: float | None, low: float | None, high: float | None) -> Cell:
    if value is None:
        return text(None)
    return Cell(f"{percent(value)}<br><small>{interval(low, high).html}</small>", value)
