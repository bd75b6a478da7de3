"""An item under verification: its parsed contents and the first problem found.

Each kind of item has its own `Case`, which derives again what is stored, and a tuple of checks. A
check yields problems, or raises if something cannot be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeVar

from engine.core.errors import InputError, SoritesError
from engine.core.items import Item
from engine.core.kinds import is_in_formulas
from engine.decide.labels import z3_version
from engine.families import find_family
from engine.logic import Formula, parse, show

UNREADABLE = (SoritesError, ArithmeticError, LookupError, TypeError, ValueError)
"""Exceptions raised by invalid stored data."""

Stored = TypeVar("Stored")
Readings = Callable[[str], tuple[Formula, ...]]

read_formula = lru_cache(maxsize=1 << 14)(parse)


class Found(NamedTuple):
    """What verification derives for an item: its answer, and the size of its shortest proof."""

    verdict: str
    minimal_premises: tuple[int, ...] | None = None
    steps: int | None = None
    height: int | None = None


@dataclass
class Case:
    """An item with its parsed formulas, the derived results, and the first problem."""

    item: Item
    problem: str | None = None

    def take(self, check: Callable[[Case], Iterator[str]]) -> None:
        """Run a check, unless a problem was found before."""
        if self.problem is None:
            try:
                self.problem = next(check(self), None)
            except UNREADABLE as error:
                self.problem = f"cannot be read: {error}"

    @cached_property
    def premises(self) -> tuple[Formula, ...]:
        """The premises, read."""
        return tuple(map(read_formula, self.item.premises))

    @cached_property
    def queries(self) -> tuple[Formula, ...]:
        """The formulas asked about, read."""
        return tuple(map(read_formula, self.item.query))

    @cached_property
    def query(self) -> Formula:
        """The one formula asked about, read."""
        if len(self.queries) != 1:
            raise InputError(f"it asks {len(self.queries)} formulas, not one")
        return self.queries[0]

    @property
    def is_imported(self) -> bool:
        """Whether the item was published by others, so its wording is theirs."""
        return self.item.published_label is not None

    @cached_property
    def read(self) -> Readings | None:
        """The reader of sentences; None if there is none."""
        return readings_of(self.item)

    @property
    def found(self) -> Found:
        """What is derived for the item."""
        return Found("undecided")

    @property
    def solver(self) -> str:
        """The external solvers with their versions."""
        return z3_version()

    def stored(self, kind: type[Stored]) -> Stored:
        """The certificate, which must be of that kind.

        Raises:
            InputError: the item is of another kind.
        """
        certificate = self.item.certificate
        if not isinstance(certificate, kind):
            raise InputError(f"the certificate is none of such an item, but a {certificate.kind}")
        return certificate


def readings_of(item: Item) -> Readings | None:
    """The reader of the item's sentences, from its family; None if there is none."""
    family = find_family(item.family)
    if family is not None and family.readings is not None:
        return family.readings(item)
    is_read = is_in_formulas(item) and item.published_label is None
    return (lambda text: (read_formula(text),)) if is_read else None


def unlike(read: Readings, sentence: str, formula: Formula) -> Iterator[str]:
    """The problem of a sentence that does not mean exactly its formula."""
    found = read(sentence)
    if found != (formula,):
        meant = " or ".join(map(show, found)) or "nothing"
        yield f"{sentence!r} reads as {meant}, not as {show(formula)}"


def text_of(case: Case, sentences: Sequence[str], formulas: Sequence[Formula]) -> Iterator[str]:
    """Problems of sentences that express formulas."""
    if case.read is None:
        return
    if len(sentences) != len(formulas):
        yield f"{len(sentences)} sentences for {len(formulas)} formulas"
        return
    for sentence, formula in zip(sentences, formulas, strict=True):
        yield from unlike(case.read, sentence, formula)


def identity(case: Case) -> Iterator[str]:
    """Check that the hash matches the content."""
    if case.item.hash != case.item.content_hash():
        yield "the hash is not that of the content"


def own(case: Case) -> Iterator[str]:
    """The family's own checks; none for imported items."""
    family = find_family(case.item.family)
    if family is not None and family.checks is not None and not case.is_imported:
        yield from family.checks(case)
