"""The arguments of a triple: for the query, against it, and for unrelated statements."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from engine.families.justlogic.atoms import AtomSource, Names, renamed
from engine.families.justlogic.blocks import Block, grow, regrow
from engine.families.justlogic.forms import FOR_ANY
from engine.families.justlogic.params import Cell, Params
from engine.logic import Binary, Formula, Implies, Not, Or, Predicate, negate
from engine.logic.proofs.proof import Proof, ProofStep, minimal_proof

_PARTNER_TRIES = 50
_OTHER_DEPTH = "the argument has another depth"
_NO_OPPOSITE = "no argument against it is as long and as high"


@dataclass(frozen=True, slots=True)
class Arguments:
    """A query with a block for it, one against it, and one or two with unrelated conclusions.

    There is either one unrelated block, in the shape of both; or a double of the first and then one
    of the second. `proofs` are those of the query and of its contradictory, equally long and high,
    from the premises of their blocks. Without doubles, the second proof has the first block's link,
    since the two exchange links. `atoms` are all atoms by number; `spare` are two that occur
    nowhere yet.
    """

    query: Formula
    blocks: tuple[Block, ...]
    proofs: tuple[Proof, Proof]
    spare: tuple[Predicate, Predicate]
    atoms: tuple[Predicate, ...]

    @property
    def has_doubles(self) -> bool:
        """Whether the blocks for and against the query have doubles."""
        return len(self.blocks) == 4


def draw_arguments(params: Params, cell: Cell, rng: Random) -> Arguments | str:
    """One attempt; returns the reason for rejection if it does not match the cell.

    Atoms are numbered at random: a name does not reveal where its atom was introduced.
    """
    atoms = AtomSource()
    signs = (rng.random() < 0.5, rng.random() < 0.5)
    query = _statement(cell.shape, signs, atoms)
    found = _Attempt(params, cell, rng, atoms).pro_and_contra(query)
    if isinstance(found, str):
        return found
    pro, contra = found
    conclusions = [_statement(cell.shape, signs, atoms)]
    if pro.block.skeleton is not contra.block.skeleton or pro.block.skeleton.link_is_beside:
        conclusions.append(negate(_statement(cell.shape, signs, atoms)))
    elif rng.random() < 0.5:
        conclusions = [negate(conclusions[0])]
    doubles = [
        _double(conclusion, like.block, atoms)
        for conclusion, like in zip(conclusions, found, strict=False)
    ]
    spare = (atoms(), atoms())
    names = atoms.shuffled(rng)
    taken_over = {contra.block.link.name: names[pro.block.link.name]} if len(doubles) == 1 else {}
    blocks = (pro.block, contra.block, *doubles)
    return Arguments(
        query=renamed(query, names),
        blocks=tuple([_renamed_block(block, names) for block in blocks]),
        proofs=(_renamed_proof(pro.proof, names), _renamed_proof(contra.proof, names | taken_over)),
        spare=(names[spare[0].name], names[spare[1].name]),
        atoms=tuple(atoms.atoms),
    )


def _statement(shape: str, signs: tuple[bool, bool], atoms: AtomSource) -> Formula:
    """A statement of a query shape about fresh atoms; in a compound they have these signs."""
    statement: Formula
    if "atom" in shape:
        statement = atoms()
    else:
        left, right = (atoms() if sign else Not(atoms()) for sign in signs)
        statement = Implies(left, right) if "conditional" in shape else Or(left, right)
    return Not(statement) if shape.startswith("negated") else statement


def _double(conclusion: Formula, block: Block, atoms: AtomSource) -> Block:
    """A block of the same skeleton, for an unrelated conclusion of a possible shape."""
    double = regrow(conclusion, block.skeleton, atoms)
    assert double is not None
    return double


class _Argument(NamedTuple):
    """A block and the minimal proof of its conclusion from its premises."""

    block: Block
    proof: Proof

    @property
    def size(self) -> tuple[int, int]:
        """Steps and height of the proof."""
        return len(self.proof.steps), self.proof.height


@dataclass(frozen=True, slots=True)
class _Attempt:
    """One attempt at the arguments for and against a query."""

    params: Params
    cell: Cell
    rng: Random
    atoms: AtomSource

    def pro_and_contra(self, query: Formula) -> tuple[_Argument, _Argument] | str:
        """Arguments for and against the query, with one skeleton if possible.

        If there are none, returns why the attempt is rejected.

        A form that concludes only plain compounds roots the argument for whichever of query and
        contradictory is plain; the other is argued for by one of the general forms.
        """
        is_general = self.cell.root_form in FOR_ANY
        is_turned = isinstance(query, Not) and not is_general
        conclusion = negate(query) if is_turned else query
        main = self.main(conclusion)
        if main is None:
            return _OTHER_DEPTH
        opposite = self.repeated if is_general else self.matched
        other = opposite(negate(conclusion), main)
        if other is None:
            return _NO_OPPOSITE
        return (other, main) if is_turned else (main, other)

    def main(self, conclusion: Formula) -> _Argument | None:
        """A random argument from the cell's root form, of the cell's depth."""
        depth = self.cell.depth
        by_steps = self.params.depth_measure == "steps"
        steps, height = (depth, None) if by_steps else (None, depth)
        block = self.grown(conclusion, self.cell.root_form, steps, height)
        argument = _proven(conclusion, block, self.params.form_names, steps)
        if argument is None or argument.size[0 if by_steps else 1] != depth:
            return None
        return argument

    def repeated(self, conclusion: Formula, main: _Argument) -> _Argument | None:
        """An argument of `main`'s skeleton, as long and as high."""
        block = regrow(conclusion, main.block.skeleton, self.atoms)
        return None if block is None else _Argument(block, _opposed(main, conclusion, block))

    def matched(self, conclusion: Formula, main: _Argument) -> _Argument | None:
        """An argument of another root form than `main`'s, as long and as high."""
        n_atoms = len(self.atoms.atoms)
        for _ in range(_PARTNER_TRIES):
            self.atoms.rewind(n_atoms)
            block = self.grown(conclusion, self.rng.choice(FOR_ANY), *main.size)
            if other := self.like(main, conclusion, block):
                return other
        return None

    def grown(
        self, conclusion: Formula, root_form: str, steps: int | None, height: int | None
    ) -> Block | None:
        """A random block of this size."""
        forms = self.params.form_names
        return grow(conclusion, root_form, steps, height, forms, self.rng, self.atoms)

    def like(self, main: _Argument, conclusion: Formula, block: Block | None) -> _Argument | None:
        """The block with its minimal proof, if that is as long and high as `main`'s."""
        other = _proven(conclusion, block, self.params.form_names, main.size[0])
        return other if other and other.size == main.size else None


