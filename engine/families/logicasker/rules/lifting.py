"""Argument schemas: rules read in one direction and lifted into predicate logic.

A propositional schema is lifted by making each letter a predicate of one individual: universally,
with ∀ before every formula; or existentially, with ∃ before the conclusion and exactly one premise,
wherever possible, and ∀ before the others. Source: LogicAsker, §3.1 ("extended skills"), and the
placements in its published generator.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.logic.proofs.rules import Rule
from engine.logic.syntax import (
    Binary,
    Bottom,
    Exists,
    Forall,
    Formula,
    Not,
    Predicate,
    Quantified,
    Top,
    Variable,
)
from engine.logic.traversal import fold

X = Variable("x")


class Lift(StrEnum):
    """How the propositional letters of a schema are read."""

    NONE = "none"
    UNIVERSAL = "universal"
    EXISTENTIAL = "existential"


@dataclass(frozen=True, slots=True)
class Schema:
    """An argument pattern; `key` is the rule's, then direction and placement.

    `placed` is the premise with ∃ in an existential version.
    """

    key: str
    rule: str
    premises: tuple[Formula, ...]
    conclusion: Formula
    lift: Lift = Lift.NONE
    placed: int | None = None


def schema_of(rule: Rule, *, reversed_: bool = False) -> Schema:
    """A rule as a schema; a law can also be read backwards."""
    if not reversed_:
        return Schema(rule.key, rule.key, rule.premises, rule.conclusion)
    return Schema(f"{rule.key}.reversed", rule.key, (rule.conclusion,), rule.premises[0])


def lifted(schema: Schema, lift: Lift) -> Iterator[Schema]:
    """The versions of a propositional schema: one, or one for each premise that can have ∃."""
    if lift is Lift.NONE:
        yield schema
        return
    premises = [_predicated(premise) for premise in schema.premises]
    conclusion = _predicated(schema.conclusion)
    if lift is Lift.UNIVERSAL:
        all_premises = tuple(Forall(X, premise) for premise in premises)
        key = f"{schema.key}.universal"
        yield Schema(key, schema.rule, all_premises, Forall(X, conclusion), lift)
        return
    for placed in range(len(premises)):
        quantified = tuple(
            (Exists if at == placed else Forall)(X, premise) for at, premise in enumerate(premises)
        )
        number = f".{placed + 1}" if len(premises) > 1 else ""
        key = f"{schema.key}.existential{number}"
        yield Schema(key, schema.rule, quantified, Exists(X, conclusion), lift, placed)


def _predicated(formula: Formula) -> Formula:
    """The formula with each propositional letter p turned into P(x)."""

    def combine(node: Formula, parts: tuple[Formula, ...]) -> Formula:
        match node:
            case Predicate(name=name):
                return Predicate(name.upper(), (X,))
            case Binary() | Not():
                return type(node)(*parts)
            case _:
                return node

    return fold(formula, combine)


def in_no_domain(formula: Formula) -> Formula:
    """What a closed formula says about an empty domain, as a propositional formula.

    There every universal is true and every existential false. A name would denote nothing, so the
    caller must exclude atoms with arguments.
    """

    def combine(node: Formula, parts: tuple[Formula, ...]) -> Formula:
        match node:
            case Quantified():
                return Top() if isinstance(node, Forall) else Bottom()
            case Binary() | Not():
                return type(node)(*parts)
            case _:
                return node

    return fold(formula, combine)
