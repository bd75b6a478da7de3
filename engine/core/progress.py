"""How long work reports its progress: one small protocol, whoever shows it.

    with progress("verifying 1,000 items", 1_000) as advance:
        advance(64)  # 64 more are done

Work that has more to report than a count hands over its state too, which whoever shows it asks for
words, or for figures, as often as it shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

Advance = Callable[[int], None]
"""Takes the number of units that have just been done."""


class State(Protocol):
    """What the work has come to, computed when it is asked for."""

    def title(self) -> str:
        """What is being done at the moment."""

    def words(self) -> str:
        """How it stands, in a few words."""

    def figures(self, per_second: float, left: int) -> dict[str, Any] | None:  # Any: JSON
        """How it stands, for a program, at a pace and with so many units left; None: not yet."""


class Step(Protocol):
    """Takes the units just done, and of earlier starts those found done, which set no pace."""

    def __call__(self, done: int, state: State | None = None, *, found: int = 0) -> None:
        """Count them."""


class Progress(Protocol):
    """Shows work of so many units while the block runs."""

    def __call__(self, what: str, total: int, /) -> AbstractContextManager[Step]:
        """Begin."""


@contextmanager
def silent(_what: str, _total: int, /) -> Iterator[Step]:
    """Progress that nobody watches."""
    yield _ignore


def _ignore(done: int, state: State | None = None, *, found: int = 0) -> None:
    pass
