"""Finite first-order structures and truth in them.

The elements of a structure of size n are the numbers 0 … n − 1; a propositional valuation is the
case of predicates without places. Everything here is exact and independent of Z3: it is what
countermodels are checked with before anyone sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeVar

import orjson

from engine.core.errors import InputError
from engine.logic.syntax import (
    And,
    Equals,
    Exists,
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
)
from engine.logic.traversal import postorder

_MAX_INSTANCES = 200_000  # instances of subformulas that one evaluation may look at
_FEW = 1 << 12  # instances up to which keeping them costs more than it saves

Signature = tuple[str, int]  # a predicate's name and its number of places
Value = TypeVar("Value")
Assignment = Mapping[Variable, int]
_Instance = tuple[int, tuple[int | None, ...]]  # a node and the elements of its free variables


@dataclass(frozen=True, slots=True)
class Structure:
    """A finite interpretation.

    `predicates` gives the extension of each predicate by name and number of places, `constants`
    and `variables` the elements that constants and free variables stand for. A predicate that is
    not listed is true of nothing.
    """

    size: int
    predicates: Mapping[Signature, frozenset[tuple[int, ...]]] = field(default_factory=dict)
    constants: Mapping[str, int] = field(default_factory=dict)
    variables: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.size < 1:
            raise InputError("a structure needs at least one element")
        named = [*self.constants.values(), *self.variables.values()]
        if any(not 0 <= element < self.size for element in named):
            raise InputError(f"a name stands for an element outside 0–{self.size - 1}")
        for (name, places), extension in self.predicates.items():
            for row in extension:
                if len(row) != places or (row and not 0 <= min(row) <= max(row) < self.size):
                    raise InputError(f"the extension of {name} has an impossible row {row}")

    def true_atoms(self) -> tuple[str, ...]:
        """The propositional atoms that are true, in the order of `predicates`."""
        return tuple(n for (n, places), rows in self.predicates.items() if not places and rows)


def holds(structure: Structure, formula: Formula, assignment: Assignment | None = None) -> bool:
    """Whether a formula is true in a structure.

    Free variables take their elements from `assignment`, else from the structure.

    Raises:
        InputError: a constant or free variable stands for nothing, or the formula has too many
            instances in this domain.
    """
    names = {Variable(name): element for name, element in structure.variables.items()}
    empty: frozenset[tuple[int, ...]] = frozenset()

    def element(term: Term, env: Assignment) -> int:
        found = env.get(term) if isinstance(term, Variable) else structure.constants.get(term.name)
        if found is None:
            raise InputError(f"the name {term.name} stands for nothing in this structure")
        return found

    def leaf(node: Formula, env: Assignment) -> bool:
        match node:
            case Predicate(name=name, args=args):
                row = tuple(element(term, env) for term in args)
                return row in structure.predicates.get((name, len(args)), empty)
            case Equals(left=left, right=right):
                return element(left, env) == element(right, env)
            case _:
                return isinstance(node, Top)

    return instantiate(formula, structure.size, {**names, **(assignment or {})}, leaf, _truth)


def _truth(node: Formula, parts: Sequence[bool]) -> bool:
    match node:
        case Not():
            return not parts[0]
        case And() | Forall():
            return all(parts)
        case Or() | Exists():
            return any(parts)
        case Implies():
            return not parts[0] or parts[1]
        case Iff():
            return parts[0] == parts[1]
        case _:
            return parts[0] != parts[1]


def instantiate(
    formula: Formula,
    size: int,
    assignment: Assignment,
    leaf: Callable[[Formula, Assignment], Value],
    combine: Callable[[Formula, Sequence[Value]], Value],
) -> Value:
    """Compute a value from the leaves up, a quantifier having one part for each element.

    A subformula is looked at once for each choice of elements for its own free variables.
    """
    if max(size, 2) ** formula.depth <= _FEW:
        return _by_recursion(formula, size, assignment, leaf, combine)
    free = _free_by_node(formula)
    made: dict[_Instance, Value] = {}

    def task(node: Formula, env: Assignment) -> tuple[_Instance, Formula, Assignment]:
        instance = id(node), tuple([env.get(variable) for variable in free[id(node)]])
        return instance, node, env

    stack = [task(formula, assignment)]
    root = stack[0][0]
    while stack:
        instance, node, env = stack[-1]
        if instance in made:
            stack.pop()
            continue
        parts = [task(*part) for part in _parts(node, env, size)]
        missing = [part for part in parts if part[0] not in made]
        if missing:
            stack.extend(missing)
            if len(made) + len(stack) > _MAX_INSTANCES:
                raise InputError(
                    f"the formula has over {_MAX_INSTANCES:,} instances in a domain of {size}; "
                    "use a smaller domain or formula"
                )
            continue
        stack.pop()
        values = [made[part[0]] for part in parts]
        made[instance] = combine(node, values) if parts else leaf(node, env)
    return made[root]


def _by_recursion(
    node: Formula,
    size: int,
    env: Assignment,
    leaf: Callable[[Formula, Assignment], Value],
    combine: Callable[[Formula, Sequence[Value]], Value],
) -> Value:
    """The same where there are too few instances for keeping them to pay."""
    if isinstance(node, Quantified):
        body, variable = node.body, node.variable
        envs = [{**env, variable: element} for element in range(size)]
        return combine(node, [_by_recursion(body, size, one, leaf, combine) for one in envs])
    children = node.children
    if not children:
        return leaf(node, env)
    return combine(node, [_by_recursion(one, size, env, leaf, combine) for one in children])


def _parts(node: Formula, env: Assignment, size: int) -> Iterator[tuple[Formula, Assignment]]:
    if isinstance(node, Quantified):
        for element in range(size):
            yield node.body, {**env, node.variable: element}
    else:
        for child in node.children:
            yield child, env


def _free_by_node(formula: Formula) -> dict[int, tuple[Variable, ...]]:
    """The free variables of each node of a formula, by the node's identity."""
    free: dict[int, tuple[Variable, ...]] = {}
    for node in postorder(formula):
        match node:
            case Predicate(args=args):
                found = dict.fromkeys(t for t in args if isinstance(t, Variable))
            case Equals(left=left, right=right):
                found = dict.fromkeys(t for t in (left, right) if isinstance(t, Variable))
            case _:
                found = dict.fromkeys(v for child in node.children for v in free[id(child)])
        if isinstance(node, Quantified):
            found.pop(node.variable, None)
        free[id(node)] = tuple(found)
    return free


def signature(formulas: Sequence[Formula]) -> tuple[Signature, ...]:
    """The predicates of formulas with their numbers of places, in order of first occurrence."""
    found: dict[Signature, None] = {}
    for formula in formulas:
        for node in postorder(formula):
            if isinstance(node, Predicate):
                found[node.name, len(node.args)] = None
    return tuple(found)


def rows(size: int, places: int) -> Iterator[tuple[int, ...]]:
    """All rows of elements for a predicate, in lexicographic order."""
    return product(range(size), repeat=places)


def structure_text(structure: Structure) -> str:
    """A structure as one line of JSON: domain, what names stand for, and sorted extensions."""
    predicates = {
        name: [row[0] if places == 1 else list(row) for row in sorted(extension)]
        for (name, places), extension in structure.predicates.items()
    }
    document = {
        "constants": dict(structure.constants),
        "domain": list(range(structure.size)),
        "predicates": predicates,
    }
    return orjson.dumps(document, option=orjson.OPT_SORT_KEYS).decode()
