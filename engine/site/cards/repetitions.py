"""Items of a data set that ask the same as others, as its last audit counted them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from engine.analysis.reading import Reading
from engine.show.notices import notice
from engine.show.tables import Column, count, table, text
from engine.store import Dataset

REPETITIONS = """
SELECT respect, n, n_distinct, n_repeated, n_across_splits, largest FROM repetitions
WHERE dataset_id = $key ORDER BY list_position(['exact', 'reordered', 'renamed'], respect)
"""

_RESPECTS = {
    "exact": "word for word",
    "reordered": "sentences and options in any order",
    "renamed": "formulas up to the names of atoms and the order of premises",
}

_REMOVED = (
    "<p>Each group of items is made by itself, so that none is removed for what another asks. The"
    " same argument in other words is no fault: short ones are few, and recur.</p>"
)


def repetitions_of(reading: Reading, sets: Sequence[Dataset]) -> str:
    """A line for each set and respect; the command that counts them where none has."""
    found = {d.name: reading.rows(REPETITIONS, key=d.dataset_id) for d in sets}
    rows = [
        [
            text(name),
            text(_RESPECTS[row["respect"]]),
            *(count(row[column]) for column in ("n", "n_distinct", "n_repeated")),
            count(row["n_across_splits"]),
            count(row["largest"]),
        ]
        for name, own in found.items()
        for row in own
    ]
    columns = (
        Column("Data set"),
        Column("The same"),
        Column("Items", numeric=True),
        Column("Different", numeric=True),
        Column("Repeated", numeric=True),
        Column("Kinds in several splits", numeric=True),
        Column("Items of the commonest kind", numeric=True),
    )
    told = [table("Items that repeat others", columns, rows), _REMOVED] if rows else []
    told += [
        notice(
            f"{name}: repetitions have not been counted. These commands count them:",
            f"sorites audit {shlex.quote(name)}",
            "sorites publish",
        )
        for name, own in found.items()
        if not own
    ]
    return "\n\n".join(told)
