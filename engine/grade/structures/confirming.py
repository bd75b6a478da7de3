"""Z3's independent check that a structure is a countermodel of an argument.

For each argument and domain size, "the premises hold and the conclusion does not" is given to Z3
once, as a formula over ground atoms. A structure then substitutes true and false for the atoms, and
Z3 simplifies. This is fast enough to check every answer about to be graded right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from threading import Lock
from typing import Any

import z3

from engine.grade.structures.argument import Argument
from engine.logic import (
    And,
    Binary,
    Constant,
    Equals,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Term,
    Top,
    Variable,
    Xor,
)
from engine.logic.first_order.structures import Structure

_z3: Any = z3  # the binding carries no types

_Env = Mapping[Variable, int]


def is_countermodel_for_z3(asked: Argument, structure: Structure) -> bool:
    """Whether all premises are true in the structure and the conclusion is false."""
    return _ground(asked, structure.size).is_true(structure)


@lru_cache(maxsize=2048)
def _ground(asked: Argument, size: int) -> _Ground:
    return _Ground(asked, size)


class _Ground:
    """One argument over one domain, as a Z3 formula over its ground atoms."""

    def __init__(self, asked: Argument, size: int) -> None:
        self._size = size
        self._context = _z3.Context()
        self._lock = Lock()  # a Z3 context serves one thread at a time
        self._atoms: dict[tuple[str, tuple[int, ...]], Any] = {}
        self._names: dict[tuple[str, int], Any] = {}
        self._yes = _z3.BoolVal(True, self._context)
        self._no = _z3.BoolVal(False, self._context)
        parts = [self._term(premise, {}) for premise in asked.premises]
        parts.append(_z3.Not(self._term(asked.conclusion, {})))
        self._formula = _z3.And(*parts)
        replaced = [*self._atoms.values(), *self._names.values()]
        # `z3.substitute` checks each pair again every time, which takes four times as long
        self._places = (_z3.Ast * len(replaced))(*[atom.as_ast() for atom in replaced])

    def is_true(self, structure: Structure) -> bool:
        rows, yes, no = structure.predicates, self._yes.as_ast(), self._no.as_ast()
        truths = [yes if row in rows[name, len(row)] else no for name, row in self._atoms]
        truths += [
            yes if structure.constants[name] == element else no for name, element in self._names
        ]
        many = len(truths)
        with self._lock:
            replaced = _z3.Z3_substitute(
                self._context.ref(),
                self._formula.as_ast(),
                many,
                self._places,
                (_z3.Ast * many)(*truths),
            )
            return bool(_z3.is_true(_z3.simplify(_z3.BoolRef(replaced, self._context))))

    def _term(self, node: Formula, env: _Env) -> Any:
        match node:
            case Predicate(name=name, args=args):
                return self._of_elements(args, env, partial(self._atom, name))
            case Equals(left=left, right=right):
                return self._of_elements((left, right), env, self._are_same)
            case Not(operand=operand):
                return _z3.Not(self._term(operand, env))
            case Binary(left=left, right=right):
                return _JOINED[type(node)](self._term(left, env), self._term(right, env))
            case Quantified(variable=variable, body=body):
                parts = [self._term(body, {**env, variable: e}) for e in range(self._size)]
                return (_z3.And if isinstance(node, Forall) else _z3.Or)(*parts)
            case _:
                return self._yes if isinstance(node, Top) else self._no

    def _of_elements(
        self, args: Sequence[Term], env: _Env, of: Callable[[tuple[int, ...]], Any]
    ) -> Any:
        """What is said of terms; with names, a disjunction over the elements they can denote."""
        choices = [range(self._size) if isinstance(t, Constant) else (env[t],) for t in args]
        cases = []
        for row in product(*choices):
            stood_for = [
                self._denotes(term.name, element)
                for term, element in zip(args, row, strict=True)
                if isinstance(term, Constant)
            ]
            cases.append(_z3.And(*stood_for, of(row)) if stood_for else of(row))
        return _z3.Or(*cases) if len(cases) > 1 else cases[0]

    def _are_same(self, row: tuple[int, ...]) -> Any:
        return self._yes if row[0] == row[1] else self._no

    def _atom(self, name: str, row: tuple[int, ...]) -> Any:
        if (name, row) not in self._atoms:
            self._atoms[name, row] = _z3.Bool(f"{name}{row}", self._context)
        return self._atoms[name, row]

    def _denotes(self, name: str, element: int) -> Any:
        if (name, element) not in self._names:
            self._names[name, element] = _z3.Bool(f"{name}={element}", self._context)
        return self._names[name, element]


_JOINED: Mapping[type[Formula], Any] = {
    And: _z3.And,
    Or: _z3.Or,
    Implies: _z3.Implies,
    Iff: lambda left, right: left == right,
    Xor: _z3.Xor,
}
