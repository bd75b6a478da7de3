"""Arguments grown backwards from their conclusion, recorded so that they can be regrown.

A skeleton lists the choices made while growing: which leaf was expanded, by which form, with which
signs. Growing it from another conclusion gives a block of identical shape.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import NamedTuple

from engine.families.justlogic.atoms import atom_names
from engine.families.justlogic.forms import BACKWARD, FOR_ANY, applies, special_forms
from engine.logic.propositional.literals import denied
from engine.logic.syntax import Binary, Formula, Implies, Not, Or, Predicate

_SPECIAL_WEIGHT = 4
"""How much likelier a compound premise is concluded by a form of its own (hypothetical syllogism,
constructive dilemma …) than by a general form, which nests it one level deeper.
"""

MAX_NESTING = 2
"""Most connectives nested in a premise of the sound recipe, not counting negation."""


_FOR_LITERALS = ("exclusive_disjunctive_syllogism",)

_ONLY_UNDER = {
    # elsewhere a contraposed premise saves a step: modus tollens for contraposition and ponens
    "contraposition": (
        "disjunction_elimination",
        "constructive_dilemma",
        "destructive_dilemma",
    ),
    # under reductio ad absurdum, two biconditionals would contradict each other
    "biconditional_elimination": (
        "modus_ponens",
        "modus_tollens",
        "disjunction_elimination",
        "constructive_dilemma",
        "destructive_dilemma",
    ),
}


class Expansion(NamedTuple):
    """Leaf number `leaf` was concluded by `form`; `signs` are those of the fresh literals."""

    leaf: int
    form: str
    signs: tuple[bool, ...]


class Occurrence(NamedTuple):
    """Where an atom occurs: the premise of its block, and the position among its atoms."""

    premise: int
    place: int


@dataclass(frozen=True, slots=True)
class Skeleton:
    """How an argument grows, whatever its conclusion.

    Of the atoms it introduces, number `link` holds the argument together by its two `occurrences`.
    `link_is_beside`: a premise with the link also has an atom of the conclusion, so its shape
    depends on the conclusion's signs.
    """

    expansions: tuple[Expansion, ...]
    link: int
    occurrences: tuple[Occurrence, Occurrence]
    link_is_beside: bool


class Block(NamedTuple):
    """An argument: its premises in the order they grew, and the atoms it introduced."""

    skeleton: Skeleton
    premises: tuple[Formula, ...]
    introduced: tuple[Predicate, ...]

    @property
    def link(self) -> Predicate:
        """The atom that links the premises."""
        return self.introduced[self.skeleton.link]


class _Growth:
    """A growing argument: its premises so far by number, and the fresh atoms in order."""

    def __init__(self, conclusion: Formula, fresh_atom: Callable[[], Predicate]) -> None:
        self.fresh_atom = fresh_atom
        self.leaves: dict[int, Formula] = {0: conclusion}
        self.introduced: list[Predicate] = []
        self.expansions: list[Expansion] = []
        self.next_number = 1

    def expand(self, number: int, form: str, draw_sign: Callable[[], bool]) -> range:
        """Conclude a leaf by a form that fits; returns the numbers of the new leaves."""
        signs: list[bool] = []

        def fresh() -> Formula:
            atom = self.fresh_atom()
            self.introduced.append(atom)
            signs.append(draw_sign())
            return atom if signs[-1] else denied(atom.name)

        first = self.next_number
        for premise in BACKWARD[form](self.leaves.pop(number), fresh):
            self.leaves[self.next_number] = premise
            self.next_number += 1
        self.expansions.append(Expansion(number, form, tuple(signs)))
        return range(first, self.next_number)

    def finish(self, skeleton: Skeleton) -> Block:
        """The grown argument as a block."""
        return Block(skeleton, tuple(self.leaves.values()), tuple(self.introduced))


def grow(
    conclusion: Formula,
    root_form: str,
    steps: int | None,
    height: int | None,
    forms: tuple[str, ...],
    rng: Random,
    fresh_atom: Callable[[], Predicate],
) -> Block | None:
    """A random block with this number of steps, this height, or both; None at a dead end.

    Without a number of steps, each step is higher than the one before. `root_form` is one of the
    basic forms, all of which introduce a fresh atom.
    """

    def sign() -> bool:
        return rng.random() < 0.5

    growth = _Growth(conclusion, fresh_atom)
    expansions = growth.expansions
    levels, levels_of_fresh = {0: 0}, list[int]()
    legal: dict[int, Sequence[str]] = {0: (root_form,)}
    top = 0
    while len(expansions) < steps if steps is not None else top != height:
        numbers = list(legal)
        if height is not None:
            must_rise = steps is None or steps - len(expansions) <= height - top
            numbers = [
                n for n in numbers if (levels[n] == top if must_rise else levels[n] < height)
            ]
        if not numbers:
            return None
        number = rng.choice(numbers)
        form = rng.choice(legal.pop(number))
        level = levels[number] + 1
        top = max(top, level)
        for leaf in growth.expand(number, form, sign):
            levels[leaf] = level
            if choices := _legal(growth.leaves[leaf], form, forms):
                legal[leaf] = choices
        levels_of_fresh += [level] * len(expansions[-1].signs)
    return growth.finish(_skeleton(growth, levels_of_fresh, set(atom_names(conclusion))))


def regrow(
    conclusion: Formula, skeleton: Skeleton, fresh_atom: Callable[[], Predicate]
) -> Block | None:
    """Grow a skeleton from another conclusion; None if a form does not apply."""
    growth = _Growth(conclusion, fresh_atom)
    for leaf, form, signs in skeleton.expansions:
        if not applies(form, growth.leaves[leaf]):
            return None
        growth.expand(leaf, form, iter(signs).__next__)
    return growth.finish(skeleton)


def _skeleton(growth: _Growth, levels_of_fresh: list[int], asked: set[str]) -> Skeleton:
    """The skeleton, linked by the deepest fresh atom that shares no premise with the conclusion.

    If there is none, the deepest fresh atom is the link; ties go to the first. `asked` are the
    names of the conclusion's atoms.
    """
    held = [atom_names(leaf) for leaf in growth.leaves.values()]
    beside = {name for names in held if not asked.isdisjoint(names) for name in names}
    fresh = [atom.name for atom in growth.introduced]
    link = max(
        range(len(fresh)),
        key=lambda number: (fresh[number] not in beside, levels_of_fresh[number], -number),
    )
    first, second = (
        Occurrence(premise, names.index(fresh[link]))
        for premise, names in enumerate(held)
        if fresh[link] in names
    )
    return Skeleton(
        expansions=tuple(growth.expansions),
        link=link,
        occurrences=(first, second),
        link_is_beside=fresh[link] in beside,
    )


def _nesting(formula: Formula) -> int:
    if isinstance(formula, Not):
        return _nesting(formula.operand)
    if isinstance(formula, Binary):
        return 1 + _nesting(formula.left) + _nesting(formula.right)
    return 0


def _legal(formula: Formula, parent: str, forms: tuple[str, ...]) -> Sequence[str]:
    """The forms that may conclude a premise of a `parent` form, repeated by weight."""
    match formula:
        case Predicate() | Not(operand=Predicate()):
            return _literal_forms(forms)
        case Implies() | Or():
            is_full = _nesting(formula) >= MAX_NESTING
            return _compound_forms(special_forms(formula), is_full, parent, forms)
        case _:
            return ()


@lru_cache(maxsize=8)
def _literal_forms(forms: tuple[str, ...]) -> tuple[str, ...]:
    return (*FOR_ANY, *(form for form in _FOR_LITERALS if form in forms))


@lru_cache(maxsize=256)
def _compound_forms(
    special: tuple[str, ...], is_full: bool, parent: str, forms: tuple[str, ...]
) -> tuple[str, ...]:
    """The forms for a compound with these special forms; if `is_full` it must nest no deeper."""
    own = [f for f in special if f in forms and parent in _ONLY_UNDER.get(f, (parent,))]
    return tuple(own) if is_full else (*own * _SPECIAL_WEIGHT, *FOR_ANY)
