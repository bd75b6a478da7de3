"""What was checked about data sets: verification, audits, repetitions, candidates, readers."""

from __future__ import annotations

from engine.analysis.reading import Reading, Row
from engine.store import Dataset

# Where an answer is a formula, a structure or a set, nearly every item has a verdict of its own.
_VERIFICATIONS = """
SELECT d.name, if(i.answer_kind = 'label', v.verdict, i.question_type) AS verdict, count(*) AS n,
    count(*) FILTER (NOT v.agreed) AS n_disagreed,
    min(v.methods) AS methods, max(v.solver) AS solver, max(v.verified_at) AS verified_at
FROM verifications v JOIN items i USING (item_id) JOIN datasets d USING (dataset_id)
WHERE list_contains($keys, d.dataset_id)
GROUP BY ALL ORDER BY ALL
"""

_WAYS = """
SELECT v.methods, v.solver, count(*) AS n, count(*) FILTER (v.agreed) AS n_agreed
FROM verifications v JOIN items i USING (item_id) WHERE i.dataset_id = $key
GROUP BY ALL ORDER BY ALL
"""

_AUDITS = """
SELECT a.* EXCLUDE (ran_at), scope != 'all' AS is_part,
    row_number() OVER (PARTITION BY a.dataset_id, scope ORDER BY a.rowid) AS place
FROM audits a WHERE dataset_id = $key
ORDER BY is_part, place, try_cast(split_part(scope, '=', 2) AS INTEGER), scope
"""

# Formulas and structures are made up by who answers: no shortcut can choose among them.
_CHOSEN = """
SELECT dataset_id FROM items GROUP BY dataset_id
HAVING bool_and(answer_kind NOT IN ('formula', 'structure'))
"""

_REPETITIONS = """
SELECT respect, n, n_distinct, n_repeated, n_across_splits, largest FROM repetitions
WHERE dataset_id = $key ORDER BY list_position(['exact', 'reordered', 'renamed'], respect)
"""

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

_READERS = "FROM validity WHERE dataset = $dataset"


def verifications(reading: Reading, *sets: Dataset) -> list[Row]:
    """What the last verification of every item found, by data set and verdict."""
    return reading.rows(_VERIFICATIONS, keys=[dataset.dataset_id for dataset in sets])


def ways_verified(reading: Reading, dataset: Dataset) -> list[Row]:
    """By which methods and solvers the items were verified."""
    return reading.rows(_WAYS, key=dataset.dataset_id)


def audit(reading: Reading, dataset: Dataset) -> list[Row]:
    """The last shortcut audit: of all items first, then of each part."""
    return reading.rows(_AUDITS, key=dataset.dataset_id)


def can_have_shortcuts(reading: Reading, dataset: Dataset) -> bool:
    """Whether every answer is chosen among stated ones."""
    return dataset.dataset_id in {row["dataset_id"] for row in reading.rows(_CHOSEN)}


def repetitions(reading: Reading, dataset: Dataset) -> list[Row]:
    """Items that repeat others, as the last audit counted them."""
    return reading.rows(_REPETITIONS, key=dataset.dataset_id)


def rejected(reading: Reading, dataset: Dataset) -> list[Row]:
    """Each type of question and reason of a data set, with the number of candidates."""
    return [row for row in reading.rows(_REJECTED) if row["dataset"] == dataset.name]


def n_rejected(reading: Reading, dataset: Dataset) -> int | None:
    """How many candidates were rejected; None where nothing counted them, or none are drawn."""
    found = rejected(reading, dataset)
    if not found and reading.rows(_UNCOUNTED, key=dataset.dataset_id)[0]["n"]:
        return None
    return sum(int(row["n"]) for row in found)


def readers(reading: Reading, dataset: Dataset) -> list[Row]:
    """What those found who read a sample of the questions for their validity."""
    return reading.rows(_READERS, dataset=dataset.name)
