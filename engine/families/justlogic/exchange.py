"""Exchange triples: three items that differ only in which atom fills which slot.

Each triple has one query Q and blocks of premises that conclude Q, its contradictory and other
statements. A link holds a block together: a fresh atom that occurs in two of its premises. In each
item some blocks are wired (their link slots hold the same atom) and the others are not (each holds
two different atoms, which occur nowhere else). The three items permute these pairs of atoms over
slots whose premises have the same shape, signs included. So no count over single premises, signs or
atoms can separate true, false and uncertain, nor can a list of all the places of each atom: only
following the links can.

Three blocks of one skeleton, for Q, its contradictory and an unrelated R, suffice if the link's
premises have nothing of the conclusion: exactly one block is wired, and the wired pair rotates.
Otherwise those premises differ, at least by a sign, between Q and its contradictory. Then each of
the two has a double of exactly its shapes with an unrelated conclusion, and in either pair of
blocks exactly one is wired.

          Q    contradictory   double of Q   double of the contradictory
    true       wired   -               -             wired
    false      -       wired           wired         -
    uncertain  -       -               wired         wired

An unwired block decides nothing. An atom that occurs once makes its premise satisfiable whatever
else holds, so the premise can be dropped; then other atoms occur once, until the whole block is
dropped. The solvers confirm this for every item.

Atoms are numbered at random, so a name does not reveal where its atom was introduced.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from engine.families.justlogic.arguments import Arguments, draw_arguments
from engine.families.justlogic.blocks import Block
from engine.families.justlogic.params import Cell, Params
from engine.logic import Binary, Formula, Not, Predicate
from engine.logic.proofs.proof import Proof

Pair = tuple[Predicate, Predicate]
"""The contents of a block's two link slots."""

Versions = tuple[Pair, Pair, Pair]
"""The pair in the true, the false and the uncertain item."""


class Link(NamedTuple):
    """A slot's part in the exchange.

    Atoms are exchanged only between slots of one `ring`. Here, the atom at `place` in the premise
    is the first, second or third of `atoms` in the true, the false or the uncertain item.
    """

    ring: tuple[int, int]
    place: int
    atoms: tuple[Predicate, Predicate, Predicate]


@dataclass(frozen=True, slots=True)
class Triple:
    """The logic of a triple: premises of the true, false and uncertain item in slot order.

    A slot with the same premise in all three holds one object; for other slots `links` says what is
    exchanged. `atoms` are all atoms by number. `proofs` are minimal proofs of the query from the
    first premises and of its negation from the second, with equal steps and height.
    """

    query: Formula
    premises: tuple[tuple[Formula, ...], tuple[Formula, ...], tuple[Formula, ...]]
    links: tuple[Link | None, ...]
    atoms: tuple[Predicate, ...]
    proofs: tuple[Proof, Proof]

    @property
    def exchanged(self) -> tuple[Predicate, ...]:
        """The atoms that are exchanged."""
        return tuple(dict.fromkeys(atom for link in self.links if link for atom in link.atoms))


def draw_triple(params: Params, cell: Cell, rng: Random) -> Triple | str:
    """One attempt at a triple for the cell; returns the reason for rejection if it fails."""
    arguments = draw_arguments(params, cell, rng)
    if isinstance(arguments, str):
        return arguments
    exchange = _doubled(arguments) if arguments.has_doubles else _in_the_round(arguments)
    slots: list[_Slot] = []
    for owner, (block, versions) in enumerate(zip(arguments.blocks, exchange, strict=True)):
        slots += _slots(owner, block, owner % 2 if arguments.has_doubles else 0, versions)
    rng.shuffle(slots)
    true, false, uncertain = (tuple([slot.premises[role] for slot in slots]) for role in range(3))
    return Triple(
        query=arguments.query,
        premises=(true, false, uncertain),
        links=tuple([slot.link for slot in slots]),
        atoms=arguments.atoms,
        proofs=(
            _among(slots, 0, arguments.proofs[0]),
            _among(slots, 1, arguments.proofs[1]),
        ),
    )


class _Slot(NamedTuple):
    """One sentence: premise `number` of block `owner`, and its formula in each item."""

    owner: int
    number: int
    premises: tuple[Formula, Formula, Formula]
    link: Link | None


def _in_the_round(arguments: Arguments) -> tuple[Versions, ...]:
    """Rotate one wired and two unwired pairs through three blocks.

    The false item swaps the pairs of the true item's first two blocks, the uncertain one those of
    the first and third.
    """
    query, contradictory, unrelated = arguments.blocks
    wired = (query.link, query.link)
    first = (contradictory.link, arguments.spare[0])
    second = (unrelated.link, arguments.spare[1])
    return (wired, first, second), (first, wired, first), (second, second, wired)


def _doubled(arguments: Arguments) -> tuple[Versions, ...]:
    """Exchange a wired and an unwired pair between a block and its double, twice."""
    query, contradictory, double, other_double = arguments.blocks
    wired, unwired = (query.link, query.link), (double.link, arguments.spare[0])
    other_wired = (contradictory.link, contradictory.link)
    other_unwired = (other_double.link, arguments.spare[1])
    return (
        (wired, unwired, unwired),
        (other_unwired, other_wired, other_unwired),
        (unwired, wired, wired),
        (other_wired, other_unwired, other_wired),
    )


def _slots(owner: int, block: Block, ring: int, versions: Versions) -> list[_Slot]:
    """The block's premises in the three items; one object where nothing changes."""
    slots = [
        _Slot(owner, number, (premise, premise, premise), None)
        for number, premise in enumerate(block.premises)
    ]
    for end, (at, place) in enumerate(block.skeleton.occurrences):
        atoms = (versions[0][end], versions[1][end], versions[2][end])
        premise = block.premises[at]
        made: dict[Predicate, Formula] = {block.link: premise}
        for atom in atoms:
            if atom not in made:
                made[atom] = _replace(premise, block.link, atom)
        premises = (made[atoms[0]], made[atoms[1]], made[atoms[2]])
        slots[at] = _Slot(owner, at, premises, Link((ring, end), place, atoms))
    return slots


def _replace(formula: Formula, old: Predicate, new: Predicate) -> Formula:
    if formula is old:
        return new
    if isinstance(formula, Not):
        operand = _replace(formula.operand, old, new)
        return formula if operand is formula.operand else Not(operand)
    if not isinstance(formula, Binary):
        return formula
    left, right = _replace(formula.left, old, new), _replace(formula.right, old, new)
    if left is formula.left and right is formula.right:
        return formula
    return type(formula)(left, right)


def _among(slots: list[_Slot], owner: int, proof: Proof) -> Proof:
    """A block's proof with its premises numbered among all premises."""
    places = [-1] * proof.n_premises
    for place, slot in enumerate(slots):
        if slot.owner == owner:
            places[slot.number] = place
    return proof.among(places, len(slots))
