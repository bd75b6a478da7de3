"""The items of a run, spooled to a file so that a hundred thousand take little memory."""

from __future__ import annotations

import pickle
import weakref
from array import array
from collections.abc import Iterable, Iterator, Sequence
from tempfile import TemporaryFile
from typing import overload

from engine.ask.prompts import QuestionKind, common_kind, kind_of
from engine.core.items import Item

_AT_HAND = 500
"""Items kept in memory; the rest go into a temporary file."""


class Items(Sequence[Item]):
    """Items in order, each once, read one at a time; what a plan counts is kept in memory.

    The file has no name and only this process can use it, so pickles in it are safe.
    """

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self.hashes: list[str] = []
        self.n_options = array("H")
        self.groups = array("q")
        self._place: dict[str, int] = {}
        self._starts = array("Q", [0])
        self._of_kind: dict[QuestionKind, Item] = {}
        self._at_hand: list[Item] = []
        self._file = TemporaryFile()  # noqa: SIM115
        weakref.finalize(self, self._file.close)
        self._all_have_formulas = True
        for item in items:
            self._add(item)

    def _add(self, item: Item) -> None:
        if item.hash in self._place:
            return
        self._place[item.hash] = len(self.hashes)
        self.hashes.append(item.hash)
        self.n_options.append(len(item.options))
        self.groups.append(item.group)
        self._of_kind.setdefault(kind_of(item), item)
        self._all_have_formulas &= bool(item.query)
        if len(self._at_hand) < _AT_HAND:
            self._at_hand.append(item)
            return
        self._file.seek(self._starts[-1])
        self._file.write(pickle.dumps(item, pickle.HIGHEST_PROTOCOL))
        self._starts.append(self._file.tell())

    @property
    def kind(self) -> QuestionKind:
        """The kind of question of all items.

        Raises:
            InputError: the items are of several kinds.
        """
        return common_kind(self._of_kind.values())

    @property
    def all_have_formulas(self) -> bool:
        """Whether every item has its question as formulas."""
        return self._all_have_formulas

    def place(self, item_hash: str) -> int | None:
        """The index of the item with a hash; None if there is none."""
        return self._place.get(item_hash)

    def __len__(self) -> int:
        return len(self.hashes)

    @overload
    def __getitem__(self, number: int) -> Item: ...
    @overload
    def __getitem__(self, number: slice) -> list[Item]: ...
    def __getitem__(self, number: int | slice) -> Item | list[Item]:
        if isinstance(number, slice):
            return [self[n] for n in range(*number.indices(len(self)))]
        n = range(len(self))[number]
        if n < len(self._at_hand):
            return self._at_hand[n]
        n -= len(self._at_hand)
        start = self._starts[n]
        self._file.seek(start)
        item: Item = pickle.loads(self._file.read(self._starts[n + 1] - start))
        return item

    def __iter__(self) -> Iterator[Item]:
        return (self[n] for n in range(len(self)))
