"""Symbols and formulas that the tests of the language speak about."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.core.items import Symbol
from engine.logic.syntax import And, Formula, Iff, Implies, Not, Or, Predicate, Xor
from engine.logic.traversal import postorder

SYMBOLS = (
    Symbol("p", "copper conducts heat", "copper does not conduct heat"),
    Symbol("q", "the Danube is frozen", "the Danube is not frozen", "ice covers the Danube"),
    Symbol("r", "pH rises in the tank", "pH does not rise in the tank"),
    Symbol("s", "Lima lies on the coast", "Lima does not lie on the coast"),
    Symbol("t", "the old mill was sold", "the old mill was not sold"),
)
ATOMS = {symbol.atom: Predicate(symbol.atom) for symbol in SYMBOLS}
BY_ATOM = {symbol.atom: symbol for symbol in SYMBOLS}


def clauses_of(formula: Formula, by_atom: dict[str, Symbol] = BY_ATOM) -> list[Symbol]:
    """The symbols of the atoms of a formula, by occurrence."""
    return [by_atom[node.name] for node in postorder(formula) if isinstance(node, Predicate)]


literals = st.sampled_from([*ATOMS.values(), *map(Not, ATOMS.values())])
connectives = st.sampled_from([Implies, Or, And, Iff, Xor])


def compounds(depth: int) -> st.SearchStrategy[Formula]:
    """Formulas of all our connectives, nested up to `depth` deep."""
    if depth == 0:
        return literals
    inner = compounds(depth - 1)
    return st.one_of(
        inner,
        st.builds(lambda make, a, b: make(a, b), connectives, inner, inner),
        st.builds(Not, inner),
    )


@st.composite
def deep_nestings(draw: st.DrawFn) -> Formula:
    """Conditionals and disjunctions, some denied, nested one inside the other up to ten deep."""
    formula = draw(literals)
    for _ in range(draw(st.integers(1, 10))):
        make = draw(st.sampled_from([Implies, Or]))
        other = draw(compounds(1))
        formula = make(formula, other) if draw(st.booleans()) else make(other, formula)
        if draw(st.booleans()):
            formula = Not(formula)
    return formula
