"""Compile an argument into nested functions, for evaluation in many structures.

A large evaluation evaluates a formula in millions of structures, so it is compiled once. This
reimplements the evaluator of `engine.logic.first_order.structures`; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.grade.formulas.key import parse_kept, symbols_of
from engine.grade.formulas.worlds import Vocabulary
from engine.logic import (
    And,
    Binary,
    Equals,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Top,
    Variable,
    Xor,
    show,
)
from engine.logic.first_order.structures import Signature, Structure

_World = list[Any]
"""The domain, denotations of names, extensions, and the elements of the variables in scope.

The compiler knows what each place holds, which no list type can express.
"""
_Places = Mapping[str | Signature | Variable, int]
"""The place of each symbol in a world."""
_Truth = Callable[[_World], bool]


@dataclass(frozen=True, slots=True)
class Argument:
    """Premises and a conclusion, closed formulas, with their symbols."""

    premises: tuple[Formula, ...]
    conclusion: Formula
    vocabulary: Vocabulary
    _premises: tuple[_Truth, ...]
    _conclusion: _Truth
    _variables: tuple[int, ...]  # the largest number in scope at once

    def first_false_premise(self, structure: Structure) -> int | None:
        """The index of the first premise that is false in a structure; None if all are true."""
        world = self._world(structure)
        for index, is_true in enumerate(self._premises):
            if not is_true(world):
                return index
        return None

    def is_conclusion_true(self, structure: Structure) -> bool:
        """Whether the conclusion is true in a structure."""
        return self._conclusion(self._world(structure))

    def _world(self, structure: Structure) -> _World:
        return [
            range(structure.size),
            *[structure.constants[name] for name in self.vocabulary.names],
            *[structure.predicates[key] for key in self.vocabulary.predicates],
            *self._variables,
        ]

    def __str__(self) -> str:
        return f"{', '.join(map(show, self.premises))} ∴ {show(self.conclusion)}"


@lru_cache(maxsize=4096)
def argument(premises: tuple[str, ...], conclusion: str) -> Argument:
    """The argument of formulas in the notation of `engine.logic`."""
    formulas = [parse_kept(text) for text in (*premises, conclusion)]
    vocabulary = symbols_of(formulas)
    known: list[str | Signature] = [*vocabulary.names, *vocabulary.predicates]
    places: _Places = {name: place for place, name in enumerate(known, start=1)}
    compiled = [_compiled(formula, places, len(known) + 1) for formula in formulas]
    return Argument(
        tuple(formulas[:-1]),
        formulas[-1],
        vocabulary,
        tuple(compiled[:-1]),
        compiled[-1],
        (0,) * max(formula.depth for formula in formulas),
    )


def _compiled(node: Formula, places: _Places, free: int) -> _Truth:
    """The function that evaluates the node; `free` is the first unused place."""
    match node:
        case Predicate():
            return _atom(node, places)
        case Not(operand=operand):
            inner = _compiled(operand, places, free)
            return lambda world: not inner(world)
        case Binary(left=left, right=right):
            return _joined(
                type(node), _compiled(left, places, free), _compiled(right, places, free)
            )
        case Equals(left=left, right=right):
            one, other = (places[t if isinstance(t, Variable) else t.name] for t in (left, right))
            return lambda world: bool(world[one] == world[other])
        case Quantified(variable=variable, body=body):
            inner = _compiled(body, {**places, variable: free}, free + 1)
            return _quantified(isinstance(node, Forall), free, inner)
        case _:
            is_true = isinstance(node, Top)
            return lambda world: is_true


def _joined(kind: type[Formula], left: _Truth, right: _Truth) -> _Truth:
    joined: dict[type[Formula], _Truth] = {
        And: lambda world: left(world) and right(world),
        Or: lambda world: left(world) or right(world),
        Implies: lambda world: not left(world) or right(world),
        Iff: lambda world: left(world) == right(world),
        Xor: lambda world: left(world) != right(world),
    }
    return joined[kind]


def _quantified(is_universal: bool, place: int, body: _Truth) -> _Truth:
    def is_true(world: _World) -> bool:
        for element in world[0]:
            world[place] = element
            if body(world) != is_universal:
                return not is_universal
        return is_universal

    return is_true


def _atom(atom: Predicate, places: _Places) -> _Truth:
    rows = places[atom.name, len(atom.args)]
    terms = [places[term if isinstance(term, Variable) else term.name] for term in atom.args]
    if len(terms) == 1:
        [only] = terms
        return lambda world: (world[only],) in world[rows]
    if len(terms) == 2:
        first, second = terms
        return lambda world: (world[first], world[second]) in world[rows]
    return lambda world: tuple([world[term] for term in terms]) in world[rows]
