"""The listed rules prepared for a search: patterns over numbered formulas.

A propositional rule is stored once; its universal and existential versions are the same patterns
below a quantifier. A rule *builds up* if its premises are parts of its conclusion (addition,
conjunction, double negation, idempotence backwards). Applied freely it would never end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from engine.families.logicasker.derivation.terms import (
    ALL,
    ALL_Y,
    AND,
    IFF,
    IMPLIES,
    NOT,
    OR,
    SOME,
    SOME_Y,
)
from engine.families.logicasker.rules.lifting import Lift, Schema
from engine.families.logicasker.rules.skills import skills
from engine.logic.occurrences import subformulas
from engine.logic.syntax import (
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
    Quantified,
    Top,
    Variable,
)

_CODES: dict[type[Formula], int] = {And: AND, Or: OR, Implies: IMPLIES, Iff: IFF, Not: NOT}
_BINDERS: dict[type[Formula], tuple[int, int]] = {
    Forall: (ALL, ALL_Y),
    Exists: (SOME, SOME_Y),
}

PROPOSITION, PREDICATE, RELATION, CONSTANT, ARBITRARY = range(5)
"""What a letter stands for: a closed formula, one open in x, one in x and y, or a name."""


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a pattern: a connective or binder (`op`), or a letter (`op` is −1).

    A letter with a `name` is a predicate applied to that name. One that `is_turned` is a relation
    whose outer individual comes second.
    """

    op: int
    parts: tuple[Node, ...] = ()
    letter: int = -1
    name: int = -1
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """A rule: patterns of its premises and conclusion, and the kinds of its letters.

    `letters_of` are the letters of each premise; `free` are those only in the conclusion.
    """

    key: str
    premises: tuple[Node, ...]
    conclusion: Node
    kinds: tuple[int, ...]
    letters_of: tuple[tuple[int, ...], ...]
    free: tuple[int, ...]
    is_lifted: bool
    builds_up: bool
    is_law: bool

    def key_in(self, modes: Sequence[int]) -> str:
        """The key of the version whose premises are below these quantifiers."""
        if not any(modes):
            return self.key
        if SOME not in modes:
            return f"{self.key}.universal"
        number = f".{modes.index(SOME) + 1}" if len(modes) > 1 else ""
        return f"{self.key}.existential{number}"


@cache
def patterns() -> tuple[Pattern, ...]:
    """All listed rules with premises, except those with ⊤ or ⊥."""
    found: dict[str, Pattern] = {}
    for skill in skills():
        if skill.is_fallacy or skill.lift is not Lift.NONE:
            continue
        for schema in skill.schemas:
            formulas = (*schema.premises, schema.conclusion)
            if any(isinstance(n, Top | Bottom) for f in formulas for n in subformulas(f)):
                continue
            lifts, is_law = skill.logic == "propositional", skill.category == "equivalence"
            found[schema.key] = _pattern(schema, lifts, is_law)
    return tuple(found.values())


def _pattern(schema: Schema, lifts: bool, is_law: bool) -> Pattern:
    letters: dict[object, int] = {}
    kinds: list[int] = []

    def letter(key: object, kind: int) -> int:
        if key not in letters:
            letters[key] = len(kinds)
            kinds.append(kind)
        return letters[key]

    def node(formula: Formula, bound: tuple[Variable, ...]) -> Node:
        match formula:
            case Predicate(name=name, args=()):
                return Node(-1, letter=letter(name, PROPOSITION))
            case Predicate(name=name, args=(term,)):
                if term in bound:
                    return Node(-1, letter=letter(name, PREDICATE))
                kind = CONSTANT if isinstance(term, Constant) else ARBITRARY
                return Node(-1, letter=letter(name, PREDICATE), name=letter(term, kind))
            case Predicate(name=name, args=terms):
                is_turned = terms == bound[::-1]
                return Node(-1, letter=letter(name, RELATION), is_turned=is_turned)
            case Quantified(variable=variable, body=body):
                inner = (*bound, variable)
                return Node(_BINDERS[type(formula)][len(bound)], (node(body, inner),))
            case _:
                return Node(
                    _CODES[type(formula)], tuple(node(part, bound) for part in formula.children)
                )

    premises = tuple(node(premise, ()) for premise in schema.premises)
    conclusion = node(schema.conclusion, ())
    letters_of = tuple(tuple(sorted(_letters(premise))) for premise in premises)
    bound = {i for found in letters_of for i in found}
    parts = set(subformulas(schema.conclusion)) - {schema.conclusion}
    return Pattern(
        key=schema.key,
        premises=premises,
        conclusion=conclusion,
        kinds=tuple(kinds),
        letters_of=letters_of,
        free=tuple(sorted(_letters(conclusion) - bound)),
        is_lifted=lifts,
        builds_up=parts.issuperset(schema.premises),
        is_law=is_law,
    )


def _letters(node: Node) -> set[int]:
    own = {i for i in (node.letter, node.name) if i >= 0}
    return own.union(*map(_letters, node.parts))


Bound = list[int]
Matcher = Callable[[list[int], list[int], list[int], int, Bound], bool]
"""Takes connectives, left and right parts, a formula, and values of letters (−1: unbound)."""

Builder = Callable[[Callable[..., int], Sequence[int]], int]
"""Takes `Terms.make` and the values of letters."""


def matcher(node: Node) -> Matcher:
    """Compile a pattern without names to a function that matches formulas and binds letters."""
    if node.op < 0:
        letter = node.letter

        def bind(
            ops: list[int], left: list[int], right: list[int], number: int, bound: Bound
        ) -> bool:
            known = bound[letter]
            if known < 0:
                bound[letter] = number
                return True
            return known == number

        return bind
    op, first = node.op, matcher(node.parts[0])
    if len(node.parts) == 1:
        return lambda ops, left, right, number, bound: (
            ops[number] == op and first(ops, left, right, left[number], bound)
        )
    second = matcher(node.parts[1])
    return lambda ops, left, right, number, bound: (
        ops[number] == op
        and first(ops, left, right, left[number], bound)
        and second(ops, left, right, right[number], bound)
    )


def builder(node: Node) -> Builder:
    """Compile a pattern without names to a function that builds its formula."""
    if node.op < 0:
        letter = node.letter
        return lambda make, bound: bound[letter]
    op, first = node.op, builder(node.parts[0])
    if len(node.parts) == 1:
        return lambda make, bound: make(op, first(make, bound))
    second = builder(node.parts[1])
    return lambda make, bound: make(op, first(make, bound), second(make, bound))
