"""The questions that a run asks, kept beside its journal, so that each line can be checked.

Eight bytes for each item: a digest of its hash, and the number of its orders of options.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from pathlib import Path

from engine.core.durable import write_durably

_FILE = "planned.bin"
_ORDERS = 8
"""The bits for the number of orders; the other 56 are for the item."""


class Planned:
    """The items of a run, each with the number of orders in which it is asked."""

    def __init__(self, orders: Iterable[tuple[str, int]]) -> None:
        self._items = array("Q", sorted(_number(item) | n for item, n in orders))

    def orders(self, item: str) -> int:
        """In how many orders of its options an item is asked; 0 if it is not asked."""
        number = _number(item)
        place = bisect_left(self._items, number)
        found = self._items[place] - number if place < len(self._items) else 0
        return found if found < 1 << _ORDERS else 0

    def keep(self, folder: Path) -> str:
        """Write the questions into a journal's folder, unless they are there; gives their hash."""
        content = _little_endian(self._items).tobytes()
        path = folder / _FILE
        if not path.is_file() or path.read_bytes() != content:
            write_durably(path, content)
        return hashlib.sha256(content).hexdigest()

    @classmethod
    def read(cls, folder: Path, digest: str) -> Planned:
        """The questions in a journal's folder.

        Raises:
            ValueError: the file is not the one with this hash.
            OSError: it cannot be read.
        """
        content = (folder / _FILE).read_bytes()
        if hashlib.sha256(content).hexdigest() != digest:
            raise ValueError(f"{_FILE} is damaged")
        read = cls(())
        read._items.frombytes(content)
        read._items = _little_endian(read._items)
        return read


def _number(item: str) -> int:
    digest = hashlib.blake2b(item.encode(errors="surrogatepass"), digest_size=7).digest()
    return int.from_bytes(digest, "big") << _ORDERS


def _little_endian(numbers: array[int]) -> array[int]:
    """The numbers as they are in the file, or from the file as they are here."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers
