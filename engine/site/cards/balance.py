"""How often each answer is right, and what each option is, in every part of a family's sets."""

from __future__ import annotations

from itertools import groupby

from engine.analysis.datasets.composition import options, parts, uneven_answers
from engine.analysis.reading import Dataset, Reading
from engine.show.escaping import escape
from engine.show.notices import no_dataset
from engine.show.tables import COUNTED, Column, count, share, table, text

_FEW = 8
"""Answers that have a column each; of more, as of formulas, the most frequent one is told."""

_TYPE = "type of sentence"


def balance_section(reading: Reading, family: str) -> str:
    """Right answers by part, and roles of options by their places, of each generated set."""
    sets = [d for d in reading.family(family) if d.source == "generated"]
    if not sets:
        return no_dataset(family)
    return "\n\n".join(balance_of(reading, dataset) for dataset in sets)


def balance_of(reading: Reading, dataset: Dataset) -> str:
    """Right answers by part of one set and, where there are options to be wrong, their roles."""
    shown = _answers(reading, dataset), _by_skill(reading, dataset), _options(reading, dataset)
    return "\n\n".join(part for part in shown if part)


def _answers(reading: Reading, dataset: Dataset) -> str:
    """Right answers by part; a trait with one part only would repeat the row of all."""
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
        if trait == _TYPE and not shown:  # so many stand with what is asked
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
    return table(f"Right answers in <code>{escape(dataset.name)}</code>. {COUNTED}", columns, rows)


def _by_skill(reading: Reading, dataset: Dataset) -> str:
    """Whether answers are equally frequent by the skill of the group, and by the question's own."""
    found = uneven_answers(reading, dataset)
    if not found:
        return ""
    group, rule = found
    shown = (
        f"By the skill that a group was made for the answers are equally frequent in"
        f" {group['n_parts'] - group['n_uneven']:,} of {group['n_parts']:,}; by the rule that each"
        f" question is itself about, as breakdowns and weaknesses list it, in"
        f" {rule['n_parts'] - rule['n_uneven']:,} of {rule['n_parts']:,}."
    )
    if rule["n_uneven"]:
        shown += (
            f" Least in {rule['worst'].replace('_', ' ')}, where one answer is right in"
            f" {rule['share']:.1%}: there a constant answer is worth as much."
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
    columns = (Column("What the option is"), *(Column(f"as {k}", numeric=True) for k in keys))
    return table(f"Options of <code>{escape(dataset.name)}</code>", columns, rows)
