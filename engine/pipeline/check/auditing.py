"""Audit a stored data set, and record the results in its database."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from engine.audit.audit import Audit, Found, WrongLabel, suite_for
from engine.audit.balance import trait_balances
from engine.audit.challenge import challenger
from engine.audit.duplicates import find_duplicates
from engine.audit.shortcut_suite import Suite
from engine.audit.trained import Attacker, can_train
from engine.audit.vocabulary import describe_vocabulary
from engine.core.errors import InputError
from engine.core.extras import require
from engine.core.items import Item
from engine.core.progress import Progress, silent
from engine.pipeline.check.audit_basis import Basis, choose_basis
from engine.pipeline.check.stored_audits import stored_checks, write_checks
from engine.store import (
    AuditFinding,
    AuditRow,
    Dataset,
    connect,
    connect_read_only,
    find_dataset,
    load_items,
    write_audit,
)

__all__ = ["Audit", "AuditRow", "audit_dataset"]


def audit_dataset(
    name: str,
    db: Path,
    executor: Executor | None = None,
    progress: Progress = silent,
    *,
    by_itself: bool = False,
    n_training: int = 0,
    attacker: str | None = None,
    erase: str | None = None,
    stored: bool = False,
    out: Path | None = None,
) -> Audit:
    """Audit a data set and record the checks in its database.

    `by_itself`: the set is judged by its own items alone. Otherwise shortcuts are trained on
    `n_training` fresh items (0: as many as usual), and a small set is judged by a fresh sample.
    `attacker`, `module:function`, is scored in addition; it may not see what `erase` names.
    `stored`: checks that the project keeps for exactly this content replace training.
    `out`: the folder to keep the checks in.

    Raises:
        InputError: there is no such data set, its items are not all of one kind, or the extra
            `audit` is not installed.
    """
    require("audit")
    with closing(connect_read_only(db)) as con:
        dataset = find_dataset(con, name)
        items = list(load_items(con, name))
    suite = suite_for(dataset.name, items)
    if suite.shortcuts:
        suite = replace(suite, shortcuts=(*suite.shortcuts, *_challengers(attacker, erase)))
    kept = stored_checks(dataset) if stored else None
    if kept:
        basis, checks = Basis(items, kept.words), kept.rows
    else:
        must_be_own = by_itself or suite.own_items
        basis = choose_basis(
            dataset, items, executor, progress, must_be_own=must_be_own, n_training=n_training
        )
        checks = _scored(suite, basis, executor, progress)
    with progress("searching for duplicates", len(items)) as advance:
        duplicates = find_duplicates(items)
        advance(len(items))
    findings = suite.findings(items) if suite.findings else []
    audit = Audit(
        dataset=dataset.name,
        n=len(items),
        basis=basis.words,
        checks=tuple(checks),
        left_out=_left_out(suite, basis.training or basis.items),
        balance=trait_balances(items) + (suite.balances(items) if suite.balances else ()),
        duplicates=duplicates,
        vocabulary=describe_vocabulary(items),
        wrong_labels=tuple(_wrong_labels(dataset, items)),
        agreements=suite.agreements(items) if suite.agreements else (),
        findings=tuple(_named(dataset, items, findings)),
        remarks=dataset.note if dataset.source == "imported" else None,
    )
    with closing(connect(db)) as con:
        ran = kept.ran if kept else None
        write_audit(con, name, audit.checks, findings, audit.duplicates.compared, ran=ran)
    if out:
        write_checks(out, dataset, audit.basis, audit.checks)
    return audit


def _challengers(attacker: str | None, erase: str | None) -> list[Attacker]:
    if attacker:
        return [challenger(attacker, erase)]
    if erase:
        raise InputError("--erase says what an attacker may not see; name one with --attacker")
    return []


def _scored(
    suite: Suite, basis: Basis, executor: Executor | None, progress: Progress
) -> list[AuditRow]:
    if not suite.shortcuts:
        return []
    with progress("scoring shortcuts", len(suite.shortcuts)) as advance:
        return suite.score(basis.items, basis.words, advance, executor, basis.training)


def _left_out(suite: Suite, items: Sequence[Item]) -> str | None:
    """Which checks were skipped, and why."""
    if not suite.shortcuts:
        return "the shortcuts: the questions offer no answers to choose from"
    return None if can_train(items) else "the trained shortcuts: too few items"


def _wrong_labels(dataset: Dataset, items: Sequence[Item]) -> list[WrongLabel]:
    return [
        WrongLabel(f"{dataset.name}:{item.index}", item.source_id, item.published_label, item.gold)
        for item in items
        if item.published_label is not None and item.published_label != item.gold
    ]


def _named(
    dataset: Dataset, items: Sequence[Item], findings: Sequence[AuditFinding]
) -> list[Found]:
    found = []
    of_index = {item.index: item for item in items}
    for one in findings:
        item = of_index[one.index]
        name, language = f"{dataset.name}:{item.index}", item.traits.language
        found.append(Found(one.name, name, item.source_id, language, one.options, one.detail))
    return found
