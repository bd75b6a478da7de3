"""Agreement of published labels with the solver, by the reading of free variables."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many of `n` items published as a kind are of that kind, by one reading of free variables.

    `answers_wrong` counts items whose published answer is wrong; `by_rule` counts, per rule, items
    that are of another kind.
    """

    kind: str
    reading: str
    n: int
    agree: int
    answers_wrong: int
    by_rule: dict[str, int]

    @property
    def differ(self) -> int:
        """The number of items that are of another kind."""
        return self.n - self.agree