def _proven(
    conclusion: Formula, block: Block | None, forms: tuple[str, ...], max_steps: int | None
) -> _Argument | None:
    """The block with its minimal proof, if that is short enough.

    Searching one block is enough: no proof can use an unwired block, and the wired double shares no
    atom with it. `verify` searches all premises again.
    """
    if block is None:
        return None
    proof = minimal_proof(block.premises, conclusion, forms=forms, max_steps=max_steps)
    return None if proof is None else _Argument(block, proof)


def _opposed(main: _Argument, conclusion: Formula, block: Block) -> Proof:
    """The minimal proof of the contradictory of `main`'s conclusion from `main`'s skeleton.

    It is `main`'s proof with the conclusion negated throughout. Argument forms are applied up to
    double negation and never look inside the conclusion, so a search would find the same steps.
    """
    core = conclusion.operand if isinstance(conclusion, Not) else conclusion
    names = {
        old.name: new for old, new in zip(main.block.introduced, block.introduced, strict=True)
    }

    def opposed(formula: Formula) -> Formula:
        if formula == core:
            return Not(core)
        if isinstance(formula, Predicate):
            return names[formula.name]
        if isinstance(formula, Not):
            return negate(opposed(formula.operand))
        assert isinstance(formula, Binary)
        return type(formula)(opposed(formula.left), opposed(formula.right))

    proof = main.proof
    steps = [ProofStep(opposed(step.formula), step.form, step.sources) for step in proof.steps]
    return Proof(tuple(steps), proof.height, proof.n_premises)


def _renamed_proof(proof: Proof, names: Names) -> Proof:
    steps = [ProofStep(renamed(s.formula, names), s.form, s.sources) for s in proof.steps]
    return Proof(tuple(steps), proof.height, proof.n_premises)


def _renamed_block(block: Block, names: Names) -> Block:
    premises = tuple([renamed(premise, names) for premise in block.premises])
    introduced = tuple([names[atom.name] for atom in block.introduced])
    return Block(block.skeleton, premises, introduced)
