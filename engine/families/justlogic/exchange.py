"""Exchange triples: three items that differ only in which atom sits in which slot.

Each triple has one query Q and three blocks of equal shape that conclude Q, its contradictory and
an unrelated R. A block holds together by a link: a fresh atom that occurs in two of its premises.
In each item one block is wired (its link slots hold the same atom) and the other two are not
(theirs hold two different atoms each, which occur nowhere else). The three items are permutations
of these pairs of atoms over slots of the same sign, so no count over single premises, signs or
atoms can tell true from false from uncertain: only following the links can.

An unwired block decides nothing: an atom that occurs once makes its premise satisfiable whatever
else holds, so the premise can be struck, which leaves other atoms occurring once, until the whole
block is struck. The solvers confirm this for every item.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from engine.families.justlogic.blocks import Block, grow, link_signs, place_of, regrow
from engine.families.justlogic.forms import FOR_ANY
from engine.families.justlogic.params import Cell, Params
from engine.logic import Binary, Formula, Implies, Not, Or, Predicate, negate
from engine.logic.proofs import Proof, minimal_proof

_PARTNER_TRIES = 50


class AtomSource:
    """Hands out the propositional atoms p1, p2 and so on."""

    def __init__(self) -> None:
        self.atoms: list[Predicate] = []

    def __call__(self) -> Predicate:
        """The next atom."""
        atom = numbered_atom(len(self.atoms) + 1)
        self.atoms.append(atom)
        return atom

    def rewind(self, length: int) -> None:
        """Take back all atoms but the first `length`."""
        del self.atoms[length:]


_NUMBERED: list[Predicate] = []


def numbered_atom(number: int) -> Predicate:
    """The atom p`number`; one object a number, since atoms are compared all the time."""
    while len(_NUMBERED) < number:
        _NUMBERED.append(Predicate(f"p{len(_NUMBERED) + 1}"))
    return _NUMBERED[number - 1]


class Link(NamedTuple):
    """A link's first (0) or second (1) occurrence: at which place among a premise's atoms."""

    occurrence: int
    place: int


@dataclass(frozen=True, slots=True)
class Triple:
    """The logic of a triple: premises of the true, false and uncertain item in slot order.

    Where a slot holds the same premise in all three, it is one and the same object; `links` says
    of each slot which occurrence of a link it has, or none. `proofs` are minimal proofs of the
    query from the first and of its negation from the second.
    """

    query: Formula
    premises: tuple[tuple[Formula, ...], tuple[Formula, ...], tuple[Formula, ...]]
    links: tuple[Link | None, ...]
    atoms: tuple[Predicate, ...]
    proofs: tuple[Proof, Proof]


def draw_triple(params: Params, cell: Cell, rng: Random) -> Triple | None:
    """One attempt at a triple for the cell; None where it came out other than asked."""
    atoms = AtomSource()
    query, unrelated = _conclusions(cell.shape, rng, atoms)
    blocks = _three_blocks(params, cell, query, unrelated, rng, atoms)
    if blocks is None:
        return None
    slots: list[_Slot] = []
    for owner, (block, pairs) in enumerate(zip(blocks, _link_pairs(blocks, atoms), strict=True)):
        slots += _slots(owner, block, pairs)
    rng.shuffle(slots)
    found = [
        _block_proof(params, cell, slots, role, conclusion)
        for role, conclusion in enumerate((query, negate(query)))
    ]
    if found[0] is None or found[1] is None:
        return None
    true, false, uncertain = (tuple(slot.premises[role] for slot in slots) for role in range(3))
    return Triple(
        query=query,
        premises=(true, false, uncertain),
        links=tuple(slot.link for slot in slots),
        atoms=tuple(atoms.atoms),
        proofs=(found[0], found[1]),
    )


@dataclass(frozen=True, slots=True)
class _Slot:
    """One sentence's place: its block, its premise in each item, and which link occurrence."""

    owner: int
    premises: tuple[Formula, Formula, Formula]
    link: Link | None


def _block_proof(
    params: Params, cell: Cell, slots: list[_Slot], role: int, conclusion: Formula
) -> Proof | None:
    """The minimal proof from the wired block, if it has the cell's size.

    Searching the one block is enough, since no proof can use an unwired one; `verify` searches
    all premises again.
    """
    places = [place for place, slot in enumerate(slots) if slot.owner == role]
    block = [slots[place].premises[role] for place in places]
    by_steps = params.depth_measure == "steps"
    proof = minimal_proof(
        block,
        conclusion,
        forms=params.form_names,
        max_steps=cell.depth if by_steps else None,
    )
    if proof is None or (len(proof.steps) if by_steps else proof.height) != cell.depth:
        return None
    return proof.among(places, len(slots))


