"""How many published labels hold, where a set can be read in several ways."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many of `n` items of a kind are what they are published as, free variables read one way.

    `answers_wrong`: items whose published answer is wrong. `by_rule` counts the items that are of
    another kind.
    """

    kind: str
    reading: str
    n: int
    agree: int
    answers_wrong: int
    by_rule: dict[str, int]

    @property
    def differ(self) -> int:
        """How many are of another kind."""
        return self.n - self.agree
