"""Items that ask the same thing twice: word for word, in another order, or in other words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from engine.audit.canonical import Canoniser
from engine.core.items import Item
from engine.store import RepetitionRow

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Duplicates:
    """Items that are the same in one respect.

    `distinct` is the number of different ones, `repeated` of items that are not the first of
    their kind, `across_splits` of kinds that have members in several splits, and `largest` of
    members of the commonest kind; `examples` are the indexes of some kinds that repeat.
    """

    respect: str
    distinct: int
    repeated: int
    across_splits: int
    largest: int
    examples: tuple[tuple[int, ...], ...]

    @property
    def row(self) -> RepetitionRow:
        """The counts as the database keeps them."""
        n = self.distinct + self.repeated
        return RepetitionRow(
            self.respect, n, self.distinct, self.repeated, self.across_splits, self.largest
        )


@dataclass(frozen=True, slots=True)
class DuplicateReport:
    """Repetitions in three respects.

    `exact`: the same passage, statement or question, and options. `reordered`: the same sentences
    and options in any order. `renamed`: the same argument up to the names of atoms and the order
    of premises, about whatever it may be; shallow arguments are few, so that they recur in any
    large set, which is no fault as long as the sentences differ. It is None where items have no
    formulas to compare.
    """

    exact: Duplicates
    reordered: Duplicates
    renamed: Duplicates | None

    @property
    def rows(self) -> tuple[RepetitionRow, ...]:
        """The counts in the respects in which the items were compared."""
        found = (self.exact, self.reordered, self.renamed)
        return tuple(one.row for one in found if one is not None)


def find_duplicates(items: Sequence[Item]) -> DuplicateReport:
    """Compare all items with each other in the three respects."""
    return DuplicateReport(
        exact=_grouped(
            "exact", items, [(item.passage, item.question, _options(item)) for item in items]
        ),
        reordered=_grouped(
            "reordered",
            items,
            [
                (tuple(sorted(item.passage)), item.question, tuple(sorted(_options(item))))
                for item in items
            ],
        ),
        renamed=_renamed(items),
    )


def _renamed(items: Sequence[Item]) -> Duplicates | None:
    if not all(item.query for item in items):
        return None
    canoniser = Canoniser()
    forms = [canoniser.form(item.premises, *item.query) for item in items]
    return _grouped("renamed", items, forms)


def _options(item: Item) -> tuple[str, ...]:
    return tuple(option.text for option in item.options)


def _grouped(respect: str, items: Sequence[Item], keys: Sequence[Hashable]) -> Duplicates:
    kinds: defaultdict[Hashable, list[Item]] = defaultdict(list)
    for item, key in zip(items, keys, strict=True):
        kinds[key].append(item)
    several = [members for members in kinds.values() if len(members) > 1]
    return Duplicates(
        respect=respect,
        distinct=len(kinds),
        repeated=len(items) - len(kinds),
        across_splits=sum(len({item.split for item in members}) > 1 for members in several),
        largest=max(map(len, kinds.values()), default=0),
        examples=tuple(
            tuple(item.index for item in members[:_SHOWN]) for members in several[:_SHOWN]
        ),
    )
