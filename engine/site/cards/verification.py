"""How a family's answers are decided and verified, what repeats, what was rejected on the way."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence

from engine.analysis.datasets.checks import (
    n_rejected,
    rejected,
    repetitions,
    verifications,
    ways_verified,
)
from engine.analysis.reading import Dataset, Reading
from engine.show.escaping import escape
from engine.show.families import checks_in_full, draws_candidates, family_names, words_of
from engine.show.notices import no_dataset, notice
from engine.show.tables import Column, code, count, table, text

_RESPECTS = {
    "exact": "word for word",
    "reordered": "sentences and options in any order",
    "renamed": "formulas up to the names of atoms and the order of premises",
}

_REMOVED = (
    "<p>Each group of items is made by itself, so that none is removed for what another asks. The"
    " same argument in other words is no fault: short ones are few, and recur.</p>"
)


def ways_section(reading: Reading, family: str) -> str:
    """How answers are checked, in which logic, and within what bounds."""
    return ways_of(reading, family, reading.family(family))


def ways_of(reading: Reading, family: str, sets: Sequence[Dataset]) -> str:
    """The same of some sets: as their verification is recorded, or else as it would be."""
    words = words_of(family)
    shown = checks_in_full(
        family, {row["methods"] for d in sets for row in ways_verified(reading, d)}
    )
    return "\n\n".join(map(_paragraph, (shown, f"Logic: {words.logic}", words.unsettled)))


def checks_fragment() -> str:
    """What `sorites verify` checks of each family, whatever has been verified."""
    return _listed(
        f"<strong>{escape(family)}</strong>: {_worded(words_of(family).all_ways)}"
        for family in family_names()
    )


def limits_of(family: str) -> str:
    """What a score at a family does not say, as a list."""
    return _listed(map(_worded, words_of(family).limits))


def _paragraph(shown: str) -> str:
    return f"<p>{_worded(shown)}</p>"


def _listed(lines: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>"


def _worded(shown: str) -> str:
    """A sentence as HTML; what stands between backticks is code."""
    parts = enumerate(shown.split("`"))
    return "".join(code(part).html if at % 2 else escape(part) for at, part in parts)


def verification_section(reading: Reading, family: str) -> str:
    """Counts by verdict for each data set of a family, with the command that repeats them."""
    sets = reading.family(family)
    if not sets:
        return no_dataset(family)
    found = verifications(reading, *sets)
    verified = {row["name"] for row in found}
    titles = ("Data set", "Verdict", "Items", "Disagreements", "Ways", "Solver", "Last verified")
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
    shown = [table("What the last verification of every item found", columns, rows)] if rows else []
    shown += [not_recorded(d, "verification", "verify") for d in sets if d.name not in verified]
    again = " ".join(code(f"sorites verify {shlex.quote(d.name)}").html for d in sets)
    return "\n\n".join([*shown, f"<p>To repeat it: {again}</p>", repetitions_of(reading, sets)])


def not_recorded(dataset: Dataset, what: str, command: str) -> str:
    """A notice with the command that records what is not."""
    return notice(
        f"{dataset.name}: no {what} is recorded in the snapshot. These commands fill it:",
        f"sorites {command} {shlex.quote(dataset.name)}",
        "sorites publish",
    )


def repetitions_of(reading: Reading, sets: Sequence[Dataset]) -> str:
    """A line for each set and respect; the command that counts them where none has."""
    found = {d.name: repetitions(reading, d) for d in sets}
    counted = {
        "n": "Items",
        "n_distinct": "Different",
        "n_repeated": "Repeated",
        "n_across_splits": "Kinds in several splits",
        "largest": "Items of the commonest kind",
    }
    rows = [
        [text(name), text(_RESPECTS[row["respect"]]), *(count(row[column]) for column in counted)]
        for name, own in found.items()
        for row in own
    ]
    columns = (
        Column("Data set"),
        Column("The same"),
        *(Column(title, numeric=True) for title in counted.values()),
    )
    shown = [table("Items that repeat others", columns, rows), _REMOVED] if rows else []
    shown += [
        notice(
            f"{name}: repetitions have not been counted. These commands count them:",
            f"sorites audit {shlex.quote(name)}",
            "sorites publish",
        )
        for name, own in found.items()
        if not own
    ]
    return "\n\n".join(shown)


def rejects_of(family: str) -> str:
    """What the generator of a family discards on the way."""
    return _paragraph(words_of(family).rejects)


def rejections_section(reading: Reading, family: str) -> str:
    """What the generator rejects, and for each generated set how often and why it did.

    A family with a stock of material draws no candidates, so that there are none to count.
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
    return table(f"Rejected while <code>{escape(dataset.name)}</code> was made", columns, rows)
