"""`sorites audit`: check whether a data set is balanced and free of shortcuts."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.core.paths import db_path
from engine.show.terminal.options import AsJson, DataSet, Db, Workers
from engine.show.terminal.output import say, show_table, write_json
from engine.show.terminal.progress import progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.pipeline.check.auditing import Audit, AuditRow

_SHOWN = 20
_NAMED = 3


def audit(
    dataset: DataSet,
    db: Db = None,
    training: Annotated[
        int,
        typer.Option(
            min=0, max=20_000, help="Fresh items to train shortcuts on; 0 means 4,000.", metavar="N"
        ),
    ] = 0,
    attacker: Annotated[
        str | None,
        typer.Option(help="An attacker of yours, scored in addition.", metavar="MODULE:FUNCTION"),
    ] = None,
    erase: Annotated[
        str | None,
        typer.Option(
            help="What it may not see: signs, directions, inner-directions, links, names or"
            " passage."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Keep the shortcut checks in this folder, as data/audits does."),
    ] = None,
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Check balance, duplicates, labels and shortcuts; exit 1 if a check fails."""
    from engine.core.workers import pool_of
    from engine.pipeline.check.auditing import audit_dataset

    with pool_of(workers) as executor:
        found = audit_dataset(
            dataset,
            db_path(db),
            executor,
            progress,
            n_training=training,
            attacker=attacker,
            erase=erase,
            out=out,
        )
    if as_json:
        above = [check.name for check in found.above_without_limit]
        write_json({**asdict(found), "passed": found.passed, "above_without_limit": above})
    else:
        show_audit(found)
    if not found.passed:
        raise typer.Exit(1)


def show_audit(found: Audit) -> None:
    """Print the findings of an audit, part by part."""
    if found.checks:
        _show_checks(found)
    if found.left_out:
        say(f"Left out: {found.left_out}.")
    _show_balance(found)
    _show_agreements(found)
    for repeats in (found.duplicates.exact, found.duplicates.reordered, found.duplicates.renamed):
        if repeats is None:
            say("Repetitions, renamed: not checked, because the questions have no formulas")
            continue
        say(
            f"Repetitions, {repeats.respect}: {repeats.distinct:,} distinct, {repeats.repeated:,}"
            f" repeated, {repeats.across_splits:,} kinds across splits"
        )
    words = found.vocabulary
    propositions = (
        f" {words.propositions:,} propositions, each in {words.mean_uses:.1f} groups on average,"
        f" {words.most_uses} at most;"
    )
    say(
        f"Vocabulary: {words.words:,} distinct words in {words.tokens:,};"
        f"{propositions if words.propositions else ''} {words.repeated_sentences:,}"
        f" of {words.sentences:,} sentences in several groups"
    )
    _show_findings(found)
    for wrong in found.wrong_labels[:_SHOWN]:
        name = f"{wrong.item} ({wrong.source_id})"
        say(f"Wrong label: {name} is published as {wrong.published}; the solver finds {wrong.gold}")
    if len(found.wrong_labels) > _SHOWN:
        say(f"and {len(found.wrong_labels) - _SHOWN:,} more wrong labels; --json lists them all")


def _show_findings(found: Audit) -> None:
    """One line per kind of finding and language: items, occurrences and the first items."""
    if not found.findings:
        return
    groups: dict[tuple[str, str], list[str]] = {}
    for one in found.findings:
        name = one.item if one.source_id is None else f"{one.item} ({one.source_id})"
        groups.setdefault((one.name, one.language), []).append(name)
    lines = [
        (*group, len(set(names)), len(names), ", ".join(list(dict.fromkeys(names))[:_NAMED]))
        for group, names in sorted(groups.items())
    ]
    headings = ("finding", "language", "items", "times", "first items")
    show_table("faults of single items", headings, lines)
    say("--json and the table audit_findings list every item and its fault.")


def _show_checks(found: Audit) -> None:
    """One line per shortcut: its accuracy over all items, and on the part where it does best."""
    lines = []
    for name in dict.fromkeys(check.name for check in found.checks):
        rows = [check for check in found.checks if check.name == name]
        best = max(rows[1:] or rows, key=lambda row: (row.bound or 0, row.accuracy))
        overall = rows[0]
        line = (
            name,
            f"{overall.accuracy:6.1%}",
            f"{overall.low:6.1%} to {overall.high:6.1%}",
            _bound(overall),
            f"{best.accuracy:6.1%} ({best.scope}, n {best.n:,})",
            _bound(best),
            _verdict(rows),
        )
        lines.append(line)
    headings = ("shortcut", "accuracy", "95% interval", "bound", "best part", "bound", "")
    show_table(f"{found.dataset}: shortcuts on {found.basis}", headings, lines)
    say(_explained(found))
    if above := found.above_without_limit:
        listed = ", ".join(f"{check.name} {check.accuracy:.1%}" for check in above)
        say(f"{len(above)} checks without a limit exceed the limit of the others: {listed}")


def _bound(row: AuditRow) -> str:
    return "no limit" if row.bound is None else f"{row.bound:.1%} of {row.limit:.1%}"


def _explained(found: Audit) -> str:
    """How checks are judged, and what they would have found."""
    limited = [check for check in found.checks if check.limit is not None]
    if found.detectable is None:
        return "No shortcut has a limit."
    first = limited[0]
    return (
        f"{first.n:,} items count as {first.effective_n:,.0f} independent ones. A check fails if"
        f" its lower bound exceeds the limit; the bounds of all {len(limited):,} checks hold"
        f" together with 95% confidence (Holm). Over all items, one of {found.detectable:.1%}"
        " would fail with a probability of 80%."
    )


def _verdict(rows: Sequence[AuditRow]) -> str:
    """Whether a shortcut stays within its limits; empty if it has none."""
    if all(row.limit is None for row in rows):
        return ""
    return "passed" if all(row.passed for row in rows) else "failed"


def _show_agreements(found: Audit) -> None:
    """One line per kind and reading of free variables: how many published labels are wrong."""
    if not found.agreements:
        return
    lines = [
        (
            one.kind,
            one.reading,
            f"{one.n:,}",
            f"{one.differ:,}",
            f"{one.answers_wrong:,}",
            ", ".join(f"{rule} {n}" for rule, n in one.by_rule.items()) or "–",
        )
        for one in found.agreements
    ]
    headings = (
        *("published as", "free variable", "distinct questions", "disagree", "answer wrong"),
        "disagree, by rule",
    )
    show_table(
        "published labels against the solver, each distinct question counted once", headings, lines
    )
    if found.remarks:
        say(f"The import counted rows, including duplicates: {found.remarks}")


def _show_balance(found: Audit) -> None:
    lines = []
    for trait in found.balance:
        gap = "none: exactly balanced"
        if not trait.is_exact:
            gap = f"{trait.largest_gap:,} items ({trait.largest_cell})"
        lines.append((trait.trait, len(trait.cells), gap))
    headings = ("trait", "cells", "largest difference between two labels in a cell")
    show_table("gold answer by trait", headings, lines)
