"""A small protocol by which long work reports its progress, whatever displays it.

    with progress("verifying 1,000 items", 1_000) as advance:
        advance(64)  # 64 more are done

Work with more to report than a count passes its state too. The display asks it for words or figures
whenever it refreshes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

Advance = Callable[[int], None]
"""Takes the number of units just done."""


class State(Protocol):
    """The state of the work, computed on request."""

    def title(self) -> str:
        """The current activity."""

    def words(self) -> str:
        """The state in a few words."""

    def figures(self, per_second: float, left: int) -> dict[str, Any] | None:  # Any: JSON
        """The state as JSON, given the pace and the units left; None if not known yet."""


class Step(Protocol):
    """Takes the units just done, and those found done by earlier starts, which set no pace."""

    def __call__(self, done: int, state: State | None = None, *, found: int = 0) -> None:
        """Count them."""


class Progress(Protocol):
    """Shows the progress of work with a known number of units while the block runs."""

    def __call__(self, what: str, total: int, /) -> AbstractContextManager[Step]:
        """Begin."""


@contextmanager
def silent(_what: str, _total: int, /) -> Iterator[Step]:
    """Show no progress."""
    yield _ignore


def _ignore(done: int, state: State | None = None, *, found: int = 0) -> None:
    pass
