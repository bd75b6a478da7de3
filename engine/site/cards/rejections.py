"""What the generator of a family's data sets rejected on the way, on any card."""

from __future__ import annotations

from engine.analysis.reading import Reading, Row
from engine.show.escaping import inert
from engine.show.notices import no_dataset, notice
from engine.show.tables import Column, count, table, text
from engine.site.cards.said import rejects_of
from engine.store import Dataset

_DRAW_NOTHING = ("argqa",)
"""Families whose questions are chosen beforehand, so that there are no candidates to count."""

# Of all sets at once: the view reads every certificate, however few are asked for.
_REJECTED = """
SELECT dataset, question_type, reason, n, n_items FROM rejections
ORDER BY dataset, question_type, n DESC, reason
"""


# What rejects nothing, or was made before candidates were counted, has no list of them.
_UNCOUNTED = """
SELECT count(*) AS n FROM items
WHERE dataset_id = $key AND json_type(certificate::JSON, '$.rejected') IS DISTINCT FROM 'ARRAY'
"""


def rejected(reading: Reading, dataset: Dataset) -> list[Row]:
    """Each type of question and reason of a data set, with the number of candidates."""
    return [row for row in reading.rows(_REJECTED) if row["dataset"] == dataset.name]


def n_rejected(reading: Reading, dataset: Dataset) -> int | None:
    """How many candidates were rejected; None where nothing counted them, or none are drawn."""
    found = rejected(reading, dataset)
    if not found and _is_uncounted(reading, dataset):
        return None
    total: int = sum(row["n"] for row in found)
    return total


def _is_uncounted(reading: Reading, dataset: Dataset) -> bool:
    [uncounted] = reading.rows(_UNCOUNTED, key=dataset.dataset_id)
    return bool(uncounted["n"])


def rejections_section(reading: Reading, family: str) -> str:
    """What the generator rejects, and for each generated set how often and why it did."""
    sets = [d for d in reading.family(family) if d.source == "generated"]
    if not sets:
        return no_dataset(family)
    counted = [rejections_of(reading, one) for one in sets] if family not in _DRAW_NOTHING else []
    return "\n\n".join([rejects_of(family), *counted])


def rejections_of(reading: Reading, dataset: Dataset) -> str:
    """Candidates rejected by reason, and by type of question where there are several."""
    found = rejected(reading, dataset)
    if not found:
        if _is_uncounted(reading, dataset):
            return notice(
                f"{dataset.name}: made before candidates were counted. Made again, it has counts:",
                f"sorites generate {dataset.family} --name NAME",
            )
        return notice(f"{dataset.name}: no candidate was rejected.")
    has_types = len({row["question_type"] for row in found}) > 1
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
    return table(f"Rejected while <code>{inert(dataset.name)}</code> was made", columns, rows)
