"""Pairs of an argument of one step and what one edit makes of it, from which a list is chosen.

`benchmarks/logicasker_twins.py` chooses (`twins` has the list). Letters of a rule stand for one
statement or for a compound of two or three, which may have statements of each other: then a letter
can change places with another, and what does not follow counts the same as what does. So many of
the edits taken are such that connectives, quantifiers and ¬ stay as many on either side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from engine.families.logicasker.arguments import Rejected, Sound, instance_of
from engine.families.logicasker.asked import fallacy
from engine.families.logicasker.contrast import signs_of
from engine.families.logicasker.edits import Edit, edited, edits, n_idle
from engine.families.logicasker.fresh import Fresh
from engine.families.logicasker.looks import Formulas
from engine.families.logicasker.roots import Root, as_asked, askable
from engine.logic import And, Formula, Iff, Implies, Not, Or, Predicate, Standing, atoms, postorder
from engine.logic.judging import our_standing
from engine.logic.lifting import Schema
from engine.logic.proofs.instances import FIRST, SECOND
from engine.logic.refuting import fault_of_contradiction
from engine.logic.skills import Problem, leaves

ARGUMENTS, FALLACIES = 40, 120
"""Arguments that are taken of a leaf; of a fallacy more, for each has one edit alone."""
_TRIES = 6
"""Candidates for each of them at most."""
_MOST_ATOMS = 11
_EACH = 3
"""Edits of each argument that change no count, and as many that do."""
_CONTRADICTIONS, _REFUTED = 8, 14
"""Contradictions of each argument, and how many refuted conclusions are looked at for them."""

_SIMPLE = 0.5
"""How often a letter stands for one statement."""
_SHARED = (0.1, 0.35)
"""How often it has a statement that another letter has."""
_OF_THREE = (0.0, 0.15)
"""How often it stands for a compound of three statements, which are the same for all letters."""
_ALIKE = {False: 0.25, True: 0.75}
"""How often letters are put together alike; of fallacies, which exchange letters, mostly."""
_CONNECTIVES = (And, And, And, Or, Or, Or, Implies, Implies, Iff)


class Pair(NamedTuple):
    """A sound argument and what `edit` makes of it, by a schema of a leaf."""

    form: str
    edit: str
    sound: Formulas
    edited: Formulas


class _Compounds(Fresh):
    """Letters that stand for compounds of new symbols and of those that other letters have.

    Where they are `alike`, all are put together in one way.
    """

    def __init__(self, rng: Random, alike: bool) -> None:
        super().__init__(rng)
        self._known: list[Predicate] = []
        self._three: dict[int, list[Formula]] = {}
        self._shared, self._of_three = rng.choice(_SHARED), rng.choice(_OF_THREE)
        self._way = rng.getrandbits(32) if alike else None

    def _literal(self, places: int, may_be_negated: bool) -> Formula:
        way = Random(self._way) if self._way is not None else self.rng
        kind = way.random()
        if kind < _SIMPLE:
            atom = self._atom(places)
            return Not(atom) if may_be_negated and way.random() < 0.5 else atom
        if kind < _SIMPLE + self._of_three:
            return self._compound_of_three(places, way)
        left, right = self._signed(places, way), self._signed(places, way)
        if set(atoms(left)) == set(atoms(right)):
            return next(iter(atoms(left)))
        return way.choice(_CONNECTIVES)(left, right)

    def _compound_of_three(self, places: int, way: Random) -> Formula:
        if places not in self._three:
            self._three[places] = [self._signed(places, self.rng, is_new=True) for _ in range(3)]
        one, two, three = self.rng.sample(self._three[places], 3)
        outer, inner = (And, Or) if way.random() < 0.5 else (Or, And)
        return outer(one, inner(two, three))

    def _signed(self, places: int, way: Random, is_new: bool = False) -> Formula:
        atom = self._atom(places, is_new)
        return Not(atom) if way.random() < 0.4 else atom

    def _atom(self, places: int, is_new: bool = False) -> Predicate:
        known = [atom for atom in self._known if len(atom.args) == places]
        if known and not is_new and self.rng.random() < self._shared:
            return self.rng.choice(known)
        kind, args = (("p", ()), ("P", (FIRST,)), ("R", (FIRST, SECOND)))[places]
        atom = Predicate(self.name(kind), args)
        self._known.append(atom)
        return atom


def pairs(leaf: str, rng: Random, rejected: Counter[str]) -> Iterator[Pair]:
    """Pairs of a leaf; what is no item is counted in `rejected` by its reason."""
    skill, problem = leaves()[leaf]
    for schema, sound in _arguments(leaf, rng, rejected):
        formulas = (*sound.premises, sound.conclusion)
        if skill.is_fallacy:
            try:
                asked = fallacy(sound)
            except Rejected as reason:
                rejected[str(reason)] += 1
            else:
                yield Pair(schema, asked.edit, formulas, (*asked.premises, asked.query))
            continue
        possible = list(edits(formulas, sound.next_names, range(len(formulas))))
        rng.shuffle(possible)
        choose = _refuting if problem is Problem.CONTRADICTION else _leaving_open
        for edit in choose(formulas, possible, rejected):
            yield Pair(schema, edit.name, formulas, edited(formulas, edit))


def _arguments(leaf: str, rng: Random, rejected: Counter[str]) -> Iterator[tuple[str, Sound]]:
    """Different sound arguments of a leaf, each with the key of its schema."""
    is_fallacy = leaves()[leaf][0].is_fallacy
    wanted = FALLACIES if is_fallacy else ARGUMENTS
    seen: set[Formulas] = set()
    for _ in range(_TRIES * wanted):
        schema = rng.choice(askable(leaf))
        fresh = _Compounds(rng, rng.random() < _ALIKE[is_fallacy])
        try:
            sound = instance_of(Root(schema, None), fresh, _shuffled(schema, rng))
        except Rejected as reason:
            rejected[str(reason)] += 1
            continue
        formulas = (*sound.premises, sound.conclusion)
        if _says_nothing_more(schema, formulas):
            rejected["a part joined to itself"] += 1
        elif formulas not in seen and n_atoms(formulas) <= _MOST_ATOMS:
            seen.add(formulas)
            yield schema.key, sound
        if len(seen) == wanted:
            return


def _says_nothing_more(schema: Schema, formulas: Formulas) -> bool:
    """Whether a part is joined to itself or to its negation where the rule does not do so."""
    root = as_asked(schema)
    return sum(map(n_idle, formulas)) > sum(map(n_idle, (*root.premises, root.conclusion)))


def _shuffled(schema: Schema, rng: Random) -> Sequence[int]:
    places = range(len(as_asked(schema).premises))
    return rng.sample(places, len(places))


def _refuting(
    formulas: Formulas, possible: Sequence[Edit], rejected: Counter[str]
) -> Iterator[Edit]:
    """Edits by which premises refute the conclusion in one step."""
    refuted = (
        edit
        for edit in possible
        if our_standing((made := edited(formulas, edit))[:-1], made[-1]) is Standing.REFUTED
    )
    found = 0
    for edit in islice(refuted, _REFUTED):
        *premises, query = edited(formulas, edit)
        fault = fault_of_contradiction(premises, query, 1)
        if fault is not None:
            rejected[fault] += 1
        elif found < _CONTRADICTIONS:
            found += 1
            yield edit


def _leaving_open(
    formulas: Formulas, possible: Sequence[Edit], rejected: Counter[str]
) -> Iterator[Edit]:
    """Edits by which counts stay as they are, and others."""
    missing = {True: _EACH, False: _EACH}
    own = _counts(formulas)
    for edit in possible:
        made = edited(formulas, edit)
        is_same = _counts(made) == own
        if not missing[is_same] or n_atoms(made) > _MOST_ATOMS + 1:
            continue
        if our_standing(made[:-1], made[-1]) is not Standing.UNDETERMINED:
            rejected["not left open"] += 1
            continue
        yield edit
        missing[is_same] -= 1
        if not any(missing.values()):
            return


def _counts(formulas: Formulas) -> tuple[Counter[str], Counter[str]]:
    """How many of each sign there are on either side."""
    return signs_of(formulas[:-1]), signs_of(formulas[-1:])


def n_atoms(formulas: Sequence[Formula]) -> int:
    """How many statements formulas join."""
    return sum(isinstance(node, Predicate) for one in formulas for node in postorder(one))
