"""The audit of a data set.

Is it balanced, free of repetition and rightly labelled, and is inference needed to answer it?
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from engine.audit import checks, choice_checks, formal_checks, skill_checks, support_checks
from engine.audit.balance import TraitBalance, trait_balances
from engine.audit.basis import Basis, choose_basis
from engine.audit.checks import can_train, shortcut_rows
from engine.audit.choice_checks import choice_rows
from engine.audit.duplicates import DuplicateReport, find_duplicates
from engine.audit.formal_checks import formal_rows
from engine.audit.formal_findings import formal_findings
from engine.audit.skill_balance import skill_balances
from engine.audit.skill_checks import skill_rows
from engine.audit.skill_labels import label_agreements
from engine.audit.support_checks import support_rows
from engine.audit.trained import Advance
from engine.audit.vocabulary import Vocabulary, describe_vocabulary
from engine.core.errors import InputError
from engine.core.items import AnswerKind, Item, Label
from engine.core.progress import Progress
from engine.core.rotations import is_single_choice
from engine.decide.formal import is_formal
from engine.decide.skill import is_skill_question
from engine.decide.support import is_support_question
from engine.families.logicasker.published.findings import Agreement
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


@dataclass(frozen=True, slots=True)
class WrongLabel:
    """An item whose published label is not what follows from its premises."""

    item: str
    source_id: str | None
    published: str
    gold: str


@dataclass(frozen=True, slots=True)
class Found:
    """What was found wrong with one item, with the names of the item here and in its source."""

    name: str
    item: str
    source_id: str | None
    language: str
    options: str | None
    detail: str


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found.

    `checks` are the shortcuts, each with limit and verdict, scored on `basis`; everything else is
    about the items of the set itself. `left_out` says which checks could not be made, and why.
    `agreements`, where a set of questions on skills was published with kinds and labels, say how
    many of these hold by each reading of free variables; these count items, each distinct question
    once, while `remarks`, what the import of a set found, count the rows of the published file.
    `findings` are what is wrong with single questions of which statements follow. Formulas,
    structures and sets of statements are made up by who answers: no shortcut chooses among them.
    """

    dataset: str
    n: int
    basis: str
    checks: tuple[AuditRow, ...]
    left_out: str | None
    balance: tuple[TraitBalance, ...]
    duplicates: DuplicateReport
    vocabulary: Vocabulary
    wrong_labels: tuple[WrongLabel, ...]
    agreements: tuple[Agreement, ...] = ()
    findings: tuple[Found, ...] = ()
    remarks: str | None = None

    @property
    def passed(self) -> bool:
        """Whether no shortcut passes its limit, and nothing is wrong with an item or its label."""
        repeated = self.duplicates.exact.repeated + self.duplicates.reordered.repeated
        return not (repeated or self.wrong_labels or self.findings) and all(
            check.passed for check in self.checks
        )

    @property
    def above_without_limit(self) -> tuple[AuditRow, ...]:
        """The shortcuts that have no limit over all items and pass what is the limit of others."""
        overall = [check for check in self.checks if check.scope == "all"]
        most = max((check.limit for check in overall if check.limit is not None), default=1.0)
        return tuple(one for one in overall if one.limit is None and one.accuracy > most)


def audit_dataset(name: str, db: Path, progress: Progress) -> Audit:
    """Audit a data set and record the checks in its database.

    Raises:
        InputError: there is no such data set, or its questions are not all statements to be judged,
            all single choices, all on arguments, all whether a conclusion follows, all which one of
            several statements follows, or all such that a formula, a structure or a set is asked.
    """
    con = connect_read_only(db)
    try:
        dataset = find_dataset(con, name)
        items = list(load_items(con, name))
        suite = _suite(dataset, items)
        balance = trait_balances(con, dataset.dataset_id)
    finally:
        con.close()
    basis = suite.basis(dataset, items, progress)
    rows = _scored(suite, basis, progress)
    with progress("looking for repetitions", len(items)) as advance:
        duplicates = find_duplicates(items)
        advance(len(items))
    findings = formal_findings(items) if suite is _FORMALS else []
    audit = Audit(
        dataset=dataset.name,
        n=len(items),
        basis=basis.told,
        checks=tuple(rows),
        left_out=_left_out(suite, basis.items),
        balance=balance + (skill_balances(items) if suite is _SKILLS else ()),
        duplicates=duplicates,
        vocabulary=describe_vocabulary(items),
        wrong_labels=tuple(_wrong_labels(dataset, items)),
        agreements=label_agreements(items) if suite is _SKILLS else (),
        findings=tuple(_named(dataset, items, findings)),
        remarks=dataset.note if dataset.source == "imported" else None,
    )
    _record(db, audit, findings)
    return audit


