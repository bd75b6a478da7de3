"""Find duplicate items: verbatim, in another order, or with other names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from engine.audit.canonical import Canoniser
from engine.core.items import Item
from engine.store import Duplicates

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class DuplicateReport:
    """Duplicates in three respects.

    `exact`: the same passage, statement or question, and options. `reordered`: the same sentences
    and options in any order. `renamed`: the same argument up to the names of atoms and the order of
    premises; None if items have no formulas. There are few shallow arguments, so they recur in any
    large set, which is no fault if the sentences differ.
    """

    exact: Duplicates
    reordered: Duplicates
    renamed: Duplicates | None

    @property
    def compared(self) -> tuple[Duplicates, ...]:
        """The counts in all respects that were compared."""
        found = (self.exact, self.reordered, self.renamed)
        return tuple(one for one in found if one is not None)


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
