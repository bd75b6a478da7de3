"""The sound recipe: padded triples in English.

A triple is one statement with three passages, in which it is true, false and uncertain;
`one_time_pad` says why none of them gives the label away. All three have the same sentences except
where joints fit or not. Triples of one contrast share the skeleton of their blocks and those
joints, but no sentences, so that their answers are independent; they differ in the distractors.

How many fillers there are goes by the mean length of each clause and its negation. So it depends on
which clauses the premises hold, never on their signs, directions or wordings.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.core.seeding import group_rng
from engine.decide.draft import ProofDraft
from engine.families.justlogic.one_time_pad import Display, Literal, Pick
from engine.families.justlogic.params import Cell, Params, sound_cell
from engine.families.justlogic.plain import mean_words, patterns
from engine.families.justlogic.premises import (
    LABELS,
    Atoms,
    Slot,
    core,
    distractors,
    drawn_pick,
    filler,
    in_order,
)
from engine.families.justlogic.steps import proof_of
from engine.language import Proposition
from engine.language.drawing import Drawing, Measured
from engine.language.expressions import Form
from engine.logic import And, Formula, Implies, Not, Or
from engine.logic.proofs.proof import Proof
from engine.logic.propositional.literals import denied, proposition

_LONGEST_CLAUSE = 11
"""Words: two such clauses and a connective stay within thirty."""
_STATEMENT = 0


def sound_drafts(
    family: str, version: int, params: Params, canonical: str, seed: int, group: int
) -> tuple[ProofDraft, ...]:
    """Draft the true, false and uncertain item of one triple.

    Raises:
        InputError: the source has too few propositions.
    """
    cell = sound_cell(params, group)
    shared = group_rng(family, version, canonical, seed, -1 - cell.contrast)
    pick = drawn_pick(cell.argument.skeleton, shared)
    return _Triple(params, cell, pick, group_rng(family, version, canonical, seed, group)).drafts()


class _Triple:
    """A triple in the making."""

    def __init__(self, params: Params, cell: Cell, pick: Pick, rng: Random) -> None:
        self._cell, self._is_varied = cell, params.wording == "varied"
        longest = _LONGEST_CLAUSE if params.source == "bank" else None
        self._draw = Drawing(params.source, longest)
        self._drawn: list[Measured] = []
        self._statement = Literal(_STATEMENT, rng.random() < 0.5)
        atoms = Atoms()
        self._core = core(cell.argument, pick, self._statement, atoms, rng)
        blocks = [*self._core, *distractors(cell.distractors, self._statement, atoms, rng)]
        self._drawn = [self._draw(rng) for _ in range(atoms.n)]
        n_words = sum([self._n_words(slot) for block in blocks for slot in block.path])
        fillers = list(self._fillers(params.words - n_words, atoms, rng))
        self._slots = in_order(blocks, fillers, params.order, rng)
        names = [f"p{number}" for number in range(1, len(self._drawn) + 1)]
        rng.shuffle(names)
        self._atoms = [(denied(name), proposition(name)) for name in names]
        self._names = names

    def _n_words(self, slot: Slot) -> float:
        """The mean length of a slot's sentence, whatever the signs, display and wording."""
        display = slot.displays[0]
        form = Form.DISJUNCTION if display.form is Form.INCOMPATIBLE else display.form
        length = mean_words(form, self._is_varied)
        if form is Form.DISJUNCTION:
            length = (length + mean_words(Form.INCOMPATIBLE, self._is_varied)) / 2
        return length + sum(self._drawn[one.atom].n_words for one in display.literals)

    def _fillers(self, n_words: float, atoms: Atoms, rng: Random) -> Iterator[Slot]:
        """Isolated sentences until fewer words are left than half of the next one has."""
        while True:
            slot = filler(atoms, rng)
            self._drawn += [self._draw(rng) for _ in slot.displays[0].literals]
            length = self._n_words(slot)
            if n_words < length / 2:
                del self._drawn[-len(slot.displays[0].literals) :]
                return
            n_words -= length
            yield slot

    def drafts(self) -> tuple[ProofDraft, ...]:
        """The three items."""
        cell, argument = self._cell, self._cell.argument
        premises, passages = self._premises()
        proofs = [self._proof(member) for member in range(2)]
        symbols = [m.proposition.symbol(n) for n, m in zip(self._names, self._drawn, strict=True)]
        symbols.sort(key=lambda symbol: int(symbol.atom[1:]))
        query, question = (
            self._says(self._statement),
            self._sentence(Slot((Display(Form.BASIC, (self._statement,)),), 0.0), 0),
        )
        return tuple(
            ProofDraft(
                role=label.value,
                split=cell.split,
                passage=tuple(passages[member]),
                question=question,
                symbols=tuple(symbols),
                premises=tuple(premises[member]),
                query=query,
                intended=label,
                proof=proofs[member] if member < 2 else None,
                depth=argument.skeleton.steps,
                height=proofs[0].height,
                query_shape="atom" if self._statement.sign else "negated atom",
                by_clauses=True,
                structure=argument.structure,
                distractors=str(cell.distractors),
                contrast=f"distractors {cell.contrast}",
            )
            for member, label in enumerate(LABELS)
        )

    def _premises(self) -> tuple[list[list[Formula]], list[list[str]]]:
        """Formulas and sentences of the three passages; what they share is one object."""
        premises: list[list[Formula]] = [[], [], []]
        passages: list[list[str]] = [[], [], []]
        for slot in self._slots:
            made: dict[int, tuple[Formula, str]] = {}
            for member, display in enumerate(slot.displays):
                found = made.get(id(display))
                if found is None:
                    found = self._formula(display), self._sentence(slot, member)
                    made[id(display)] = found
                premises[member].append(found[0])
                passages[member].append(found[1])
        return premises, passages

    def _says(self, literal: Literal) -> Formula:
        return self._atoms[literal.atom][literal.sign]

    def _formula(self, display: Display) -> Formula:
        parts = [self._atoms[atom][sign] for atom, sign in display.literals]
        match display.form:
            case Form.CONDITIONAL:
                return Implies(*parts)
            case Form.DISJUNCTION:
                return Or(*parts)
            case Form.INCOMPATIBLE:
                return Not(And(*parts))
            case _:
                return parts[0]

    def _sentence(self, slot: Slot, member: int) -> str:
        display = slot.displays[member]
        chosen = patterns(display.form, self._is_varied)
        return chosen[int(slot.draw * len(chosen))].filled(
            [_clause(self._drawn[atom].proposition, sign) for atom, sign in display.literals]
        )

    def _proof(self, member: int) -> Proof:
        """The proof that decides the true item, by the first block, or the false, by the second."""
        block = self._core[member]
        number = {id(slot): place for place, slot in enumerate(self._slots)}
        return proof_of(
            block.skeleton,
            block.clauses[member],
            [slot.displays[member] for slot in block.path],
            [number[id(slot)] for slot in block.path],
            len(self._slots),
            self._says,
        )


def _clause(meaning: Proposition, sign: bool) -> str:
    return meaning.text if sign else meaning.negation
