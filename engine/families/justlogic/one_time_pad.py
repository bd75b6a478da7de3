"""Padded blocks: why the sound recipe gives nothing away by signs alone or directions alone.

A *block* of premises is a path of clauses with two literals each. A *chain* leads from a fact to
the statement, a *loop* from the statement back to it. Two premises in a row share an inner
statement at a *joint*, which *fits* if they hold it with opposite signs and is *bad* if with the
same sign: then nothing follows across it, and the whole block decides nothing about the statement.
An item has two blocks of one skeleton. The true item has a block that proves the statement, the
false one a block that refutes it, the uncertain one neither. What keeps this from the eye is that
direction is a one-time pad for sign:

- every inner statement is affirmed or denied by a fair coin;
- every clause is shown in one of two ways by a fair coin: “if a, then b” or “if not b, then not a”;
  “a or b” or “not both not a and not b”.

The labels differ by two joints i ≠ j, drawn evenly, and by nothing else:

                first block, ends affirm it    second block, ends deny it
    true        all joints fit                 i and j are bad
    false       i and j are bad                all joints fit
    uncertain   i is bad                       j is bad

A loop has two ends; in the uncertain item each block affirms the statement at one and denies it at
the other.

**Theorem.** From depth 2 on, the label is independent of what remains of an item

1. without signs: only skeleton and coins of display remain;
2. without directions (of conditionals; “or” and “not both” alike or not): the coins mask all
   signs but the parity of each block's bad joints and ends, and that is odd in one and even in the
   other for chains, even in both for loops, whatever the label;
3. with shared statements renamed apart, all signs kept: the second block's coins are the first's
   reversed, so that each place shows both signs or, at i and j, a fair one;
4. of the number of bad joints at each distance from the statement, with the signs of the ends:
   i and j are bad once each;
5. for chains, of which premises are linked, with the sign of the statement where it stands: one
   block ends with each sign. The two ends of a loop tell which items are uncertain, so beyond
   depth 1 sets have loops by choice only.

It is not independent of 2 and 5 together: the parity of a block's signs, with the direction of the
premise about the statement, is that of its bad joints, which is odd in both blocks of the uncertain
item and even in all others. Only a construction with an even number of bad joints in each block of
every label would hide it.

Premises whose law does not depend on the label change nothing of this: fillers, unrelated blocks,
broken blocks. A redundant pair with the same label is independent of the first given the label.

At depth 1 a chain has one joint, so counting must tell. There 1 holds, and 2 if “or” and “not both”
are alike, but not 3 to 5; a
block about something else holds exactly if the item is uncertain. A reductio of two premises keeps
all but the signs in 3, a disjunction elimination all but telling “or” from “not both” in 2.

The tests go through all choices of this module: displays at depths 1 to 3, signs and joints up to
6, counts and ends up to 30. That redundant pairs and other premises change nothing, and that the
forms of last steps take turns among the labels, follows by the arguments above.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from engine.core.items import Label
from engine.language.expressions import Form

Signs = tuple[bool, ...]


class Literal(NamedTuple):
    """An atom, by a number, affirmed or denied."""

    atom: int
    sign: bool

    @property
    def opposite(self) -> Literal:
        """The contradictory literal."""
        return Literal(self.atom, not self.sign)


class Display(NamedTuple):
    """A premise as an item shows it: a fact, a conditional, a disjunction or a “not both”."""

    form: Form
    literals: tuple[Literal, ...]


class Skeleton(NamedTuple):
    """The shape of a block: chain or loop, its clauses, and the one that is a disjunction, if any.

    `steps` is the number of argument steps of the proof that it holds if all joints fit.
    """

    is_loop: bool
    n_clauses: int
    disjunction: int | None = None

    @property
    def n_joints(self) -> int:
        """The number of joints, that of a chain with its fact included."""
        return self.n_clauses - self.is_loop

    @property
    def steps(self) -> int:
        """Argument steps: one a clause in a chain; disjunction elimination takes three at once."""
        return self.n_clauses - self.is_loop * (1 if self.disjunction is None else 2)

    @property
    def n_premises(self) -> int:
        """Clauses, and the fact of a chain."""
        return self.n_clauses + (not self.is_loop)


class Wiring(NamedTuple):
    """How a block is wired: whether its ends affirm the statement, and which joints are bad."""

    ends: Signs
    bad: tuple[int, ...] = ()


Pick = tuple[int, int]
"""What decides how the labels differ: the joints i and j."""


def picks(skeleton: Skeleton) -> tuple[Pick, ...]:
    """The equally likely picks of a skeleton.

    With a disjunction, both joints lie on the same side of it; of a long loop the last fits.
    """
    n = skeleton.n_joints
    first = 0
    if n == 1:
        return ((0, 0),)
    if not skeleton.is_loop:
        first = 0 if skeleton.disjunction is None else skeleton.disjunction + 1
    elif n > 2:
        n -= 1
    return tuple(permutations(range(first, n), 2))


def wirings(skeleton: Skeleton, label: Label, pick: Pick) -> tuple[Wiring, Wiring]:
    """How the two blocks about the statement are wired."""
    if skeleton.n_joints == 1 and not skeleton.is_loop:
        return _of_one_step(label)
    yes, no = ((True, True), (False, False)) if skeleton.is_loop else ((True,), (False,))
    bad = tuple(dict.fromkeys(pick))  # a loop of two premises has one joint
    if label is Label.TRUE:
        return Wiring(yes), Wiring(no, bad)
    if label is Label.FALSE:
        return Wiring(yes, bad), Wiring(no)
    first, second = bad[:1], bad[1:]
    if skeleton.is_loop:
        return Wiring((True, False), first), Wiring((False, True), second)
    return Wiring(yes, first), Wiring(no, second)


def _of_one_step(label: Label) -> tuple[Wiring, Wiring]:
    """The wirings of chains of one step, whose only joint is that of the fact."""
    if label is Label.UNCERTAIN:
        return Wiring((True,), (0,)), Wiring((False,), (0,))
    end = (label is Label.TRUE,)
    fits, fails = Wiring(end), Wiring(end, (0,))
    return (fits, fails) if label is Label.TRUE else (fails, fits)


def paired_signs(skeleton: Skeleton, label: Label, pick: Pick, coins: Signs) -> tuple[Signs, Signs]:
    """The signs of the inner atoms of both blocks, drawn by fair coins, one for each joint.

    The second block's are the first's reversed. In a loop the last sign follows from the first,
    so that the ends too show each sign of their neighbours once.
    """
    if not skeleton.is_loop or skeleton.n_joints == 1:
        return coins, tuple(not coin for coin in coins)
    if skeleton.n_joints == 2:
        first = coins[0]
        as_first = label is Label.TRUE or (label is Label.UNCERTAIN and pick[0] > pick[1])
        second = first if as_first else not first
        return (first, second), (not first, second)
    signs = (*coins[:-1], coins[0] is (label is not Label.UNCERTAIN))
    return signs, tuple(not sign for sign in signs)


class Clause(NamedTuple):
    """A clause of a block: two literals, the one nearer the start first; “or” or “if”."""

    left: Literal
    right: Literal
    is_disjunction: bool = False

    def display(self, coin: bool) -> Display:
        """The clause in one of its two displays."""
        left, right = self.left, self.right
        if self.is_disjunction:
            if coin:
                return Display(Form.DISJUNCTION, (left, right))
            return Display(Form.INCOMPATIBLE, (left.opposite, right.opposite))
        if coin:
            return Display(Form.CONDITIONAL, (left.opposite, right))
        return Display(Form.CONDITIONAL, (right.opposite, left))


def clauses(
    skeleton: Skeleton, wiring: Wiring, signs: Signs, atoms: Sequence[int], statement: Literal
) -> tuple[Clause, ...]:
    """The clauses of a block from its start; `atoms` are the inner ones, one for each joint."""

    def end(affirms: bool) -> Literal:
        return statement if affirms else statement.opposite

    made = []
    last = skeleton.n_clauses - 1
    for number in range(skeleton.n_clauses):
        before = number - skeleton.is_loop  # the joint before the clause
        if before < 0:
            left = end(wiring.ends[0])
        else:
            left = Literal(atoms[before], signs[before] is (before in wiring.bad))
        after = before + 1
        right = end(wiring.ends[-1]) if number == last else Literal(atoms[after], signs[after])
        made.append(Clause(left, right, number == skeleton.disjunction))
    return tuple(made)
