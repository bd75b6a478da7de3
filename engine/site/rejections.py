"""What the generator of a family's main data set rejected on the way, on any card."""

from __future__ import annotations

from engine.site.escaping import inert
from engine.site.notices import no_dataset, notice
from engine.site.reading import Reading
from engine.site.tables import Column, count, table, text

_REJECTED = """
SELECT question_type, reason, n, n_items, count(DISTINCT question_type) OVER () > 1 AS has_types
FROM rejections WHERE dataset = $dataset ORDER BY question_type, n DESC, reason
"""


def rejections_section(reading: Reading, family: str) -> str:
    """Candidates rejected by reason, and by type of question where there are several."""
    main = reading.largest(family)
    return no_dataset(family) if main is None else rejections_of(reading, main.name)


def rejections_of(reading: Reading, dataset: str) -> str:
    """The same of one data set."""
    found = reading.rows(_REJECTED, dataset=dataset)
    if not found:
        return notice(f"{dataset}: no candidate was rejected.")
    has_types = found[0]["has_types"]
    columns = (
        *([Column("Question type")] if has_types else []),
        Column("Reason"),
        Column("Candidates rejected", numeric=True),
        Column("On the way to so many questions, a pair being one", numeric=True),
    )
    rows = [
        [
            *([text(row["question_type"])] if has_types else []),
            text(row["reason"]),
            count(row["n"]),
            count(row["n_items"]),
        ]
        for row in found
    ]
    return table(f"Rejected while <code>{inert(dataset)}</code> was made", columns, rows)
