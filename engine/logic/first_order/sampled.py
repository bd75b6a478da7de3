"""Evaluate formulas in many random structures at once, a quick test of joint satisfiability.

A structure in which all formulas are true proves that they are satisfiable; finding none proves
nothing. What a formula is in them is one integer with a bit for each structure, so that a
connective takes one operation for all. The structures are the same in every process: what a symbol
means in them is seeded by its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import and_, or_
from random import Random

from engine.core.errors import InputError
from engine.logic.first_order.structures import Assignment, instantiate
from engine.logic.occurrences import closed
from engine.logic.syntax import (
    And,
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
    Variable,
)

N_STRUCTURES = 1 << 13
ALL = (1 << N_STRUCTURES) - 1
_SIZE = 2
"""Individuals of each: enough for most of what a short argument leaves open."""
_SHALLOW = 12
"""Depth up to which each part is looked at by itself: a quantifier doubles what there is to see."""

_UNKNOWN = "structures are sampled for ¬, ∧, ∨, →, ↔ and quantifiers alone"


@lru_cache(maxsize=1 << 13)
def where_true(formula: Formula) -> int:
    """The sampled structures in which a formula is true, as bits.

    Free variables are arbitrary individuals: a formula counts as its universal closure.

    Raises:
        InputError: the formula has ⊤, ⊥, ⊕ or an identity.
    """
    if formula.depth > _SHALLOW:
        return instantiate(closed(formula), _SIZE, {}, _where_atom, _joined)
    try:
        return _where(formula, ())
    except KeyError:  # a free variable
        return _where(closed(formula), ())


@lru_cache(maxsize=1 << 14)
def _where(node: Formula, assigned: tuple[tuple[Variable, int], ...]) -> int:
    """The same where variables stand for individuals; what formulas share is found once."""
    if isinstance(node, Quantified):
        envs = [(*assigned, (node.variable, each)) for each in range(_SIZE)]
        return _joined(node, [_where(node.body, one) for one in envs])
    if not node.children:
        return _where_atom(node, dict(assigned))
    return _joined(node, [_where(part, assigned) for part in node.children])


def _where_atom(node: Formula, assigned: Assignment) -> int:
    match node:
        case Predicate(name=name, args=args):
            return _atom(name, tuple([_meant(term, assigned) for term in args]))
        case _:
            raise InputError(_UNKNOWN)


def _meant(term: Term, assigned: Assignment) -> int | Term:
    return assigned[term] if isinstance(term, Variable) else term


def _joined(node: Formula, parts: Sequence[int]) -> int:
    match node:
        case Not():
            return ALL ^ parts[0]
        case And() | Forall():
            return reduce(and_, parts)
        case Or() | Exists():
            return reduce(or_, parts)
        case Implies():
            return ALL ^ parts[0] | parts[1]
        case Iff():
            return ALL ^ parts[0] ^ parts[1]
        case _:
            raise InputError(_UNKNOWN)


@lru_cache(maxsize=1 << 12)
def _atom(name: str, args: tuple[int | Term, ...]) -> int:
    """Where a predicate is true of individuals, or of what names stand for.

    The two individuals are alike in most things: if not, many universals were hardly ever true.
    """
    for at, term in enumerate(args):
        if not isinstance(term, int):
            second = Random(term.name).getrandbits(N_STRUCTURES)
            instances = [_atom(name, (*args[:at], each, *args[at + 1 :])) for each in range(_SIZE)]
            return instances[0] & ~second | instances[1] & second
    first = Random(name).getrandbits(N_STRUCTURES)
    if not any(args):
        return first
    rng = Random(f"{name}{args}")
    return first ^ rng.getrandbits(N_STRUCTURES) & rng.getrandbits(N_STRUCTURES // 2)
