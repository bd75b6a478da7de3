"""How often each answer is right, and what each option is, in every part of a family's sets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.analysis.reading import Reading, Row
from engine.show.escaping import inert
from engine.show.notices import no_dataset
from engine.show.tables import COUNTED, Column, count, share, table, text
from engine.store import Dataset

_FEW = 8
"""Answers that have a column each; of more, as of formulas, the most frequent one is told."""

_TYPE = "type of sentence"

_PARTS = """
WITH parts AS (
    SELECT gold, unnest([
        {place: 1, trait: 'all', part: 'all', size: NULL},
        {place: 2, trait: 'question type', part: question_type, size: NULL},
        {place: 3, trait: 'structure', part: structure, size: NULL},
        {place: 4, trait: 'domain', part: domain, size: NULL},
        {place: 5, trait: 'language', part: language, size: NULL},
        {place: 6, trait: 'split', part: split, size: NULL},
        {place: 7, trait: 'depth', part: depth::VARCHAR, size: depth},
        {place: 8, trait: 'type of sentence', part: root_form, size: NULL}
    ], recursive := true)
    FROM items WHERE dataset_id = $key
)
SELECT place, trait, part, gold, count(*) AS n FROM parts WHERE part IS NOT NULL
GROUP BY place, trait, part, size, gold ORDER BY place, size, part, gold
"""

# Options that only name the possible answers have nothing to be wrong in.
_OPTIONS = """
SELECT role, key, count(*) AS n
FROM (SELECT unnest(options, recursive := true) FROM items WHERE dataset_id = $key)
WHERE text <> key GROUP BY role, key ORDER BY role <> 'gold', role, key
"""


def balance_of(reading: Reading, family: str) -> str:
    """Right answers by part, and roles of options by their places, of each generated set."""
    sets = [d for d in reading.family(family) if d.source == "generated"]
    if not sets:
        return no_dataset(family)
    return "\n\n".join(balance_of_set(reading, dataset) for dataset in sets)


def balance_of_set(reading: Reading, dataset: Dataset) -> str:
    """Right answers by part of one set and, where there are options to be wrong, their roles."""
    parts = _answers(reading, dataset), _options(reading, dataset)
    return "\n\n".join(part for part in parts if part)


def answers_table(found: Sequence[Row], caption: str) -> str:
    """Right answers by part, from rows of `trait`, `part`, `gold` and `n`, a trait's together.

    The trait `all` is of every question; a trait with one part only would repeat it and is left
    out. More than eight different answers, as of formulas, are told by their number.
    """
    of_parts = [
        (trait, part, {row["gold"]: row["n"] for row in group})
        for (trait, part), group in groupby(found, lambda row: (row["trait"], row["part"]))
    ]
    answers = sorted({row["gold"] for row in found})
    shown = answers if len(answers) <= _FEW else []
    of_traits = [trait for trait, _, _ in of_parts]
    rows = []
    for trait, part, counts in of_parts:
        if trait != "all" and of_traits.count(trait) == 1:
            continue
        if trait == _TYPE and not shown:  # so many are told with the construction
            continue
        n = sum(counts.values())
        rows.append(
            [
                text(part if trait == "all" else f"{trait} {part.replace('_', ' ')}"),
                *(count(counts.get(answer, 0)) for answer in shown),
                *([] if shown else [count(len(counts))]),
                count(n),
                share(max(counts.values()) / n),
            ]
        )
    columns = (
        Column("Part"),
        *(Column(f"{answer} right", numeric=True) for answer in shown),
        *([] if shown else [Column("Different answers", numeric=True)]),
        Column("Questions", numeric=True),
        Column("Most frequent answer", numeric=True),
    )
    return table(caption, columns, rows)


def _answers(reading: Reading, dataset: Dataset) -> str:
    found = reading.rows(_PARTS, key=dataset.dataset_id)
    caption = f"Right answers in <code>{inert(dataset.name)}</code>. {COUNTED}"
    return answers_table(found, caption)


def _options(reading: Reading, dataset: Dataset) -> str:
    found: list[Row] = reading.rows(_OPTIONS, key=dataset.dataset_id)
    if not found:
        return ""
    keys = sorted({row["key"] for row in found})
    rows = []
    for role, group in groupby(found, lambda row: row["role"]):
        counts = {row["key"]: row["n"] for row in group}
        rows.append([text(role), *(count(counts.get(k, 0)) for k in keys)])
    columns = (Column("What the option is"), *(Column(f"as {k}", numeric=True) for k in keys))
    return table(f"Options of <code>{inert(dataset.name)}</code>", columns, rows)
