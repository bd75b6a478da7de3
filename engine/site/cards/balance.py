"""How often each answer is right, and which roles options have, in each part of a family's sets."""

from __future__ import annotations

from itertools import groupby

from engine.analysis.datasets.composition import options, parts, uneven_answers
from engine.analysis.sources.reading import Dataset, Reading
from engine.show.tables.html import COUNTED, Column, count, share, table, text
from engine.show.texts.escaping import escape
from engine.show.texts.notices import no_dataset

_FEW = 8
"""The most answers that get a column each; beyond, only the most frequent one is shown."""

_TYPE = "type of sentence"


def balance_section(reading: Reading, family: str) -> str:
    """Right answers by part, and option roles by position, for each generated set."""
    sets = [d for d in reading.family(family) if d.source == "generated"]
    if not sets:
        return no_dataset(family)
    return "\n\n".join(balance_of(reading, dataset) for dataset in sets)


def balance_of(reading: Reading, dataset: Dataset) -> str:
    """Right answers by part of one set and, for multiple choice, the roles of its options."""
    shown = _answers(reading, dataset), _by_skill(reading, dataset), _options(reading, dataset)
    return "\n\n".join(part for part in shown if part)


def _answers(reading: Reading, dataset: Dataset) -> str:
    """Right answers by part; traits with a single part are skipped, as they repeat the total."""
    found = parts(reading, dataset)
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
        if trait == _TYPE and not shown:  # listed in the section on question types
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
        Column("Share of most frequent answer", numeric=True),
    )
    return table(f"Right answers in <code>{escape(dataset.name)}</code>. {COUNTED}", columns, rows)


def _by_skill(reading: Reading, dataset: Dataset) -> str:
    """Whether answers are balanced within the skill of each group, and of each question."""
    found = uneven_answers(reading, dataset)
    if not found:
        return ""
    group, rule = found
    shown = (
        f"Answers are equally frequent in {group['n_parts'] - group['n_uneven']:,} of"
        f" {group['n_parts']:,} skills when questions count by the skill of their group, and in"
        f" {rule['n_parts'] - rule['n_uneven']:,} of {rule['n_parts']:,} when they count by their"
        " own rule, as in breakdowns and weaknesses."
    )
    if rule["n_uneven"]:
        shown += (
            f" The least balanced is {rule['worst'].replace('_', ' ')}: a constant answer scores"
            f" {rule['share']:.1%} there."
        )
    return f"<p>{escape(shown)}</p>"


def _options(reading: Reading, dataset: Dataset) -> str:
    found = options(reading, dataset)
    if not found:
        return ""
    keys = sorted({row["key"] for row in found})
    rows = []
    for role, group in groupby(found, lambda row: row["role"]):
        counts = {row["key"]: row["n"] for row in group}
        rows.append([text(role), *(count(counts.get(k, 0)) for k in keys)])
    columns = (Column("Role of the option"), *(Column(f"as {k}", numeric=True) for k in keys))
    return table(f"Options of <code>{escape(dataset.name)}</code>", columns, rows)
