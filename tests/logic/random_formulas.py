"""Random formulas for the property tests of the logic room."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.logic import (
    And,
    Bottom,
    Constant,
    Equals,
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
    Xor,
    parse,
)

CONNECTIVES = (And, Or, Implies, Iff, Xor)
ATOM_NAMES = ("p", "q", "r", "p12", "rain", "P", "Sun", "Rxyz", "or", "x", "wet_2", "q'", "αβ")
PREDICATES = ("F", "R", "loves", "Fa", "not", "G2")
VARIABLES = tuple(map(Variable, ("x", "y", "z1", "w", "a", "X", "person")))
CONSTANTS = tuple(map(Constant, ("a", "b", "c2", "x", "all", "socrates")))


def propositional(names: tuple[str, ...] = ("p", "q", "r", "s", "t")) -> st.SearchStrategy[Formula]:
    """Formulas over a few atoms with every connective."""
    leaves = st.one_of(st.sampled_from(names).map(Predicate), st.just(Top()), st.just(Bottom()))
    return st.recursive(leaves, _compounds, max_leaves=14)


def _compounds(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    binary = st.builds(lambda kind, a, b: kind(a, b), st.sampled_from(CONNECTIVES), inner, inner)
    return st.one_of(inner.map(Not), binary)


def first_order(
    variables: tuple[Variable, ...] = VARIABLES,
    constants: tuple[Constant, ...] = CONSTANTS,
    names: tuple[str, ...] = ATOM_NAMES,
    predicates: tuple[str, ...] = PREDICATES,
) -> st.SearchStrategy[Formula]:
    """Formulas with quantifiers, identity and awkward names; variables may stay free."""
    terms = st.sampled_from([*variables, *constants])
    leaves = st.one_of(
        st.sampled_from(names).map(Predicate),
        st.builds(
            lambda name, args: Predicate(name, tuple(args)),
            st.sampled_from(predicates),
            st.lists(terms, min_size=1, max_size=3),
        ),
        st.builds(Equals, terms, terms),
        st.sampled_from([Top(), Bottom()]),
    )

    def extend(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
        quantified = st.builds(
            lambda kind, variable, body: kind(variable, body),
            st.sampled_from([Forall, Exists]),
            st.sampled_from(variables),
            inner,
        )
        return st.one_of(_compounds(inner), quantified)

    return st.recursive(leaves, extend, max_leaves=10)


def quantified(atoms: tuple[str, ...]) -> st.SearchStrategy[Formula]:
    """Formulas that quantify over x in front of a few of these atoms with their connectives."""
    bodies = st.recursive(
        st.sampled_from(atoms),
        lambda inner: st.one_of(
            st.builds("¬{}".format, inner),
            st.builds("({} {} {})".format, inner, st.sampled_from("∧∨→↔"), inner),
        ),
        max_leaves=4,
    )
    quantifiers = st.sampled_from(["∀", "∃", "¬∀", "¬∃"])
    return st.builds("{}x {}".format, quantifiers, bodies).map(lambda text: parse(text))
