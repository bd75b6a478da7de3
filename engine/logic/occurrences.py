"""Find the atoms, constants and free variables of a formula."""

from __future__ import annotations

from functools import lru_cache

from engine.logic.syntax import (
    Constant,
    Equals,
    Forall,
    Formula,
    Predicate,
    Quantified,
    Variable,
)
from engine.logic.traversal import fold, postorder

_SHALLOW = 32
"""Depth up to which looking for free variables may recurse."""


def atoms(formula: Formula) -> tuple[Predicate, ...]:
    """The distinct atomic predicates, in order of first occurrence."""
    return tuple(dict.fromkeys(n for n in postorder(formula) if isinstance(n, Predicate)))


def is_propositional(formula: Formula) -> bool:
    """Whether the formula has neither quantifier, identity nor arguments."""
    stack = [formula]
    while stack:
        node = stack.pop()
        if isinstance(node, Quantified | Equals) or (isinstance(node, Predicate) and node.args):
            return False
        stack.extend(node.children)
    return True


def free_variables(formula: Formula) -> frozenset[Variable]:
    """The variables with a free occurrence."""
    if formula.depth <= _SHALLOW:
        found: set[Variable] = set()
        _collect_free(formula, (), found)
        return frozenset(found)
    return fold(formula, _free_of_node)


def _collect_free(node: Formula, bound: tuple[Variable, ...], found: set[Variable]) -> None:
    """The same by recursion, which is faster."""
    if isinstance(node, Predicate):
        if node.args:
            found.update([t for t in node.args if isinstance(t, Variable) and t not in bound])
    elif isinstance(node, Quantified):
        _collect_free(node.body, (*bound, node.variable), found)
    elif isinstance(node, Equals):
        terms = (node.left, node.right)
        found.update([t for t in terms if isinstance(t, Variable) and t not in bound])
    else:
        for child in node.children:
            _collect_free(child, bound, found)


def _free_of_node(node: Formula, inner: tuple[frozenset[Variable], ...]) -> frozenset[Variable]:
    below: frozenset[Variable] = frozenset().union(*inner)
    match node:
        case Predicate(args=args):
            return frozenset(t for t in args if isinstance(t, Variable))
        case Equals(left=left, right=right):
            return frozenset(t for t in (left, right) if isinstance(t, Variable))
        case Quantified(variable=variable):
            return below - {variable}
        case _:
            return below


def constants(formula: Formula) -> tuple[Constant, ...]:
    """The distinct constants, in order of first occurrence."""
    found: dict[Constant, None] = {}
    for node in postorder(formula):
        terms = node.args if isinstance(node, Predicate) else ()
        if isinstance(node, Equals):
            terms = (node.left, node.right)
        found.update((t, None) for t in terms if isinstance(t, Constant))
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def closed(formula: Formula) -> Formula:
    """The universal closure: a free variable is an arbitrary individual."""
    for variable in sorted(free_variables(formula), key=lambda v: v.name):
        formula = Forall(variable, formula)
    return formula


@lru_cache(maxsize=1 << 14)
def symbols_of(formula: Formula) -> tuple[str, ...]:
    """The names of predicates and individuals, as they first occur."""
    found: dict[str, None] = {}
    for node in postorder(formula):
        if isinstance(node, Predicate):
            found[node.name] = None
        terms = node.args if isinstance(node, Predicate) else ()
        if isinstance(node, Equals):
            terms = (node.left, node.right)
        found.update((term.name, None) for term in terms if isinstance(term, Constant))
    return tuple(found)
