"""The shortcut audit of data sets: each check overall and on its worst part."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from engine.analysis.datasets.checks import audit, can_have_shortcuts
from engine.analysis.sources.reading import Dataset, Reading, Row
from engine.core.intervals import detectable
from engine.show.tables.html import (
    DASH,
    SCORE,
    Cell,
    Column,
    code,
    count,
    percent,
    score,
    share,
    share_in_full,
    table,
    text,
)
from engine.show.texts.escaping import escape
from engine.show.texts.families import words_of
from engine.show.texts.notices import no_dataset, notice
from engine.site.cards.verification import not_recorded


def audit_section(reading: Reading, family: str) -> str:
    """What is proven of a family, and the shortcut audit of each of its sets."""
    sets = reading.family(family)
    shown = audits_of(reading, sets) if sets else no_dataset(family)
    proven = words_of(family).proven
    return f"<p><strong>Proven:</strong> {escape(proven)}</p>\n\n{shown}" if proven else shown


def audits_of(reading: Reading, sets: Sequence[Dataset]) -> str:
    """The shortcut audit of each set; sets without one come last."""
    found = [(dataset, audit(reading, dataset)) for dataset in sets]
    shown = [_audit_table(dataset, rows) for dataset, rows in found if rows]
    if again := [code(f"sorites audit {shlex.quote(d.name)}").html for d, rows in found if rows]:
        shown.append(f"<p>To repeat the audit and the duplicate count: {' '.join(again)}</p>")
    shown += [_without_audit(reading, dataset) for dataset, rows in found if not rows]
    return "\n\n".join(shown)


def _without_audit(reading: Reading, dataset: Dataset) -> str:
    if can_have_shortcuts(reading, dataset):
        return not_recorded(dataset, "audit", "audit")
    return notice(
        f"{dataset.name}: answers are not chosen from a given list, so shortcuts do not apply and"
        " the audit checks none."
    )


def _audit_table(dataset: Dataset, rows: list[Row]) -> str:
    columns = (
        Column("Check"),
        *SCORE,
        Column("n", numeric=True),
        Column("Lower bound, adjusted", numeric=True),
        Column("Limit of the bound", numeric=True),
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
                share(row["bound"]),
                share(row["limit_value"]),
                _verdict(row["passed"]) if row["limit_value"] is not None else Cell(DASH),
                _worst(own),
            ]
        )
    bases = list(dict.fromkeys(row["basis"] for row in rows if row["basis"]))
    shown = f" ({escape('; '.join(bases))})" if bases else ""
    title = f"Shortcut audit of <code>{escape(dataset.name)}</code>{shown}"
    return f"{_measured(rows)}\n\n{table(title, columns, lines)}"


def _measured(rows: list[Row]) -> str:
    """What the checks found, and what they would have found over all items."""
    limited = [row for row in rows if row["limit_value"] is not None]
    if not limited:
        return "<p><strong>Measured:</strong> no check has a limit.</p>"
    first = limited[0]
    failed = sum(not row["passed"] for row in limited)
    verdict = f"{failed} of {len(limited)} checks" if failed else f"none of {len(limited)} checks"
    least = detectable(first["effective_n"] or first["n"], first["limit_value"], len(limited))
    return (
        f"<p><strong>Measured:</strong> {verdict} of shortcuts, over {first['n']:,} items and their"
        " parts, have a lower bound above their limit. The bounds hold together with 95% confidence"
        f" (Holm); over all items, a shortcut of {percent(least)} would exceed its limit with a"
        " probability of 80%.</p>"
    )


def _verdict(passed: bool) -> Cell:
    return Cell("within the limit" if passed else "<strong>above the limit</strong>", int(passed))


def _worst(parts: list[Row]) -> Cell:
    if not parts:
        return Cell(DASH)
    worst = max(parts, key=lambda row: (row["bound"] or 0, row["accuracy"]))
    failed = "" if all(part["passed"] for part in parts) else ", <strong>above its limit</strong>"
    shown = share_in_full(worst["accuracy"], worst["low"], worst["high"], worst["n"])
    scope = escape(worst["scope"].replace("=", " "))
    return Cell(f"{shown.html}<br><small>at {scope}{failed}</small>", worst["accuracy"])