def _conclusions(shape: str, rng: Random, atoms: AtomSource) -> tuple[Formula, Formula]:
    """The query and the unrelated conclusion: same shape, same signs, other atoms."""
    signs = [rng.random() < 0.5, rng.random() < 0.5]

    def core() -> Formula:
        if "atom" in shape:
            return atoms()
        left, right = (atoms() if sign else Not(atoms()) for sign in signs)
        return Implies(left, right) if "conditional" in shape else Or(left, right)

    query, unrelated = core(), core()
    if shape.startswith("negated"):
        query = Not(query)
    return query, unrelated if rng.random() < 0.5 else Not(unrelated)


def _three_blocks(
    params: Params,
    cell: Cell,
    query: Formula,
    unrelated: Formula,
    rng: Random,
    atoms: AtomSource,
) -> tuple[Block, Block, Block] | None:
    """Blocks for the query, its contradictory and the unrelated conclusion.

    A form that concludes only plain compounds roots the block of the plain conclusion; the
    contradictory one is then rooted in one of the five general forms, with a link of equal signs.
    """
    contradictory = negate(query)
    if cell.root_form in FOR_ANY:
        main = _grown(params, query, cell.root_form, cell.depth, rng, atoms)
        if main is None:
            return None
        other = regrow(contradictory, main.skeleton, atoms)
        third = regrow(unrelated, main.skeleton, atoms)
        return (main, other, third) if other and third else None
    plain, negated = (
        (query, contradictory) if not isinstance(query, Not) else (contradictory, query)
    )
    main = _grown(params, plain, cell.root_form, cell.depth, rng, atoms)
    if main is None:
        return None
    core = unrelated.operand if isinstance(unrelated, Not) else unrelated
    third = regrow(core, main.skeleton, atoms)
    other = _partner(params, negated, main, cell.depth, rng, atoms)
    if other is None or third is None:
        return None
    return (main, other, third) if plain is query else (other, main, third)


def _grown(
    params: Params,
    conclusion: Formula,
    root_form: str,
    size: int,
    rng: Random,
    atoms: AtomSource,
) -> Block | None:
    return grow(conclusion, root_form, size, params.depth_measure, params.form_names, rng, atoms)


def _partner(
    params: Params,
    conclusion: Formula,
    main: Block,
    size: int,
    rng: Random,
    atoms: AtomSource,
) -> Block | None:
    """A block for a negated compound whose link has the signs of `main`'s."""
    wanted, length = link_signs(main), len(atoms.atoms)
    for _ in range(_PARTNER_TRIES):
        atoms.rewind(length)
        block = _grown(params, conclusion, rng.choice(FOR_ANY), size, rng, atoms)
        if block is not None and link_signs(block) == wanted:
            return block
    return None


_Versions = tuple[tuple[Predicate, Predicate], ...]


def _link_pairs(
    blocks: tuple[Block, Block, Block], atoms: AtomSource
) -> tuple[_Versions, _Versions, _Versions]:
    """What the two link slots of each block hold in the true, false and uncertain item.

    One wired pair and two unwired ones go round; the false item exchanges the first two blocks'
    pairs of the true item, the uncertain one the first and third.
    """
    wired = (blocks[0].link, blocks[0].link)
    first, second = (blocks[1].link, atoms()), (blocks[2].link, atoms())
    return (
        (wired, first, second),
        (first, wired, first),
        (second, second, wired),
    )


def _slots(owner: int, block: Block, pairs: _Versions) -> list[_Slot]:
    """The block's premises in the three items; one and the same object where nothing changes."""
    slots: list[_Slot] = []
    occurrence = 0
    for premise in block.premises:
        place = -1 if occurrence == 2 else place_of(block.link, premise)
        if place < 0:
            slots.append(_Slot(owner, (premise, premise, premise), None))
            continue
        versions: dict[Predicate, Formula] = {block.link: premise}
        for pair in pairs:
            atom = pair[occurrence]
            if atom not in versions:
                versions[atom] = _replace(premise, block.link, atom)
        true, false, uncertain = (versions[pair[occurrence]] for pair in pairs)
        slots.append(_Slot(owner, (true, false, uncertain), Link(occurrence, place)))
        occurrence += 1
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
