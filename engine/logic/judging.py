"""Verdicts on arguments, cached up to renaming: many items share the same argument.

Before a solver is asked, premises are put in an order of their shapes, symbols are renamed as they
occur, and the sign of a symbol that occurs denied first is turned throughout. That changes no
verdict, and lets arguments that differ in names, signs or order share one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from engine.logic.first_order.herbrand import grounded_argument, herbrand_entailment
from engine.logic.occurrences import is_propositional
from engine.logic.status import entailment
from engine.logic.syntax import Binary, Constant, Formula, Not, Predicate, Quantified
from engine.logic.traversal import fold
from engine.logic.verdicts import Entailment

_KEPT = 1 << 15
Premises = tuple[Formula, ...]


def our_entailment(premises: Sequence[Formula], query: Formula) -> Entailment:
    """By truth table or elimination; after instances, where there are quantifiers."""
    return _our_entailment(*_normal(tuple(premises), query))


@lru_cache(maxsize=_KEPT)
def _our_entailment(premises: Premises, query: Formula) -> Entailment:
    if all(map(is_propositional, (*premises, query))):
        return entailment(premises, query)
    return herbrand_entailment(premises, query)


def z3_entailment(premises: Sequence[Formula], query: Formula) -> Entailment:
    """By Z3."""
    return _z3_entailment(*_normal(tuple(premises), query))


@lru_cache(maxsize=_KEPT)
def _z3_entailment(premises: Premises, query: Formula) -> Entailment:
    from engine.logic.first_order.quantified_session import z3_first_order_entailment  # loads Z3

    return z3_first_order_entailment(premises, query)


def can_be_left_out(premises: Sequence[Formula], conclusion: Formula) -> bool:
    """Whether some premise is not needed for a conclusion that follows from all of them."""
    return _can_be_left_out(*_normal(tuple(premises), conclusion), True)


def can_be_left_out_to_refute(premises: Sequence[Formula], query: Formula) -> bool:
    """Whether some premise is not needed to rule out what all of them rule out."""
    return _can_be_left_out(*_normal(tuple(premises), query), False)


@lru_cache(maxsize=_KEPT)
def _can_be_left_out(premises: Premises, query: Formula, is_denied: bool) -> bool:
    grounded, every = grounded_argument(premises, query), range(len(premises))
    added = len(premises) + is_denied
    return any(
        grounded.can_be_true([*[at for at in every if at != left_out], added]) is not True
        for left_out in every
    )


@lru_cache(maxsize=_KEPT)
def _normal(premises: Premises, query: Formula) -> tuple[Premises, Formula]:
    renaming = _Renaming()
    ordered = (*sorted(premises, key=_shape), query)
    renamed = [interned(renaming.apply(formula)) for formula in ordered]
    return tuple(renamed[:-1]), renamed[-1]


@lru_cache(maxsize=_KEPT)
def interned(formula: Formula) -> Formula:
    """The formula itself, as one object wherever it occurs: these are compared at once."""
    return formula


@lru_cache(maxsize=_KEPT)
def _shape(formula: Formula) -> str:
    """How a formula looks apart from names and signs of its symbols."""
    return fold(formula, _shape_of_node)


def _shape_of_node(node: Formula, inner: tuple[str, ...]) -> str:
    match node:
        case Predicate(name=name, args=args):
            return f"{name[0]}{''.join(term.name[0] for term in args)}"
        case Not(operand=Predicate()):
            return inner[0]
        case Quantified(variable=variable):
            return f"{type(node).__name__}{variable.name}({inner[0]})"
        case _:
            return f"{type(node).__name__}({','.join(inner)})"


class _Renaming:
    """New names and signs for symbols, given as they first occur."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._count: dict[str, int] = {}
        self._turned: set[str] = set()
        self._newest = ""

    def apply(self, formula: Formula) -> Formula:
        """The formula with new names and signs."""
        return fold(formula, self._renamed)

    def _renamed(self, node: Formula, inner: tuple[Formula, ...]) -> Formula:
        match node:
            case Predicate(name=name):
                self._newest = "" if name in self._names else name
                return self._atom(node, False)
            case Not(operand=Predicate(name=name) as atom):  # which was named just before
                if self._newest == name:
                    self._turned.add(name)
                return self._atom(atom, True)
            case _:
                return _with_parts(node, inner)

    def _atom(self, atom: Predicate, is_denied: bool) -> Formula:
        args = tuple(
            Constant(self._name(term.name)) if isinstance(term, Constant) else term
            for term in atom.args
        )
        made = Predicate(self._name(atom.name), args)
        return Not(made) if is_denied is not (atom.name in self._turned) else made

    def _name(self, name: str) -> str:
        known = self._names.get(name)
        if known is None:
            kind = name[0]
            self._count[kind] = self._count.get(kind, 0) + 1
            known = self._names[name] = f"{kind}{self._count[kind]}"
        return known


def _with_parts(node: Formula, parts: tuple[Formula, ...]) -> Formula:
    """The formula with others for its parts."""
    match node:
        case Quantified(variable=variable):
            return type(node)(variable, parts[0])
        case Not() | Binary():
            return type(node)(*parts)
        case _:
            return node


def numbered(symbols: Iterable[str]) -> dict[str, str]:
    """New names for symbols: those of each kind numbered in order.

    The kind of a name is its first letter: p for propositions, P and R for predicates of one and
    two places, a for individuals.
    """
    names: dict[str, str] = {}
    count: dict[str, int] = {}
    for name in symbols:
        if name not in names:
            count[name[0]] = count.get(name[0], 0) + 1
            names[name] = f"{name[0]}{count[name[0]]}"
    return names


def with_names(formula: Formula, names: Mapping[str, str]) -> Formula:
    """The formula with other names for predicates and individuals."""

    def renamed(node: Formula, inner: tuple[Formula, ...]) -> Formula:
        match node:
            case Predicate(name=name, args=args):
                new = [Constant(names[t.name]) if isinstance(t, Constant) else t for t in args]
                return Predicate(names[name], tuple(new))
            case _:
                return _with_parts(node, inner)

    return fold(formula, renamed)
