"""Decides whether a step is an instance of a schema, from the schema's formulas alone.

It shares nothing with the search in `engine.families.logicasker.derivation`. A propositional letter
stands for any formula that contains no variable bound around the letter; a predicate letter applied
to a bound variable, for a formula about that individual; applied to a name, for the same formula
about the name. Formulas must match exactly; no law is applied.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.families.logicasker.rules.lifting import Schema
from engine.logic.occurrences import constants, free_variables
from engine.logic.syntax import (
    Binary,
    Constant,
    Formula,
    Not,
    Predicate,
    Quantified,
    Term,
    Variable,
)

Bound = dict[str, Formula | Term]
"""Values of letters: a formula, about ·1 (and ·2) for a predicate letter; for a name a term, under
`name` and the schema's name.
"""

_Binders = tuple[tuple[Variable, Variable], ...]  # the schema's variable and the formula's

FIRST, SECOND = Variable("·1"), Variable("·2")
"""The individuals that a predicate letter's formula is about."""


def is_schema_instance(schema: Schema, sources: Sequence[Formula], conclusion: Formula) -> bool:
    """Whether `sources`, in this order, lead to `conclusion` by the schema.

    >>> from engine.logic import parse
    >>> from engine.families.logicasker.rules.skills import schemas
    >>> modus_ponens = schemas()["modus_ponens.existential.2"]
    >>> premises = parse("∀x (P(x) → Q(x))"), parse("∃y P(y)")
    >>> is_schema_instance(modus_ponens, premises, parse("∃x Q(x)"))
    True
    """
    if len(schema.premises) != len(sources):
        return False
    pairs = zip((*schema.premises, schema.conclusion), (*sources, conclusion), strict=True)
    found: list[Bound] = [{}]
    for pattern, formula in pairs:
        found = [ext for bound in found for ext in bindings(pattern, formula, bound)]
    return bool(found)


def bindings(pattern: Formula, formula: Formula, bound: Bound | None = None) -> tuple[Bound, ...]:
    """The extensions of `bound` under which the pattern becomes the formula."""
    return tuple(_matches(pattern, formula, bound or {}, ()))


def instance(pattern: Formula, bound: Bound) -> Formula:
    """Substitute the bound values into a pattern.

    Raises:
        KeyError: a letter is not bound.
    """
    match pattern:
        case Predicate(name=name, args=()):
            made = bound[name]
        case Predicate(name=name, args=args):
            predicate = bound[name]
            places: dict[Term, Term] = {
                place: _named(arg, bound) for arg, place in zip(args, (FIRST, SECOND), strict=False)
            }
            assert isinstance(predicate, Formula)
            made = with_terms(predicate, places)
        case Quantified(variable=variable, body=body):
            made = type(pattern)(variable, instance(body, bound))
        case Not(operand=operand):
            made = Not(instance(operand, bound))
        case Binary(left=left, right=right):
            made = type(pattern)(instance(left, bound), instance(right, bound))
        case _:
            made = pattern
    assert isinstance(made, Formula)
    return made


def _named(arg: Term, bound: Bound) -> Term:
    """The value of an argument: what a name is bound to, a bound variable itself."""
    term = bound.get(name_key(arg), arg)
    assert isinstance(term, Variable | Constant)
    return term


def name_key(arg: Term) -> str:
    """The key under which a name is bound."""
    return f"name {arg.name}"


def _matches(
    pattern: Formula, formula: Formula, bound: Bound, binders: _Binders
) -> Iterator[Bound]:
    """The bindings under which the pattern becomes the formula."""
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
    name: str, args: Sequence[Term], formula: Formula, bound: Bound, binders: _Binders
) -> Iterator[Bound]:
    around = dict(binders)
    if not args:
        if not free_variables(formula) & set(around.values()):
            yield from _agreeing(name, formula, bound)
        return
    places: dict[Term, Term] = {
        around[arg]: place
        for arg, place in zip(args, (FIRST, SECOND), strict=False)
        if isinstance(arg, Variable) and arg in around
    }
    if places:
        others = set(around.values()).difference(places)
        if not free_variables(formula) & others:
            yield from _agreeing(name, with_terms(formula, places), bound)
        return
    yield from _about_a_name(name, args[0], formula, bound)


def _about_a_name(name: str, arg: Term, formula: Formula, bound: Bound) -> Iterator[Bound]:
    """A predicate of a constant, or of the free variable for an arbitrary individual."""
    named: Sequence[Term] = (
        constants(formula)
        if isinstance(arg, Constant)
        else sorted(free_variables(formula), key=str)
    )
    for term in named:
        for with_name in _agreeing(name_key(arg), term, bound):
            yield from _agreeing(name, with_terms(formula, {term: FIRST}), with_name)


def _agreeing(name: str, value: Formula | Term, bound: Bound) -> Iterator[Bound]:
    if name not in bound:
        yield {**bound, name: value}
    elif bound[name] == value:
        yield bound


def with_terms(formula: Formula, new: Mapping[Term, Term]) -> Formula:
    """The formula with other terms in place of some that no quantifier binds."""
    match formula:
        case Predicate(name=name, args=args):
            return Predicate(name, tuple(new.get(term, term) for term in args))
        case Quantified(variable=variable, body=body):
            inner = {old: term for old, term in new.items() if old != variable}
            return type(formula)(variable, with_terms(body, inner))
        case Not(operand=operand):
            return Not(with_terms(operand, new))
        case Binary(left=left, right=right):
            return type(formula)(with_terms(left, new), with_terms(right, new))
        case _:
            return formula
