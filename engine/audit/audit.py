"""The results of an audit, and the choice of the suite for a data set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.audit.agreement import Agreement
from engine.audit.balance import TraitBalance
from engine.audit.choice_shortcuts import CHOICES
from engine.audit.duplicates import DuplicateReport
from engine.audit.label_shortcuts import STATEMENTS
from engine.audit.shortcut_suite import Suite
from engine.audit.vocabulary import Vocabulary
from engine.core.errors import InputError
from engine.core.intervals import detectable
from engine.core.items import AnswerKind, Item
from engine.core.kinds import answer_of
from engine.families import find_family
from engine.store import AuditRow


@dataclass(frozen=True, slots=True)
class WrongLabel:
    """An item whose published label does not follow from its premises."""

    item: str
    source_id: str | None
    published: str
    gold: str


@dataclass(frozen=True, slots=True)
class Found:
    """A fault of one item, with the names of the item here and in its source."""

    name: str
    item: str
    source_id: str | None
    language: str
    options: str | None
    detail: str


@dataclass(frozen=True, slots=True)
class Audit:
    """The results of an audit.

    `checks` are the shortcuts, each with limit and verdict, scored on `basis`; everything else
    concerns the items of the set itself. `left_out` says which checks were skipped, and why.
    `agreements` compare published kinds and labels with the solver, by each reading of free
    variables, and count each distinct question once. `remarks`, from the import, count the rows of
    the published file. `findings` are faults of single questions.
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
        """Whether no shortcut exceeds its limit, and no item or label is faulty."""
        repeated = self.duplicates.exact.repeated + self.duplicates.reordered.repeated
        return not (repeated or self.wrong_labels or self.findings) and all(
            check.passed for check in self.checks
        )

    @property
    def above_without_limit(self) -> tuple[AuditRow, ...]:
        """The shortcuts without a limit over all items that exceed the limit of the others."""
        overall = [check for check in self.checks if check.scope == "all"]
        most = max((check.limit for check in overall if check.limit is not None), default=1.0)
        return tuple(one for one in overall if one.limit is None and (one.low or 0) > most)

    @property
    def detectable(self) -> float | None:
        """The accuracy over all items that fails a check with a probability of 80%.

        None if no shortcut has a limit.
        """
        limited = [check for check in self.checks if check.limit is not None]
        if not limited:
            return None
        first = limited[0]
        return detectable(first.effective_n or first.n, first.limit or 0.0, len(limited))


def suite_for(name: str, items: Sequence[Item]) -> Suite:
    """The suite for the items of a data set: the family's own, or that of their kind.

    Formulas and structures are written freely, so no shortcut chooses among them.

    Raises:
        InputError: the items differ in kind or in the answers to choose from.
    """
    first = _form(items[0])
    for item in items:
        if _form(item) != first:
            raise InputError(
                f"{name} cannot be audited, because its items are not all of one kind (item"
                f" {item.index} has other answers than item {items[0].index}); audit each kind as"
                " a separate data set"
            )
    family = find_family(items[0].family)
    if family is not None and family.audit is not None:
        return family.audit(items)
    match answer_of(items[0]):
        case AnswerKind.LABEL:
            return STATEMENTS
        case AnswerKind.CHOICE | AnswerKind.SET if _is_chosen(items):
            return CHOICES
    return Suite(own_items=True)


def _form(item: Item) -> tuple[object, ...]:
    answer = answer_of(item)
    labels = tuple(option.key for option in item.options) if answer is AnswerKind.LABEL else ()
    return item.family, answer, labels


def _is_chosen(items: Sequence[Item]) -> bool:
    return all(item.gold in {option.key for option in item.options} for item in items)
