"""Symbols about people, and random formulas over them, that the tests speak about."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.core.items import Symbol
from engine.logic import (
    And,
    Bottom,
    Constant,
    Exists,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Top,
    Variable,
)

PEOPLE = (
    Symbol("p", "Ludvik plays chess", "Ludvik does not play chess"),
    Symbol("q", "it is snowing", "it is not snowing"),
    Symbol("r", "the bell is ringing", "the bell is not ringing"),
    Symbol("P(x)", "x is a baker", "x is not a baker"),
    Symbol("Q(x)", "x sings", "x does not sing"),
    Symbol("S(x)", "x is tall", "x is not tall"),
    Symbol("R(x, y)", "x admires y", "x does not admire y", "y is admired by x"),
    Symbol("T(x, y)", "x trusts y", "x does not trust y", "y is trusted by x"),
    Symbol("a", "Karen"),
    Symbol("b", "Viktor"),
)

_VARIABLES = (Variable("x"), Variable("y"))
_NAMES = (Constant("a"), Constant("b"))


def formulas(depth: int = 5, scope: tuple[Variable, ...] = ()) -> st.SearchStrategy[Formula]:
    """Formulas with every connective, relations, and quantifiers two deep at most."""
    if depth == 0:
        return _literals(scope)
    inner, shallow = formulas(depth - 1, scope), formulas(max(0, depth - 3), scope)
    kinds = st.sampled_from([And, Or, Implies, Iff])
    options = [
        _literals(scope),
        inner.map(Not),
        st.builds(lambda kind, a, b: kind(a, b), kinds, inner, shallow),
        st.builds(lambda kind, a, b: kind(a, b), kinds, shallow, inner),
    ]
    if len(scope) < 2:
        variable = _VARIABLES[len(scope)]
        body = formulas(depth - 1, (*scope, variable))
        options += [body.map(lambda b, q=q: q(variable, b)) for q in (Forall, Exists)]
    return st.one_of(options)


def _literals(scope: tuple[Variable, ...]) -> st.SearchStrategy[Formula]:
    terms = st.sampled_from([*scope, *scope, *_NAMES])
    atoms = st.one_of(
        st.builds(lambda name, t: Predicate(name, (t,)), st.sampled_from("PQS"), terms),
        st.builds(lambda name, t, u: Predicate(name, (t, u)), st.sampled_from("RT"), terms, terms),
        st.sampled_from([*map(Predicate, "pqr"), Top(), Bottom()]),
    )
    return st.one_of(atoms, atoms.map(Not))
