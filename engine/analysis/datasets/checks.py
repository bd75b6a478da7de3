"""Checks of data sets: verification, audits, repetitions, rejected candidates, readers."""

from __future__ import annotations

from engine.analysis.sources.reading import Reading, Row
from engine.store import Dataset

# If answers are formulas, structures or sets, nearly every item has a different verdict.
_VERIFICATIONS = """
SELECT d.name, if(i.answer_kind = 'label', v.verdict, i.question_type) AS verdict, count(*) AS n,
    count(*) FILTER (NOT v.agreed) AS n_disagreed,
    min(v.methods) AS methods, max(v.solver) AS solver, max(v.verified_at) AS verified_at
FROM verifications v JOIN items i USING (item_id) JOIN datasets d USING (dataset_id)
WHERE list_contains($keys, d.dataset_id)
GROUP BY ALL ORDER BY ALL
"""

_AUDITS = """
SELECT a.* EXCLUDE (ran_at), scope != 'all' AS is_part,
    row_number() OVER (PARTITION BY a.dataset_id, scope ORDER BY a.rowid) AS place
FROM audits a WHERE dataset_id = $key
ORDER BY is_part, place, try_cast(split_part(scope, '=', 2) AS INTEGER), scope
"""

# Respondents construct formulas and structures, so no shortcut can choose among them.
_CHOSEN = """
SELECT dataset_id FROM items GROUP BY dataset_id
HAVING bool_and(answer_kind NOT IN ('formula', 'structure'))
"""

_REPETITIONS = """
SELECT respect, n, n_distinct, n_repeated, n_across_splits, largest FROM repetitions
WHERE dataset_id = $key ORDER BY list_position(['exact', 'reordered', 'renamed'], respect)
"""

# For all sets at once: the view reads every certificate anyway.
_REJECTED = """
SELECT dataset, question_type, reason, n, n_items FROM rejections
ORDER BY dataset, question_type, n DESC, reason
"""

# A generator that rejects nothing, or did not yet count candidates, stores no list.
_UNCOUNTED = """
SELECT count(*) AS n FROM items
WHERE dataset_id = $key AND json_type(certificate::JSON, '$.rejected') IS DISTINCT FROM 'ARRAY'
"""

_READERS = "FROM validity WHERE dataset = $dataset"


def verifications(reading: Reading, *sets: Dataset) -> list[Row]:
    """Results of the latest verification, by data set and verdict."""
    return reading.rows(_VERIFICATIONS, keys=[dataset.dataset_id for dataset in sets])


def audit(reading: Reading, dataset: Dataset) -> list[Row]:
    """The latest shortcut audit: all items first, then each part."""
    return reading.rows(_AUDITS, key=dataset.dataset_id)


def can_have_shortcuts(reading: Reading, dataset: Dataset) -> bool:
    """Whether every answer is chosen from given options."""
    return dataset.dataset_id in {row["dataset_id"] for row in reading.rows(_CHOSEN)}


def repetitions(reading: Reading, dataset: Dataset) -> list[Row]:
    """Repeated items, as counted by the latest audit."""
    return reading.rows(_REPETITIONS, key=dataset.dataset_id)


def rejected(reading: Reading, dataset: Dataset) -> list[Row]:
    """Rejected candidates of a data set, by type of question and reason."""
    return [row for row in reading.rows(_REJECTED) if row["dataset"] == dataset.name]


def n_rejected(reading: Reading, dataset: Dataset) -> int | None:
    """The number of rejected candidates; None if not counted, or if none are drawn."""
    found = rejected(reading, dataset)
    if not found and reading.rows(_UNCOUNTED, key=dataset.dataset_id)[0]["n"]:
        return None
    return sum(int(row["n"]) for row in found)


def readers(reading: Reading, dataset: Dataset) -> list[Row]:
    """The judgements of readers on a validity sample of the questions."""
    return reading.rows(_READERS, dataset=dataset.name)
