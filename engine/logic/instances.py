"""Is a step an instance of a schema? Decided from the schema's formulas alone.

This shares nothing with the search in `engine.logic.derivation`. A propositional letter stands for
any formula in which no variable that is bound around the letter occurs; a predicate letter applied
to a bound variable, for a formula about that individual; applied to a name, for the same formula
about the name. Formulas have to match exactly: nothing is read the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.logic.lifting import Schema
from engine.logic.syntax import (
    Binary,
    Constant,
    Formula,
    Not,
    Predicate,
    Quantified,
    Term,
    Variable,
    constants,
    free_variables,
)

_Bound = dict[str, Formula | Term]
_Binders = tuple[tuple[Variable, Variable], ...]  # the schema's variable and the formula's

_FIRST, _SECOND = Variable("·1"), Variable("·2")


def is_schema_instance(schema: Schema, sources: Sequence[Formula], conclusion: Formula) -> bool:
    """Whether `sources`, in this order, lead to `conclusion` by the schema.

    >>> from engine.logic import parse
    >>> from engine.logic.skills import schemas
    >>> modus_ponens = schemas()["modus_ponens.existential.2"]
    >>> premises = parse("∀x (P(x) → Q(x))"), parse("∃y P(y)")
    >>> is_schema_instance(modus_ponens, premises, parse("∃x Q(x)"))
    True
    """
    if len(schema.premises) != len(sources):
        return False
    pairs = zip((*schema.premises, schema.conclusion), (*sources, conclusion), strict=True)
    found: list[_Bound] = [{}]
    for pattern, formula in pairs:
        found = [ext for bound in found for ext in _matches(pattern, formula, bound, ())]
    return bool(found)


def _matches(
    pattern: Formula, formula: Formula, bound: _Bound, binders: _Binders
) -> Iterator[_Bound]:
    """The ways to let letters stand for something so that the pattern is the formula."""
    match pattern:
        case Predicate(name=name, args=args):
            yield from _letter(name, args, formula, bound, binders)
        case Quantified(variable=variable, body=body):
            if isinstance(formula, Quantified) and type(formula) is type(pattern):
                inner = (*binders, (variable, formula.variable))
                yield from _matches(body, formula.body, bound, inner)
        case Not() | Binary():
            if type(pattern) is not type(formula):
                return
            found = [bound]
            for part, theirs in zip(pattern.children, formula.children, strict=True):
                found = [ext for one in found for ext in _matches(part, theirs, one, binders)]
            yield from found
        case _:
            if pattern == formula:
                yield bound


def _letter(
    name: str, args: Sequence[Term], formula: Formula, bound: _Bound, binders: _Binders
) -> Iterator[_Bound]:
    around = dict(binders)
    if not args:
        if not free_variables(formula) & set(around.values()):
            yield from _agreeing(name, formula, bound)
        return
    places: dict[Term, Term] = {
        around[arg]: place
        for arg, place in zip(args, (_FIRST, _SECOND), strict=False)
        if isinstance(arg, Variable) and arg in around
    }
    if places:
        others = set(around.values()).difference(places)
        if not free_variables(formula) & others:
            yield from _agreeing(name, _renamed(formula, places), bound)
        return
    yield from _about_a_name(name, args[0], formula, bound)


def _about_a_name(name: str, arg: Term, formula: Formula, bound: _Bound) -> Iterator[_Bound]:
    """A predicate of a constant, or of the free variable that is an arbitrary individual."""
    named: Sequence[Term] = (
        constants(formula)
        if isinstance(arg, Constant)
        else sorted(free_variables(formula), key=str)
    )
    for term in named:
        for with_name in _agreeing(f"name {arg.name}", term, bound):
            yield from _agreeing(name, _renamed(formula, {term: _FIRST}), with_name)


def _agreeing(name: str, value: Formula | Term, bound: _Bound) -> Iterator[_Bound]:
    if name not in bound:
        yield {**bound, name: value}
    elif bound[name] == value:
        yield bound


def _renamed(formula: Formula, new: Mapping[Term, Term]) -> Formula:
    match formula:
        case Predicate(name=name, args=args):
            return Predicate(name, tuple(new.get(term, term) for term in args))
        case Quantified(variable=variable, body=body):
            inner = {old: term for old, term in new.items() if old != variable}
            return type(formula)(variable, _renamed(body, inner))
        case Not(operand=operand):
            return Not(_renamed(operand, new))
        case Binary(left=left, right=right):
            return type(formula)(_renamed(left, new), _renamed(right, new))
        case _:
            return formula
