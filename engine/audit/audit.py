"""What an audit of a data set finds.

Is it balanced, free of repetition and rightly labelled, and is inference needed to answer it?
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.audit.agreement import Agreement
from engine.audit.balance import TraitBalance
from engine.audit.choices import CHOICES
from engine.audit.duplicates import DuplicateReport
from engine.audit.statements import STATEMENTS
from engine.audit.suite import Suite
from engine.audit.vocabulary import Vocabulary
from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.kinds import Answer, answer_of
from engine.families import find_family
from engine.store import AuditRow


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
    `agreements` say how many published labels hold by each reading of free variables, where a set
    was published with kinds and labels; these count items, each distinct question once, while
    `remarks`, what the import of a set found, count the rows of the published file. `findings` are
    what is wrong with single questions.
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


def suite_for(name: str, items: Sequence[Item]) -> Suite:
    """What is looked at in items of a data set: the family's own suite, or that of their kind.

    Formulas and structures are made up by who answers: no shortcut chooses among them.

    Raises:
        InputError: the items are not all of one kind, with the same answers to choose from.
    """
    first = _form(items[0])
    for item in items:
        if _form(item) != first:
            raise InputError(
                f"{name} cannot be audited: its items are not all of one kind, as item"
                f" {item.index} differs from item {items[0].index} in what an answer is; audit"
                " each kind as a data set of its own"
            )
    family = find_family(items[0].family)
    if family is not None and family.audit is not None:
        return family.audit(items)
    match answer_of(items[0]):
        case Answer.LABEL:
            return STATEMENTS
        case Answer.CHOICE | Answer.SET if _is_chosen(items):
            return CHOICES
    return Suite(by_group=True)


def _form(item: Item) -> tuple[object, ...]:
    answer = answer_of(item)
    labels = tuple(option.key for option in item.options) if answer is Answer.LABEL else ()
    return item.family, answer, labels


def _is_chosen(items: Sequence[Item]) -> bool:
    return all(item.gold in {option.key for option in item.options} for item in items)
