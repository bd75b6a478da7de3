"""Exchanges of two things in an argument: letters, signs, sides, connectives or quantifiers.

An exchange moves nothing in or out, so both arguments have every letter, ¬, connective and
quantifier equally often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from engine.logic import Binary, Formula, Implies, Not, Predicate, Quantified
from engine.logic.judging import interned

Formulas = tuple[Formula, ...]


class Exchange(NamedTuple):
    """What was exchanged, and the formulas after that."""

    name: str
    formulas: Formulas


class _Site(NamedTuple):
    """A node other than ¬: its kind, what it is, and the number of ¬ before it."""

    kind: str
    label: str | type[Formula]
    n_denials: int


def exchanges(formulas: Formulas, places: Sequence[int]) -> Iterator[Exchange]:
    """All exchanges of two things of one kind in the formulas at `places`."""
    sites = [(at, number) for at in places for number in range(len(_sites(formulas[at])))]
    for one, other in combinations(sites, 2):
        for name, swap in _SWAPS.items():
            made = _swapped(formulas, one, other, swap)
            if made is not None:
                yield Exchange(name, made)
    for at in places:
        for turned in _turned_round(formulas[at]):
            yield Exchange("two sides exchanged", _with(formulas, {at: turned}))


def _letters(one: _Site, other: _Site) -> tuple[_Site, _Site]:
    if one.kind == other.kind and one.kind not in _OPERATORS:
        return one._replace(label=other.label), other._replace(label=one.label)
    return one, other


def _signs(one: _Site, other: _Site) -> tuple[_Site, _Site]:
    return one._replace(n_denials=other.n_denials), other._replace(n_denials=one.n_denials)


def _operators(kind: str) -> Callable[[_Site, _Site], tuple[_Site, _Site]]:
    def swap(one: _Site, other: _Site) -> tuple[_Site, _Site]:
        if one.kind == other.kind == kind:
            return one._replace(label=other.label), other._replace(label=one.label)
        return one, other

    return swap


_OPERATORS = ("connective", "quantifier", "constant")
_SWAPS = {
    "two letters exchanged": _letters,
    "two signs exchanged": _signs,
    "two connectives exchanged": _operators("connective"),
    "two quantifiers exchanged": _operators("quantifier"),
}


def _swapped(
    formulas: Formulas,
    one: tuple[int, int],
    other: tuple[int, int],
    swap: Callable[[_Site, _Site], tuple[_Site, _Site]],
) -> Formulas | None:
    """The formulas with two sites exchanged; None if that changes nothing."""
    sites = {at: list(_sites(formulas[at])) for at in (one[0], other[0])}
    before = sites[one[0]][one[1]], sites[other[0]][other[1]]
    after = swap(*before)
    if after == before:
        return None
    sites[one[0]][one[1]], sites[other[0]][other[1]] = after
    return _with(formulas, {at: _rebuilt(formulas[at], iter(new)) for at, new in sites.items()})


def _with(formulas: Formulas, new: dict[int, Formula]) -> Formulas:
    return tuple([interned(new.get(at, formula)) for at, formula in enumerate(formulas)])


@lru_cache(maxsize=1 << 12)
def _sites(formula: Formula) -> tuple[_Site, ...]:
    """The sites of a formula from left to right, each before its parts."""
    return tuple(_walk(formula, 0))


def _walk(formula: Formula, n_denials: int) -> Iterator[_Site]:
    match formula:
        case Not(operand=operand):
            yield from _walk(operand, n_denials + 1)
            return
        case Predicate(name=name, args=args):
            yield _Site(f"letter of {len(args)}", name, n_denials)
            return
        case Binary():
            yield _Site("connective", type(formula), n_denials)
        case Quantified():
            yield _Site("quantifier", type(formula), n_denials)
        case _:
            yield _Site("constant", type(formula), n_denials)
    for part in formula.children:
        yield from _walk(part, 0)


def _rebuilt(formula: Formula, sites: Iterator[_Site]) -> Formula:
    """The formula with other sites in the same places."""
    while isinstance(formula, Not):
        formula = formula.operand
    site = next(sites)
    made = _node(formula, site, sites)
    for _ in range(site.n_denials):
        made = Not(made)
    return made


def _node(formula: Formula, site: _Site, sites: Iterator[_Site]) -> Formula:
    label = site.label
    match formula:
        case Predicate(args=args):
            return Predicate(str(label), args)
        case Binary(left=left, right=right) if isinstance(label, type):
            first = _rebuilt(left, sites)
            return label(first, _rebuilt(right, sites))  # type: ignore[call-arg]
        case Quantified(variable=variable, body=body) if isinstance(label, type):
            return label(variable, _rebuilt(body, sites))  # type: ignore[call-arg]
        case _:
            return formula


def _turned_round(formula: Formula) -> Iterator[Formula]:
    """The formula with the sides of one conditional exchanged."""
    match formula:
        case Not(operand=operand):
            yield from map(Not, _turned_round(operand))
        case Binary(left=left, right=right):
            if isinstance(formula, Implies):
                yield Implies(right, left)
            yield from (type(formula)(part, right) for part in _turned_round(left))
            yield from (type(formula)(left, part) for part in _turned_round(right))
        case Quantified(variable=variable, body=body):
            yield from (type(formula)(variable, part) for part in _turned_round(body))


def is_idle(formula: Formula) -> bool:
    """Whether somewhere a formula is joined to itself or to its negation."""
    match formula:
        case Predicate():
            return False
        case Binary(left=left, right=right):
            bare = [part.operand if isinstance(part, Not) else part for part in (left, right)]
            return bare[0] == bare[1] or is_idle(left) or is_idle(right)
        case _:
            return any(map(is_idle, formula.children))


def is_twice(formula: Formula) -> bool:
    """Whether a negation is negated somewhere."""
    if isinstance(formula, Not) and isinstance(formula.operand, Not):
        return True
    return any(map(is_twice, formula.children))
