"""How questions on arguments were answered: by type, by option chosen, type against type."""

from __future__ import annotations

from engine.families.argqa import NAME
from engine.site.notices import no_answers, no_dataset
from engine.site.reading import Reading, Row
from engine.site.tables import Cell, Column, count, interval, percent, table, text

# The fullest run of a respondent with a prompt.
_FULLEST = """
WITH fullest AS (
    SELECT run_id FROM accuracy
    WHERE dataset = $dataset AND origin = 'measured' AND probe IS NULL
    QUALIFY row_number() OVER (PARTITION BY model, prompt ORDER BY n DESC, run_id) = 1
)
"""

_TYPES = """
SELECT v.model, v.kind, v.prompt, v.cell, v.n, v.value, v.low, v.high
FROM accuracy_by_trait v JOIN fullest USING (run_id)
WHERE v.trait IN ('question_type', 'structure', 'domain')
"""

_MEANS = """
SELECT v.model, v.kind, v.prompt, v.n, v.micro, a.low AS micro_low, a.high AS micro_high,
    v.type_mean, v.low, v.high, d.share, d.low AS drawn_low, d.high AS drawn_high, d.n AS n_drawn
FROM type_average v JOIN fullest USING (run_id) JOIN accuracy a USING (run_id)
LEFT JOIN drawn_to_tied d USING (run_id)
ORDER BY v.type_mean DESC, v.model, v.prompt
"""

_PAIRS = """
SELECT v.model, v.kind, v.prompt, v.pair, v.first_type, v.second_type, v.n, v.difference, v.low,
    v.high
FROM type_pairs v JOIN fullest USING (run_id)
ORDER BY v.pair, v.first_type, v.model, v.prompt
"""


def argument_results(reading: Reading) -> str:
    """Three tables of the largest set, or what makes them."""
    main = reading.largest(NAME)
    if main is None:
        return no_dataset(NAME)
    means = reading.rows(_FULLEST + _MEANS, dataset=main.name)
    if not means:
        return no_answers(main.name)
    cells = reading.rows(_FULLEST + _TYPES, dataset=main.name)
    pairs = reading.rows(_FULLEST + _PAIRS, dataset=main.name)
    return "\n\n".join([_means(means), _types(means, cells), _pairs(pairs)])


def _name(row: Row) -> str:
    is_reference = row["kind"] in ("baseline", "ceiling")
    return str(row["model"]) if is_reference else f"{row['model']}, {row['prompt']}"


def _means(found: list[Row]) -> str:
    rows = [
        [
            text(_name(row)),
            _ended(row["type_mean"], row["low"], row["high"]),
            _ended(row["micro"], row["micro_low"], row["micro_high"]),
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
    return table("Measured: accuracy, and what draws away from the key", columns, rows)


def _types(means: list[Row], found: list[Row]) -> str:
    """A row a type, structure or domain, a column a respondent."""
    names = [_name(row) for row in means]
    at = {(row["cell"], _name(row)): row for row in found}
    rows = []
    for cell in sorted(dict.fromkeys(row["cell"] for row in found)):
        shown = [at.get((cell, name)) for name in names]
        n = next((row["n"] for row in shown if row), None)
        cells = [_ended(r["value"], r["low"], r["high"]) if r else text(None) for r in shown]
        rows.append([text(cell.replace("_", " ")), *cells, count(n)])
    columns = (
        Column("Part"), *(Column(name, numeric=True) for name in names), Column("n", numeric=True),
    )  # fmt: skip
    return table("Measured: accuracy by type, structure and domain", columns, rows)


def _pairs(found: list[Row]) -> str:
    rows = [
        [
            text(f"{row['first_type']} − {row['second_type']}"),
            text(row["pair"]),
            text(_name(row)),
            Cell(f"{100 * row['difference']:+.1f}", row["difference"]),
            Cell(f"{100 * row['low']:+.1f} to {100 * row['high']:+.1f}", row["low"]),
            count(row["n"]),
        ]
        for row in found
    ]
    columns = (
        Column("Types"),
        Column("Pair"),
        Column("Respondent"),
        Column("Difference, points", numeric=True),
        Column("95% interval", numeric=True),
        Column("Arguments", numeric=True),
    )
    return table("Measured: types compared within each argument", columns, rows)


def _ended(value: float | None, low: float | None, high: float | None) -> Cell:
    if value is None:
        return text(None)
    return Cell(f"{percent(value)}<br><small>{interval(low, high).html}</small>", value)
