"""Propositions over variables, and the truth of those over eight under all valuations at once.

A literal is an integer: a variable's number, negative if negated. A proposition is a literal or the
antecedent of one of the rules of Equation 1, over literals:

    conditional   a → b           from (a → b) → (¬b → ¬a)                 (1a)
    not-both      ¬(a ∧ b) → c    from (¬(a ∧ b) → c) → (¬a → c)           (1b)
    either        (a ∨ b) → c     from ((a ∨ b) → c) → (a → c)             (1c)

The rules are tautologies: a passage has the antecedents and entails the consequents. All three are
sets of two-literal clauses, so entailment between literals is a matter of chains.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from engine.language.expressions import Form
from engine.logic.propositional.tables import columns
from engine.logic.syntax import And, Formula, Implies, Not, Or, Predicate

VARIABLES = 8
EVERYWHERE = (1 << (1 << VARIABLES)) - 1
"""The truth table that is true everywhere: 256 bits, one per valuation."""


class Kind(IntEnum):
    """What a proposition is; the number of its literals is `SLOTS[kind]`."""

    LITERAL = 0
    CONDITIONAL = 1
    NOT_BOTH = 2
    EITHER = 3


RULES = (Kind.CONDITIONAL, Kind.NOT_BOTH, Kind.EITHER)
SLOTS = (1, 2, 3, 3)
FORMS = (Form.BASIC, Form.CONDITIONAL, Form.NOT_BOTH, Form.EITHER)
"""The wording form for each kind of proposition."""

_COLUMNS = columns(VARIABLES)
TRUTH: dict[int, int] = {
    **{variable: _COLUMNS[variable - 1] for variable in range(1, VARIABLES + 1)},
    **{-variable: EVERYWHERE ^ _COLUMNS[variable - 1] for variable in range(1, VARIABLES + 1)},
}
"""The truth table of each literal."""


class Proposition(NamedTuple):
    """A literal or an instance of a rule's antecedent."""

    kind: Kind
    literals: tuple[int, ...]


def table(proposition: Proposition) -> int:
    """The valuations under which the proposition is true."""
    kind, literals = proposition
    if kind is Kind.LITERAL:
        return TRUTH[literals[0]]
    if kind is Kind.CONDITIONAL:
        return TRUTH[-literals[0]] | TRUTH[literals[1]]
    if kind is Kind.NOT_BOTH:
        return (TRUTH[literals[0]] & TRUTH[literals[1]]) | TRUTH[literals[2]]
    return (TRUTH[-literals[0]] & TRUTH[-literals[1]]) | TRUTH[literals[2]]


def together(tables: Iterable[int]) -> int:
    """The valuations under which all of them are true."""
    rows = EVERYWHERE
    for one in tables:
        rows &= one
    return rows


def says_the_same(first: Proposition, second: Proposition) -> bool:
    """Whether two are the same up to the antecedent's order or the conditional's contraposition."""
    return _unordered(first) == _unordered(second)


def distinct(propositions: Iterable[Proposition]) -> bool:
    """Whether no proposition is repeated."""
    listed = list(map(_unordered, propositions))
    return len(set(listed)) == len(listed)


def _unordered(proposition: Proposition) -> tuple[Kind, frozenset[int], int]:
    kind, literals = proposition
    if kind is Kind.CONDITIONAL:  # a → b is the same as ¬b → ¬a
        return kind, frozenset((-literals[0], literals[1])), 0
    return kind, frozenset(literals[:-1]), literals[-1]


def formula(proposition: Proposition, names: Mapping[int, str]) -> Formula:
    """The proposition as a formula; `names` are the variables' atoms."""
    literals = [
        names[one] if one > 0 else f"{_DENIED}{names[-one]}" for one in proposition.literals
    ]
    return _formula(proposition.kind, tuple(literals))


_DENIED = "¬"


@lru_cache(maxsize=1 << 15)
def _formula(kind: Kind, literals: tuple[str, ...]) -> Formula:
    """One object per formula, which makes comparing equal ones free."""
    parts = [_literal(literal) for literal in literals]
    if kind is Kind.LITERAL:
        return parts[0]
    if kind is Kind.CONDITIONAL:
        return Implies(*parts)
    if kind is Kind.NOT_BOTH:
        return Implies(Not(And(parts[0], parts[1])), parts[2])
    return Implies(Or(parts[0], parts[1]), parts[2])


@lru_cache(maxsize=1 << 8)
def _literal(text: str) -> Formula:
    if text.startswith(_DENIED):
        return Not(_literal(text.removeprefix(_DENIED)))
    return Predicate(text)
