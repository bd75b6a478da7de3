"""The audit of a data set.

Is it balanced, free of repetition and rightly labelled, and is inference needed to answer it?
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.audit import checks, choice_checks
from engine.audit.balance import TraitBalance, trait_balances
from engine.audit.basis import Progress, choose_basis
from engine.audit.checks import can_train, shortcut_rows
from engine.audit.choice_checks import choice_rows
from engine.audit.duplicates import DuplicateReport, find_duplicates
from engine.audit.vocabulary import Vocabulary, describe_vocabulary
from engine.errors import InputError
from engine.items import AnswerKind, Item, Label
from engine.rotations import is_single_choice
from engine.store import (
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
class Audit:
    """What an audit found.

    `checks` are the shortcuts, each with limit and verdict, scored on `basis`; everything else is
    about the items of the set itself. `left_out` says which checks could not be made, and why.
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

    @property
    def passed(self) -> bool:
        """Whether no shortcut passes its limit, no item is repeated and no label is wrong."""
        repeated = self.duplicates.exact.repeated + self.duplicates.reordered.repeated
        return not (repeated or self.wrong_labels) and all(check.passed for check in self.checks)


def audit_dataset(name: str, db: Path, progress: Progress) -> Audit:
    """Audit a data set and record the checks in its database.

    Raises:
        InputError: there is no such data set, or its questions are neither all statements to be
            judged nor all single choices.
    """
    con = connect_read_only(db)
    try:
        dataset = find_dataset(con, name)
        items = list(load_items(con, name))
        are_choices = _are_choices(dataset, items)
        balance = trait_balances(con, dataset.dataset_id)
    finally:
        con.close()
    basis = choose_basis(dataset, items, progress)
    units = choice_checks.UNITS if are_choices else checks.UNITS
    with progress("scoring shortcuts", units) as advance:
        score = choice_rows if are_choices else shortcut_rows
        rows = score(basis.items, basis.told, advance)
    with progress("looking for repetitions", len(items)) as advance:
        duplicates = find_duplicates(items)
        advance(len(items))
    audit = Audit(
        dataset=dataset.name,
        n=len(items),
        basis=basis.told,
        checks=tuple(rows),
        left_out=None if can_train(basis.items) else "the trained shortcuts: too few items",
        balance=balance,
        duplicates=duplicates,
        vocabulary=describe_vocabulary(items),
        wrong_labels=tuple(_wrong_labels(dataset, items)),
    )
    _record(db, audit)
    return audit


def _are_choices(dataset: Dataset, items: Sequence[Item]) -> bool:
    """Whether all items are single choices; otherwise all are statements to be judged."""
    choices = sum(map(is_single_choice, items))
    if choices == len(items):
        return True
    for item in items:
        answers = {option.key for option in item.options}
        is_statement = item.answer_kind == AnswerKind.LABEL and answers <= set(Label)
        if choices or not is_statement or len(item.query) != 1:
            raise InputError(
                f"{dataset.name} cannot be audited: the checks are for questions whether one"
                f" statement is true, false or uncertain, or for single choices, and item"
                f" {item.index} is none of those or not of one kind with the others"
            )
    return False


def _wrong_labels(dataset: Dataset, items: Sequence[Item]) -> list[WrongLabel]:
    return [
        WrongLabel(f"{dataset.name}:{item.index}", item.source_id, item.published_label, item.gold)
        for item in items
        if item.published_label is not None and item.published_label != item.gold
    ]


def _record(db: Path, audit: Audit) -> None:
    con = connect(db)
    try:
        write_audit(con, audit.dataset, audit.checks)
    finally:
        con.close()
