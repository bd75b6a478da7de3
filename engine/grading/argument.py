"""An argument made ready to be looked at in many structures: each formula as nested functions.

A structure is looked at millions of times in a large evaluation, a formula compiled once. This is
the evaluator of `engine.logic.structures` over again, in another way; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.grading.key import parse_kept, symbols_of
from engine.grading.worlds import Vocabulary
from engine.logic import (
    MAX_DEPTH,
    And,
    Binary,
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
from engine.logic.structures import Signature, Structure

_Env = list[int]  # the element of each variable in scope, by its place
_Scope = Mapping[Variable, int]  # those places
_Truth = Callable[[Structure, _Env], bool]


@dataclass(frozen=True, slots=True)
class Argument:
    """Premises and a conclusion, closed formulas, with their symbols."""

    premises: tuple[Formula, ...]
    conclusion: Formula
    vocabulary: Vocabulary
    _premises: tuple[_Truth, ...]
    _conclusion: _Truth

    def first_false_premise(self, structure: Structure) -> int | None:
        """The index of the first premise that is false in a structure; None if all are true."""
        for index, is_true in enumerate(self._premises):
            if not is_true(structure, [0] * MAX_DEPTH):
                return index
        return None

    def is_conclusion_true(self, structure: Structure) -> bool:
        """Whether the conclusion is true in a structure."""
        return self._conclusion(structure, [0] * MAX_DEPTH)

    def __str__(self) -> str:
        return f"{', '.join(map(show, self.premises))} ∴ {show(self.conclusion)}"


@lru_cache(maxsize=4096)
def argument(premises: tuple[str, ...], conclusion: str) -> Argument:
    """The argument that formulas in the house's notation make."""
    formulas = [parse_kept(text) for text in (*premises, conclusion)]
    compiled = [_compiled(formula, {}, 0) for formula in formulas]
    return Argument(
        tuple(formulas[:-1]),
        formulas[-1],
        symbols_of(formulas),
        tuple(compiled[:-1]),
        compiled[-1],
    )


def _compiled(node: Formula, scope: _Scope, depth: int) -> _Truth:
    """The function that says whether the node is true; `depth` quantifiers are around it."""
    match node:
        case Predicate():
            return _atom(node, scope)
        case Not(operand=operand):
            inner = _compiled(operand, scope, depth)
            return lambda structure, env: not inner(structure, env)
        case Binary(left=left, right=right):
            sides = _compiled(left, scope, depth), _compiled(right, scope, depth)
            return _joined(type(node), *sides)
        case Quantified(variable=variable, body=body):
            inner = _compiled(body, {**scope, variable: depth}, depth + 1)
            return _quantified(isinstance(node, Forall), depth, inner)
        case _:
            is_true = isinstance(node, Top)
            return lambda structure, env: is_true


def _joined(kind: type[Formula], left: _Truth, right: _Truth) -> _Truth:
    joined: dict[type[Formula], _Truth] = {
        And: lambda structure, env: left(structure, env) and right(structure, env),
        Or: lambda structure, env: left(structure, env) or right(structure, env),
        Implies: lambda structure, env: not left(structure, env) or right(structure, env),
        Iff: lambda structure, env: left(structure, env) == right(structure, env),
        Xor: lambda structure, env: left(structure, env) != right(structure, env),
    }
    return joined[kind]


def _quantified(is_universal: bool, place: int, body: _Truth) -> _Truth:
    def is_true(structure: Structure, env: _Env) -> bool:
        for element in range(structure.size):
            env[place] = element
            if body(structure, env) != is_universal:
                return not is_universal
        return is_universal

    return is_true


def _atom(atom: Predicate, scope: _Scope) -> _Truth:
    key = atom.name, len(atom.args)
    terms = [scope[t] if isinstance(t, Variable) else t.name for t in atom.args]
    if all(isinstance(term, int) for term in terms):
        return _of_variables(key, [term for term in terms if isinstance(term, int)])

    def is_true(structure: Structure, env: _Env) -> bool:
        named = structure.constants
        row = tuple([env[term] if isinstance(term, int) else named[term] for term in terms])
        return row in structure.predicates[key]

    return is_true


def _of_variables(key: Signature, places: list[int]) -> _Truth:
    """An atom without names, of which there are the most instances."""
    if len(places) == 1:
        only = places[0]
        return lambda structure, env: (env[only],) in structure.predicates[key]
    if len(places) == 2:
        first, second = places
        return lambda structure, env: (env[first], env[second]) in structure.predicates[key]
    return lambda structure, env: tuple([env[p] for p in places]) in structure.predicates[key]
