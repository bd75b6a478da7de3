"""An item under verification: what it stores, read once, and the first thing wrong with it.

Each kind of item has a `Case` of its own, which derives again what is stored, and a tuple of
checks. A check yields what is wrong, or raises where it cannot be read.
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
"""What may be raised where something stored is not what it should be."""

Stored = TypeVar("Stored")
Readings = Callable[[str], tuple[Formula, ...]]

read_formula = lru_cache(maxsize=1 << 14)(parse)


class Found(NamedTuple):
    """What verification derives of an item: its answer, and what the shortest proof of it takes."""

    verdict: str
    minimal_premises: tuple[int, ...] | None = None
    steps: int | None = None
    height: int | None = None


@dataclass
class Case:
    """An item with its formulas read, what was derived from them, and the first thing wrong."""

    item: Item
    problem: str | None = None

    def take(self, check: Callable[[Case], Iterator[str]]) -> None:
        """Look for a problem where none was found before."""
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
        """Whether others published the item, so that its words are not ours."""
        return self.item.published_label is not None

    @cached_property
    def read(self) -> Readings | None:
        """What sentences can mean; None where nobody says."""
        return readings_of(self.item)

    @property
    def found(self) -> Found:
        """What is derived of the item."""
        return Found("undecided")

    @property
    def solver(self) -> str:
        """The outside solvers with their versions."""
        return z3_version()

    def stored(self, kind: type[Stored]) -> Stored:
        """The certificate, which has to be of that kind.

        Raises:
            InputError: it is of another.
        """
        certificate = self.item.certificate
        if not isinstance(certificate, kind):
            raise InputError(f"the certificate is none of such an item, but a {certificate.kind}")
        return certificate


def readings_of(item: Item) -> Readings | None:
    """What sentences of the item can mean, as its family says; None where nobody says."""
    family = find_family(item.family)
    if family is not None and family.readings is not None:
        return family.readings(item)
    is_read = is_in_formulas(item) and item.published_label is None
    return (lambda text: (read_formula(text),)) if is_read else None


def unlike(read: Readings, sentence: str, formula: Formula) -> Iterator[str]:
    """What is wrong with a sentence that does not mean exactly its formula."""
    found = read(sentence)
    if found != (formula,):
        meant = " or ".join(map(show, found)) or "nothing"
        yield f"{sentence!r} reads as {meant}, not as {show(formula)}"


def text_of(case: Case, sentences: Sequence[str], formulas: Sequence[Formula]) -> Iterator[str]:
    """What is wrong with sentences that stand for formulas."""
    if case.read is None:
        return
    if len(sentences) != len(formulas):
        yield f"{len(sentences)} sentences for {len(formulas)} formulas"
        return
    for sentence, formula in zip(sentences, formulas, strict=True):
        yield from unlike(case.read, sentence, formula)


def identity(case: Case) -> Iterator[str]:
    """The hash is that of the content."""
    if case.item.hash != case.item.content_hash():
        yield "the hash is not that of the content"


def own(case: Case) -> Iterator[str]:
    """What the item's family checks besides; of what others published, nothing."""
    family = find_family(case.item.family)
    if family is not None and family.checks is not None and not case.is_imported:
        yield from family.checks(case)
