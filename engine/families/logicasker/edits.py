"""All edits of one thing in one formula of an argument."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.logic import (
    And,
    Binary,
    Constant,
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
    postorder,
)

_Symbol = tuple[str, int]  # a name and its number of places; −1 for an individual
KINDS = "pPRa"
"""Propositions, one-place predicates, two-place predicates, individuals."""
_KINDS = {0: "p", 1: "P", 2: "R", -1: "a"}


class Edit(NamedTuple):
    """A formula (index of a premise; the conclusion comes last) as it reads after the edit."""

    at: int
    formula: Formula
    name: str


def edited(formulas: Sequence[Formula], edit: Edit) -> tuple[Formula, ...]:
    """Apply an edit to the argument."""
    return (*formulas[: edit.at], edit.formula, *formulas[edit.at + 1 :])


def edits(
    formulas: Sequence[Formula], new: tuple[str, ...], places: Iterable[int]
) -> Iterator[Edit]:
    """All single edits of the formulas at `places`; the conclusion comes last.

    An edit flips the sign of a symbol; replaces a symbol by another that occurs or by the `new` one
    of its kind; swaps two symbols; joins a symbol, old or new, to a literal; moves a ¬; swaps the
    sides of a conditional; changes the main connective or quantifier; or negates the formula. Edits
    that would join a formula to itself or to its negation are left out. Edits of canonical formulas
    are canonical.
    """
    symbols = tuple(dict.fromkeys([symbol for one in formulas for symbol in _symbols(one)]))
    known = frozenset(formulas)
    for at in places:
        where = "conclusion" if at == len(formulas) - 1 else "premise"
        for made, name in _versions(formulas[at], symbols, new):
            if made not in known:
                yield Edit(at, made, f"{name} in a {where}")


@lru_cache(maxsize=1 << 12)
def _versions(
    formula: Formula, symbols: tuple[_Symbol, ...], new: tuple[str, ...]
) -> tuple[tuple[Formula, str], ...]:
    """What a formula may become, each result once, with the edit's name."""
    found: dict[Formula, str] = {}
    for made, name in _changed(formula, symbols, {name[0]: name for name in new}):
        found.setdefault(made, name)
    found.pop(formula, None)
    idle = n_idle(formula)
    return tuple([(made, name) for made, name in found.items() if n_idle(made) <= idle])


def _changed(
    formula: Formula, symbols: Sequence[_Symbol], new: dict[str, str]
) -> Iterator[tuple[Formula, str]]:
    own = _symbols(formula)
    for number, symbol in enumerate(own):
        yield _turned(formula, symbol), "a sign turned"
        for other in symbols:
            if other[1] == symbol[1] and other != symbol:
                yield _exchanged(formula, {symbol: other[0]}), "a symbol exchanged"
        for other in own[number + 1 :]:
            if other[1] == symbol[1]:
                yield (
                    _exchanged(formula, {symbol: other[0], other: symbol[0]}),
                    "two symbols swapped",
                )
        yield _exchanged(formula, {symbol: new[_KINDS[symbol[1]]]}), "a new symbol"
    unused = [(new[_KINDS[places]], places) for places in dict.fromkeys([n for _, n in own])]
    for other in (*symbols, *unused):
        if other not in own:
            yield from [(made, "a symbol added") for made in _joined(formula, other)]
    yield from [
        (made, "a ¬ moved") for fewer in _with_one_less(formula) for made in _denying(fewer)
    ]
    yield from [(made, "sides exchanged") for made in _turned_round(formula)]
    yield _reconnected(formula), "the connective or quantifier exchanged"
    for made in denials(formula):
        yield made, "a denial"


@lru_cache(maxsize=1 << 12)
def denials(formula: Formula) -> tuple[Formula, ...]:
    """Negations of a formula: ¬ before the whole, or pushed inward as far as it goes.

    With a quantifier also the contraries and subcontraries, which keep it.
    """
    return tuple(dict.fromkeys(_denied(formula)))


def _denied(formula: Formula) -> Iterator[Formula]:
    match formula:
        case Not(operand=operand):
            yield operand
            return
        case Quantified(variable=variable, body=body):
            for quantifier in (Exists, Forall):
                yield from (quantifier(variable, denied) for denied in _denied(body))
        case And(left=left, right=right):
            yield from (Or(a, b) for a in _denied(left) for b in _denied(right))
            yield from (Implies(left, denied) for denied in _denied(right))
            yield from (Implies(right, denied) for denied in _denied(left))
        case Or(left=left, right=right):
            yield from (And(a, b) for a in _denied(left) for b in _denied(right))
        case Implies(left=left, right=right):
            yield from (And(left, denied) for denied in _denied(right))
        case Iff(left=left, right=right):
            yield from (Iff(left, denied) for denied in _denied(right))
            yield from (Iff(denied, right) for denied in _denied(left))
    yield Not(formula)


_OTHER: dict[type[Formula], type[Binary]] = {And: Or, Or: And, Iff: Implies}


