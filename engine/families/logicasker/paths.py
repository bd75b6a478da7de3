"""The two paths of a chain: where they do not fit, and the proof of what that hides.

A misfit is a joint where a conditional takes the negation of what comes before.

Theorem. As clauses, a path is `¬A₀ ∨ A₁`, `¬A₁ ∨ A₂`, …, with a fair coin for the sign of every
inner A, and another for whether a conditional reads `A → B` or `¬B → ¬A`. Let t be the sign of the
end and x the number of misfits. Then the answer is independent of

1. what is left without signs: only coins;
2. what is left without directions: the signs shown are masked by coins but for the parity of t and
   x in each path, which is odd in one and even in the other whatever the answer;
3. the misfits by their distance from the end and whether each last step fits: from three steps on,
   each joint with a misfit has one, and one path ends in either sign; and
4. from five steps on, 2 together with the directions of the last conditionals, the only ones that
   mention what is asked: x is even in every path.

What is not: at two steps there is one joint, and the number of misfits gives the answer away. At
three and four steps 4 fails, for there either the number or the parity must tell: both halves have
to be even, so they take four joints. There x is odd in both paths of `unrelated` and even in the
others, so all signs with the directions of the last conditionals find every such contrast.
`tests/families/logicasker/test_chains.py` enumerates all coins.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.families.logicasker.kinds import CONTRADICTION, CORRECT, UNRELATED


class Path(NamedTuple):
    """A path of one design: whether it ends in what is asked, and the joints that do not fit."""

    arrives: bool
    misfits: frozenset[int]


class Coins(NamedTuple):
    """The fair coins of a path: signs of the inner statements, and which conditionals turn."""

    signs: tuple[bool, ...]
    turned: tuple[bool, ...]


Misfits = tuple[frozenset[int], frozenset[int]]
"""The two halves of the joints that do not fit."""


@cache
def misfits(n_joints: int) -> tuple[Misfits, ...]:
    """All equally likely choices of the misfits of a question."""
    size = 1 if n_joints < 4 else 2
    halves = [frozenset(range(at, at + size)) for at in range(n_joints - size + 1)]
    return tuple(
        (one, other) for one in halves for other in halves if n_joints == 1 or not one & other
    )


def design(kind: str, halves: Misfits) -> tuple[Path, Path]:
    """The two paths of a question; both halves are the same joint if there is only one."""
    one, other = halves
    none = frozenset[int]()
    if one == other:
        ends = {CORRECT: (True, True), CONTRADICTION: (False, False), UNRELATED: (False, True)}
        first = one if kind == UNRELATED else none
        return Path(ends[kind][0], first), Path(ends[kind][1], one)
    if kind == UNRELATED:
        return Path(True, one), Path(False, other)
    arrives = kind == CORRECT
    return Path(arrives, none), Path(not arrives, one | other)


def signs(path: Path, coins: Coins) -> list[tuple[bool, bool]]:
    """For each conditional, whether its two sides are affirmed, before it turns.

    The start is affirmed, and so is an end that arrives.
    """
    after = (*coins.signs, path.arrives)
    before = (True, *coins.signs)
    return [
        (sign != (joint in path.misfits), end)
        for joint, (sign, end) in enumerate(zip(before, after, strict=True))
    ]
