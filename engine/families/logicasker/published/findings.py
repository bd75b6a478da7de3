"""Findings about LogicAsker's published labels, and its items as a data set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from duckdb import DuckDBPyConnection

from engine.audit.agreement import Agreement
from engine.core.errors import InputError
from engine.families.logicasker.published.dataset import (
    FAMILY,
    KINDS,
    PARAMS,
    VERSION,
    Judged,
    PublishedLogicAsker,
)
from engine.logic import Entailment
from engine.store import Dataset, DatasetMeta, items_table, write_items

READINGS = ("individual", "closed")
"""What a free variable can mean: an individual like any other, or anyone at all."""


ALL = "all"
"""All kinds together, in the agreements."""


def agreements(judged: Sequence[Judged]) -> tuple[Agreement, ...]:
    """Agreement over all rows and for every kind, under both readings."""
    return tuple(
        _agreement(kind, reading, rows)
        for kind in (ALL, *KINDS)
        if (rows := [row for row in judged if kind in (ALL, row.kind)])
        for reading in READINGS
    )


def _agreement(kind: str, reading: str, rows: Sequence[Judged]) -> Agreement:
    entailments = [_entailment(judged, reading) for judged in rows]
    pairs = list(zip(rows, entailments, strict=True))
    others = Counter(judged.rule for judged, s in pairs if not judged.agrees(s))
    return Agreement(
        kind=kind,
        reading=reading,
        n=len(rows),
        agree=len(rows) - others.total(),
        answers_wrong=sum(not judged.answer_holds(s) for judged, s in pairs),
        by_rule=dict(others.most_common()),
    )


def _entailment(judged: Judged, reading: str) -> Entailment:
    return judged.entailments.individual if reading == "individual" else judged.entailments.closed


def logicasker_findings(published: PublishedLogicAsker) -> str:
    """Report what is wrong with a file, in a few sentences that count rows, not items."""
    findings = []
    for found in agreements(published.judged):
        if found.differ:
            rules = ", ".join(f"{rule} {n}" for rule, n in found.by_rule.items())
            findings.append(
                f"{_subject(found.kind)}, {_WORDS[found.reading]}:"
                f" {found.differ} of {found.n:,} ({rules}), the answer wrong in"
                f" {found.answers_wrong}."
            )
    ambiguous = sum(judged.is_ambiguous for judged in published.judged)
    turned = sum(judged.turns for judged in published.judged)
    if ambiguous:
        findings.append(
            "Rows with several readings, of which the one their rule shows is taken:"
            f" {ambiguous}, {turned} of them with another answer in another reading."
        )
    if published.repeated:
        findings.append(f"Rows left out because they repeat an earlier one: {published.repeated}.")
    if published.unread:
        rows = "; ".join(f"{u.source_id}: {u.why}" for u in published.unread)
        findings.append(f"Rows left out as unreadable: {len(published.unread)} ({rows}).")
    return " ".join(findings) or "No fault found."


def _subject(kind: str) -> str:
    if kind == ALL:
        return "Rows that are not what they are published as"
    return f"Rows published as {kind} that are not so"


_WORDS = {
    "individual": "a free variable being an individual",
    "closed": "a free variable being anyone",
}


def store_logicasker(
    con: DuckDBPyConnection, published: PublishedLogicAsker, name: str, *, replace: bool = False
) -> Dataset:
    """Store the items under a name; storing the same items again changes nothing.

    Raises:
        InputError: no row of the file can be read, or other items have the name and `replace`
            is not set.
    """
    if not published.items:
        first = "; ".join(f"row {u.source_id}: {u.why}" for u in published.unread[:3])
        raise InputError(f"no row of the file can be read, so there is nothing to import: {first}")
    note = logicasker_findings(published)
    meta = DatasetMeta.published(name, FAMILY, VERSION, PARAMS, note)
    return write_items(con, meta, items_table(published.items), replace=replace)
