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

Two sets of joints, I and J, drawn evenly, make the labels and nothing else does:

                first block, ends affirm it    second block, ends deny it
    true        all joints fit                 those of I and J are bad
    false       those of I and J are bad       all joints fit
    uncertain   those of I are bad             those of J are bad

Where a chain has four joints or more, I and J are two neighbours each: one premise turned into its
converse. In shorter chains and in loops they are one joint each. A loop has two ends; in the
uncertain item each block affirms the statement at one and denies it at the other.

**Theorem.** From depth 2 on, the label is independent of what remains of an item

1. without signs: only skeleton and coins of display remain;
2. without directions (of conditionals; “or” and “not both” alike or not): the coins mask all
   signs but the parity of each block's bad joints and ends, and that is odd in one and even in the
   other for chains, even in both for loops, whatever the label;
3. with shared statements renamed apart, all signs kept: the second block's coins are the first's
   reversed, so that each place shows both signs or, in I and J, a fair one;
4. of the number of bad joints at each distance from the statement, with the signs of the ends:
   the joints of I and J are bad once each;
5. for chains, of which premises are linked, with the sign of the statement where it stands: one
   block ends with each sign. The two ends of a loop tell which items are uncertain, so beyond
   depth 1 sets have loops by choice only;
6. from depth 4 on, for chains, of 2 and 5 together: all signs, and the direction of the premise
   about the statement, give the parity of each block's bad joints, and that is even.

At depths 2 and 3, 6 fails, and 2 and 5 together find the uncertain items: there both blocks have
an odd number of bad joints. Nothing can mend that. If all numbers are even, no set empty, and each
distance has as many bad joints whatever the label, I and J have two joints each and none in common,
which takes four; so either 4 or 6 must fail, and here it is 6.

Signs and directions of the same premises together are outside the theorem, whether followed or not.
All signs, with the direction of one other premise in each block, tell whether that one is turned:
the best choice answers 67, 56, 50 and 47% of the items at depths 4 to 7. Who checks the k joints
nearest the statement in both blocks has 67% and 100% at depth 4 (k = 1, 3), and 47, 57, 67, 77 and
87% at depth 7 (k = 1 to 5). The parity of turned premises is odd in uncertain items only, so that
of every second joint finds these (67%), and two or three joints of one block, well chosen, tell the
label. The best such look has at least 50% in any construction: a block that decides nothing has a
premise turned, so over all non-empty sets of its m conditionals the mean of (-1)^(number turned) is
below 0.

Premises whose law does not depend on the label change nothing of this: fillers, unrelated blocks,
broken blocks. A redundant pair with the same label is independent of the first given the label.

At depth 1 a chain has one joint, so counting must tell. There 1 holds, and 2 if “or” and “not both”
are alike, but not 3 to 6; a
block about something else holds exactly if the item is uncertain. A reductio of two premises keeps
all but the signs in 3, a disjunction elimination all but telling “or” from “not both” in 2.

The tests go through all choices of this module: displays at depths 1 to 4, signs and joints up to
7, counts and ends up to 30. That redundant pairs and other premises change nothing, and that the
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


Pick = tuple[tuple[int, ...], tuple[int, ...]]
"""What decides how the labels differ: the joints of I and J."""


def picks(skeleton: Skeleton) -> tuple[Pick, ...]:
    """The equally likely picks of a skeleton.

    With a disjunction, all joints lie on the same side of it; of a long loop the last fits.
    """
    n = skeleton.n_joints
    if n == 1:
        return (((0,), ()),)
    first = 0
    if skeleton.is_loop:
        n -= n > 2
    elif skeleton.disjunction == 0:
        first = 1
    width = 2 if n - first >= 4 and not skeleton.is_loop else 1
    places = [tuple(range(at, at + width)) for at in range(first, n + 1 - width)]
    return tuple([(one, two) for one, two in permutations(places, 2) if not {*one} & {*two}])


def wirings(skeleton: Skeleton, label: Label, pick: Pick) -> tuple[Wiring, Wiring]:
    """How the two blocks about the statement are wired."""
    if skeleton.n_joints == 1 and not skeleton.is_loop:
        return _of_one_step(label)
    yes, no = ((True, True), (False, False)) if skeleton.is_loop else ((True,), (False,))
    first, second = pick
    if label is Label.TRUE:
        return Wiring(yes), Wiring(no, first + second)
    if label is Label.FALSE:
        return Wiring(yes, first + second), Wiring(no)
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
