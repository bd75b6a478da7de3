"""How a family's answers are decided and verified, duplicates, and rejected candidates."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence

from engine.analysis.datasets.checks import n_rejected, rejected, repetitions, verifications
from engine.analysis.datasets.soundness import verification
from engine.analysis.sources.reading import Dataset, Reading
from engine.show.tables.html import Column, code, count, table, text
from engine.show.texts.escaping import escape
from engine.show.texts.families import checks_in_full, draws_candidates, family_names, words_of
from engine.show.texts.notices import no_dataset, notice

_RESPECTS = {
    "exact": "nothing (word for word)",
    "reordered": "order of sentences and options",
    "renamed": "names of atoms and order of premises",
}

_REMOVED = (
    "<p>Groups of items are generated independently, so duplicates are not removed. The same"
    " argument in other words is not a fault: there are few short arguments, and they recur.</p>"
)


def ways_section(reading: Reading, family: str) -> str:
    """How answers are checked, in which logic, and what remains unsettled."""
    return ways_of(reading, family, reading.family(family))


def ways_of(reading: Reading, family: str, sets: Sequence[Dataset]) -> str:
    """How the answers of some sets were checked, or would be if no verification is recorded."""
    words = words_of(family)
    used = {row["methods"] for d in sets for row in verification(reading.rows, d.name)}
    shown = checks_in_full(family, used)
    return "\n\n".join(map(_paragraph, (shown, f"Logic: {words.logic}", words.unsettled)))


def checks_fragment() -> str:
    """The checks of `sorites verify` for each family."""
    return _listed(
        f"<strong>{escape(family)}</strong>: {_worded(words_of(family).all_ways)}"
        for family in family_names()
    )


def limits_of(family: str) -> str:
    """The limits of what a family's score means, as a list."""
    return _listed(map(_worded, words_of(family).limits))


def _paragraph(shown: str) -> str:
    return f"<p>{_worded(shown)}</p>"


def _listed(lines: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>"


def _worded(shown: str) -> str:
    """A sentence as HTML, with text between backticks as code."""
    parts = enumerate(shown.split("`"))
    return "".join(code(part).html if at % 2 else escape(part) for at, part in parts)


def verification_section(reading: Reading, family: str) -> str:
    """Item counts by verdict for each data set, with the command to verify again."""
    sets = reading.family(family)
    if not sets:
        return no_dataset(family)
    found = verifications(reading, *sets)
    verified = {row["name"] for row in found}
    titles = ("Data set", "Verdict", "Items", "Disagreements", "Methods", "Solver", "Last verified")
    columns = [Column(title, numeric=title in ("Items", "Disagreements")) for title in titles]
    rows = [
        [
            *(text(row[name]) for name in ("name", "verdict")),
            *(count(row[name]) for name in ("n", "n_disagreed")),
            *(text(row[name]) for name in ("methods", "solver")),
            text(f"{row['verified_at']:%Y-%m-%d}"),
        ]
        for row in found
    ]
    shown = [table("Last verification of each item", columns, rows)] if rows else []
    shown += [not_recorded(d, "verification", "verify") for d in sets if d.name not in verified]
    again = " ".join(code(f"sorites verify {shlex.quote(d.name)}").html for d in sets)
    return "\n\n".join([*shown, f"<p>To repeat it: {again}</p>", repetitions_of(reading, sets)])


def not_recorded(dataset: Dataset, what: str, command: str) -> str:
    """A notice with the command that records the missing results."""
    return notice(
        f"{dataset.name}: the snapshot has no {what}. These commands add one:",
        f"sorites {command} {shlex.quote(dataset.name)}",
        "sorites publish",
    )


def repetitions_of(reading: Reading, sets: Sequence[Dataset]) -> str:
    """Duplicates in each set, by what counts as the same; or the command that counts them."""
    found = {d.name: repetitions(reading, d) for d in sets}
    counted = {
        "n": "Items",
        "n_distinct": "Different",
        "n_repeated": "Repeated",
        "n_across_splits": "Duplicated across splits",
        "largest": "Largest set of duplicates",
    }
    rows = [
        [text(name), text(_RESPECTS[row["respect"]]), *(count(row[column]) for column in counted)]
        for name, own in found.items()
        for row in own
    ]
    columns = (
        Column("Data set"),
        Column("Same up to"),
        *(Column(title, numeric=True) for title in counted.values()),
    )
    shown = [table("Duplicate items", columns, rows), _REMOVED] if rows else []
    shown += [
        notice(
            f"{name}: duplicates have not been counted. These commands count them:",
            f"sorites audit {shlex.quote(name)}",
            "sorites publish",
        )
        for name, own in found.items()
        if not own
    ]
    return "\n\n".join(shown)


def rejects_of(family: str) -> str:
    """What a family's generator discards."""
    return _paragraph(words_of(family).rejects)


def rejections_section(reading: Reading, family: str) -> str:
    """What the generator rejects, and how often and why it did for each generated set.

    A family with a stock of material draws no candidates, so there are none to count.
    """
    sets = [d for d in reading.family(family) if d.source == "generated"]
    if not sets:
        return no_dataset(family)
    draws = draws_candidates(family)
    return "\n\n".join(
        [rejects_of(family), *(rejections_of(reading, one) for one in sets if draws)]
    )


def rejections_of(reading: Reading, dataset: Dataset) -> str:
    """Candidates rejected by reason, and by type of question where there are several."""
    found = rejected(reading, dataset)
    if not found:
        if n_rejected(reading, dataset) is None:
            return notice(
                f"{dataset.name}: rejected candidates were not counted when it was generated."
                " Generate it again:",
                f"sorites generate {dataset.family} --name NAME",
            )
        return notice(f"{dataset.name}: no candidate was rejected.")
    has_types = len({row["question_type"] for row in found}) > 1
    columns = (
        *([Column("Question type")] if has_types else []),
        Column("Reason"),
        Column("Candidates rejected", numeric=True),
        Column("Questions kept (a pair counts once)", numeric=True),
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
    return table(f"Candidates rejected for <code>{escape(dataset.name)}</code>", columns, rows)
