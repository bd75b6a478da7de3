"""What was checked about a family's data sets: labels verified, balance, shortcuts audited."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from itertools import groupby

from engine.analysis.reading import Reading, Row
from engine.show.escaping import inert
from engine.show.notices import no_dataset, notice
from engine.show.tables import (
    DASH,
    SCORE,
    Cell,
    Column,
    code,
    count,
    score,
    share,
    share_in_full,
    table,
    text,
)
from engine.site.cards.repetitions import repetitions_of
from engine.store import Dataset

# Where an answer is a formula, a structure or a set, nearly every item has a verdict of its own.
_VERIFICATIONS = """
SELECT d.name, if(i.answer_kind = 'label', v.verdict, i.question_type) AS verdict, count(*) AS n,
    count(*) FILTER (NOT v.agreed) AS n_disagreed,
    min(v.methods) AS methods, max(v.solver) AS solver, max(v.verified_at) AS verified_at
FROM verifications v JOIN items i USING (item_id) JOIN datasets d USING (dataset_id)
WHERE starts_with(d.family, $family)
GROUP BY ALL ORDER BY ALL
"""

_BALANCE = """
SELECT query_shape, gold, count(*) AS n FROM items WHERE dataset_id = $key
GROUP BY ALL ORDER BY ALL
"""

_AUDITS = """
SELECT a.*, d.name AS dataset, scope != 'all' AS is_part,
    row_number() OVER (PARTITION BY a.dataset_id, scope ORDER BY a.rowid) AS place
FROM audits a JOIN datasets d USING (dataset_id) WHERE starts_with(d.family, $family)
ORDER BY d.name, is_part, place, try_cast(split_part(scope, '=', 2) AS INTEGER), scope
"""

# Formulas and structures are made up by who answers: no shortcut can choose among them.
_CHOSEN = """
SELECT dataset_id FROM items GROUP BY dataset_id
HAVING bool_and(answer_kind NOT IN ('formula', 'structure'))
"""


def verification_section(reading: Reading, family: str) -> str:
    """Counts by verdict for each data set of a family, with the command that repeats them."""
    sets = reading.family(family)
    if not sets:
        return no_dataset(family)
    found = reading.rows(_VERIFICATIONS, family=family)
    parts = []
    if found:
        parts.append(_verification_table(found))
    verified = {row["name"] for row in found}
    for dataset in sets:
        if dataset.name not in verified:
            parts.append(_not_recorded(dataset, "verification", "verify"))
    again = " ".join(code(f"sorites verify {shlex.quote(d.name)}").html for d in sets)
    parts.append(f"<p>To repeat it: {again}</p>")
    parts.append(repetitions_of(reading, sets))
    return "\n\n".join(parts)


def _verification_table(found: list[Row]) -> str:
    columns = (
        Column("Data set"),
        Column("Verdict"),
        Column("Items", numeric=True),
        Column("Disagreements", numeric=True),
        Column("Ways"),
        Column("Solver"),
        Column("Last verified"),
    )
    rows = [
        [
            text(row["name"]),
            text(row["verdict"]),
            count(row["n"]),
            count(row["n_disagreed"]),
            text(row["methods"]),
            text(row["solver"]),
            text(f"{row['verified_at']:%Y-%m-%d}"),
        ]
        for row in found
    ]
    return table("What the last verification of every item found", columns, rows)


def _not_recorded(dataset: Dataset, what: str, command: str) -> str:
    return notice(
        f"{dataset.name}: no {what} is recorded in the snapshot. These commands fill it:",
        f"sorites {command} {shlex.quote(dataset.name)}",
        "sorites publish",
    )


def balance_section(reading: Reading) -> str:
    """Labels by shape of the query: exactly equal in the sound recipe."""
    return balance_by_shape(reading, reading.main) if reading.main else no_dataset()


def balance_by_shape(reading: Reading, dataset: Dataset) -> str:
    """The same of any set of JustLogic."""
    found = reading.rows(_BALANCE, key=dataset.dataset_id)
    golds = sorted({row["gold"] for row in found})
    columns = (
        Column("Shape of the statement"),
        *(Column(gold, numeric=True) for gold in golds),
    )
    rows = []
    for shape, group in groupby(found, lambda row: row["query_shape"]):
        counts = {row["gold"]: row["n"] for row in group}
        rows.append([text(shape), *(count(counts.get(gold, 0)) for gold in golds)])
    return table(f"Items of <code>{inert(dataset.name)}</code> by label", columns, rows)


def audit_section(reading: Reading, family: str) -> str:
    """The shortcut audit of each set of a family: overall, and the worst part of each check."""
    sets = reading.family(family)
    return audits_of(reading, family, sets) if sets else no_dataset(family)


def audits_of(reading: Reading, family: str, sets: Sequence[Dataset]) -> str:
    """The same of some of a family's sets."""
    found = reading.rows(_AUDITS, family=family)
    audited = {row["dataset"] for row in found}
    parts = [
        _audit_table(dataset, [row for row in found if row["dataset"] == dataset.name])
        for dataset in sets
        if dataset.name in audited
    ]
    if again := [
        code(f"sorites audit {shlex.quote(d.name)}").html for d in sets if d.name in audited
    ]:
        parts.append(f"<p>To repeat it, and the count of repetitions: {' '.join(again)}</p>")
    chosen = {row["dataset_id"] for row in reading.rows(_CHOSEN)}
    parts += [
        _not_recorded(dataset, "audit", "audit")
        if dataset.dataset_id in chosen
        else _without_audit(dataset)
        for dataset in sets
        if dataset.name not in audited
    ]
    return "\n\n".join(parts)


def _without_audit(dataset: Dataset) -> str:
    return notice(
        f"{dataset.name}: not every answer is chosen among stated ones, so that there is nothing to"
        " tell by surface signs, and its audit looks for no shortcut."
    )


def _audit_table(dataset: Dataset, rows: list[Row]) -> str:
    columns = (
        Column("Check"),
        *SCORE,
        Column("n", numeric=True),
        Column("Limit", numeric=True),
        Column("Verdict"),
        Column("Worst part"),
    )
    parts = [row for row in rows if row["is_part"]]
    lines = []
    for row in (row for row in rows if not row["is_part"]):
        own = [part for part in parts if part["name"] == row["name"]]
        lines.append(
            [
                text(row["name"]),
                *score(row["accuracy"], row["low"], row["high"]),
                count(row["n"]),
                share(row["limit_value"]),
                _verdict(row["passed"]) if row["limit_value"] is not None else Cell(DASH),
                _worst(own),
            ]
        )
    bases = list(dict.fromkeys(row["basis"] for row in rows if row["basis"]))
    told = f" ({inert('; '.join(bases))})" if bases else ""
    return table(f"Shortcut audit of <code>{inert(dataset.name)}</code>{told}", columns, lines)


def _verdict(passed: bool) -> Cell:
    return Cell("within the limit" if passed else "<strong>above the limit</strong>", int(passed))


def _worst(parts: list[Row]) -> Cell:
    if not parts:
        return Cell(DASH)
    worst = max(parts, key=lambda row: row["accuracy"])
    failed = "" if all(part["passed"] for part in parts) else ", <strong>above its limit</strong>"
    told = share_in_full(worst["accuracy"], worst["low"], worst["high"], worst["n"])
    scope = inert(worst["scope"].replace("=", " "))
    return Cell(f"{told.html}<br><small>at {scope}{failed}</small>", worst["accuracy"])