def _reconnected(formula: Formula) -> Formula:
    """The formula with its connective changed, or its quantifier if it has no connective."""
    if isinstance(formula, Not):
        return Not(_reconnected(formula.operand))
    if isinstance(formula, Binary) and type(formula) in _OTHER:
        return _OTHER[type(formula)](formula.left, formula.right)
    if isinstance(formula, Quantified):
        body = _reconnected(formula.body)
        if body != formula.body:
            return type(formula)(formula.variable, body)
        other = Exists if isinstance(formula, Forall) else Forall
        return other(formula.variable, body)
    return formula


def _with_one_less(formula: Formula) -> Iterator[Formula]:
    """The formula without one of its ¬."""
    if isinstance(formula, Not):
        yield formula.operand
    yield from _in_a_part(formula, _with_one_less)


def _denying(formula: Formula) -> Iterator[Formula]:
    """The formula with one more ¬, but none next to another."""
    if isinstance(formula, Not):
        yield from map(Not, _in_a_part(formula.operand, _denying))
        return
    yield Not(formula)
    yield from _in_a_part(formula, _denying)


def _turned_round(formula: Formula) -> Iterator[Formula]:
    """The formula with the sides of one conditional swapped."""
    if isinstance(formula, Implies):
        yield Implies(formula.right, formula.left)
    yield from _in_a_part(formula, _turned_round)


def _in_a_part(
    formula: Formula, change: Callable[[Formula], Iterator[Formula]]
) -> Iterator[Formula]:
    """The formula with one part changed, in every possible way."""
    match formula:
        case Not(operand=operand):
            yield from map(Not, change(operand))
        case Binary(left=left, right=right):
            yield from (type(formula)(part, right) for part in change(left))
            yield from (type(formula)(left, part) for part in change(right))
        case Quantified(variable=variable, body=body):
            yield from (type(formula)(variable, part) for part in change(body))


def _joined(formula: Formula, symbol: _Symbol) -> Iterator[Formula]:
    """A literal, below its quantifier if it has one, joined to another symbol of its kind."""
    if isinstance(formula, Quantified):
        yield from (type(formula)(formula.variable, b) for b in _joined(formula.body, symbol))
        return
    atom = formula.operand if isinstance(formula, Not) else formula
    if isinstance(atom, Predicate) and len(atom.args) == symbol[1]:
        added = Predicate(symbol[0], atom.args)
        for literal in (added, Not(added)):
            yield from (Or(formula, literal), And(formula, literal), Implies(literal, formula))


@lru_cache(maxsize=1 << 14)
def _symbols(formula: Formula) -> tuple[_Symbol, ...]:
    """The symbols of a formula with their numbers of places; −1 for a name."""
    found: dict[_Symbol, None] = {}
    for node in postorder(formula):
        if isinstance(node, Predicate):
            found[node.name, len(node.args)] = None
            found.update(((t.name, -1), None) for t in node.args if isinstance(t, Constant))
    return tuple(found)


def n_idle(formula: Formula) -> int:
    """In how many places a formula is joined to itself or its negation."""
    match formula:
        case Predicate():
            return 0
        case Binary(left=left, right=right):
            is_idle = left == right or _denies(left, right) or _denies(right, left)
            return is_idle + n_idle(left) + n_idle(right)
        case _:
            return sum([n_idle(part) for part in formula.children])


def _denies(formula: Formula, other: Formula) -> bool:
    return isinstance(formula, Not) and formula.operand == other


def _turned(formula: Formula, symbol: _Symbol) -> Formula:
    """Flip the sign of a symbol; for a name nothing changes."""
    match formula:
        case Predicate(name=name, args=args):
            return Not(formula) if (name, len(args)) == symbol else formula
        case Not(operand=Predicate() as atom):
            return formula if _turned(atom, symbol) is atom else atom
        case _:
            return _rebuilt(formula, lambda part: _turned(part, symbol))


def _exchanged(formula: Formula, new: Mapping[_Symbol, str]) -> Formula:
    """Replace symbols by others of the same kind."""
    if not isinstance(formula, Predicate):
        return _rebuilt(formula, lambda part: _exchanged(part, new))
    name = new.get((formula.name, len(formula.args)), formula.name)
    args = tuple([_other(term, new) for term in formula.args])
    return formula if name == formula.name and args == formula.args else _atom(name, args)


def _other(term: Term, new: Mapping[_Symbol, str]) -> Term:
    if isinstance(term, Constant) and (term.name, -1) in new:
        return Constant(new[term.name, -1])
    return term


@lru_cache(maxsize=1 << 12)
def _atom(name: str, args: tuple[Term, ...]) -> Predicate:
    """The atom, as one object wherever it occurs, which makes comparison fast."""
    return Predicate(name, args)


def _rebuilt(node: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """Change the parts of a formula; returns the same object if none changes."""
    match node:
        case Not(operand=operand):
            made = change(operand)
            return node if made is operand else Not(made)
        case Binary(left=left, right=right):
            first, second = change(left), change(right)
            return node if first is left and second is right else type(node)(first, second)
        case Quantified(variable=variable, body=body):
            made = change(body)
            return node if made is body else type(node)(variable, made)
        case _:
            return node