def _scored(suite: _Suite, basis: Basis, progress: Progress) -> list[AuditRow]:
    if not suite.units:
        return []
    with progress("scoring shortcuts", suite.units) as advance:
        return suite.rows(basis.items, basis.told, advance)


def _left_out(suite: _Suite, items: Sequence[Item]) -> str | None:
    """Which checks cannot be made, and why."""
    if suite is _MADE:
        return "the shortcuts: the answers are not chosen among stated ones"
    return None if can_train(items) else "the trained shortcuts: too few items"


class _Suite(NamedTuple):
    """The shortcuts through one kind of question."""

    rows: Callable[[Sequence[Item], str, Advance], list[AuditRow]]
    units: int
    basis: Callable[[Dataset, Sequence[Item], Progress], Basis] = choose_basis


def _own_items(dataset: Dataset, items: Sequence[Item], progress: Progress) -> Basis:
    """The set itself, however small, as it takes long to find more arguments.

    Limits are for the lower ends of intervals, which luck alone hardly brings past them.
    """
    told = f"all {len(items):,} items of the set; a limit is for the lower end of the interval"
    return Basis(items, told)


_STATEMENTS = _Suite(shortcut_rows, checks.UNITS)
_CHOICES = _Suite(choice_rows, choice_checks.UNITS)
_SKILLS = _Suite(skill_rows, skill_checks.UNITS)
_SUPPORTS = _Suite(support_rows, support_checks.UNITS)
_FORMALS = _Suite(formal_rows, formal_checks.UNITS, _own_items)
_MADE = _Suite(lambda items, basis, advance: [], 0, _own_items)


def _suite(dataset: Dataset, items: Sequence[Item]) -> _Suite:
    """The suite for items that are all of one kind, and all asked in the same form."""
    suites = list(map(_suite_of, items))
    for item, suite in zip(items, suites, strict=True):
        differs = suite is _SKILLS and len(item.options) != len(items[0].options)
        if suite is None or suite is not suites[0] or differs:
            raise InputError(
                f"{dataset.name} cannot be audited: the checks are for questions whether one"
                f" statement is true, false or uncertain, for single choices, or for questions"
                f" on arguments, whether a conclusion follows, which one of several does, or for"
                f" which a formula, a structure or a set is right, and item {item.index} is none of"
                f" those or not of one kind with the others"
            )
    return suites[0] or _STATEMENTS


def _suite_of(item: Item) -> _Suite | None:
    if is_support_question(item):
        return _SUPPORTS
    if is_single_choice(item):
        return _CHOICES
    if is_formal(item):
        return _FORMALS if item.gold in {option.key for option in item.options} else _MADE
    if item.answer_kind != AnswerKind.LABEL or len(item.query) != 1:
        return None
    if is_skill_question(item):
        return _SKILLS
    return _STATEMENTS if {option.key for option in item.options} <= set(Label) else None


def _wrong_labels(dataset: Dataset, items: Sequence[Item]) -> list[WrongLabel]:
    return [
        WrongLabel(f"{dataset.name}:{item.index}", item.source_id, item.published_label, item.gold)
        for item in items
        if item.published_label is not None and item.published_label != item.gold
    ]


def _named(
    dataset: Dataset, items: Sequence[Item], findings: Sequence[AuditFinding]
) -> Iterator[Found]:
    of_index = {item.index: item for item in items}
    for one in findings:
        item = of_index[one.index]
        name, language = f"{dataset.name}:{item.index}", item.traits.language
        yield Found(one.name, name, item.source_id, language, one.options, one.detail)


def _record(db: Path, audit: Audit, findings: Sequence[AuditFinding]) -> None:
    con = connect(db)
    try:
        write_audit(con, audit.dataset, audit.checks, findings, audit.duplicates.rows)
    finally:
        con.close()
