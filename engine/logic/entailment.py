"""What follows from premises with quantifiers, and what does not, each shown in two ways.

That a conclusion follows is shown by instances (`herbrand`), by our own procedure, and by Z3; that
it does not, by a least finite structure, which Z3 looks at as well. What neither a proof nor a
structure of few individuals settles has no answer here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

import z3

from engine.logic.herbrand import can_be_true
from engine.logic.models import find_countermodel
from engine.logic.solver import validity
from engine.logic.structures import Structure, rows
from engine.logic.syntax import (
    And,
    Constant,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Term,
)
from engine.logic.verdicts import Verdict

LARGEST = 4
"""Individuals that a structure may have which shows that something does not follow."""
_RLIMIT = 1_000_000  # Z3's resource units for one proof; these take some ten thousands
_KEPT = 1 << 12

_z3: Any = z3  # the binding carries no types
Premises = tuple[Formula, ...]


class Support(NamedTuple):
    """The smallest set of premises that a conclusion follows from, the first of them in order.

    The premise at index 0 is taken for granted and not among the `sources`. `counters` are
    structures, one for each set of premises that is smaller by one, in which the set holds and the
    conclusion does not.
    """

    sources: tuple[int, ...]
    counters: tuple[Structure, ...]


@lru_cache(maxsize=_KEPT)
def least_countermodel(premises: Premises, conclusion: Formula) -> Structure | None:
    """The least structure that shows that the conclusion does not follow; None if all are large."""
    return find_countermodel(premises, conclusion, LARGEST)


@lru_cache(maxsize=_KEPT)
def follows(premises: Premises, conclusion: Formula) -> bool | None:
    """Whether the conclusion follows, by our own procedures; None where they do not settle it."""
    if least_countermodel(premises, conclusion) is not None:
        return False
    possible = can_be_true([*premises, Not(conclusion)])
    return None if possible is None else not possible


@lru_cache(maxsize=_KEPT)
def follows_for_z3(premises: Premises, conclusion: Formula) -> bool | None:
    """Whether the conclusion follows, by Z3; None where it does not settle it."""
    verdict = validity(premises, conclusion, _RLIMIT)
    return None if verdict is Verdict.UNKNOWN else verdict is Verdict.VALID


@lru_cache(maxsize=_KEPT)
def smallest_support(premises: Premises, conclusion: Formula) -> Support | None:
    """The fewest premises, beside the first, that a conclusion follows from.

    None if it does not follow, or if that is not settled of some set that is no larger.
    """
    numbers = range(1, len(premises))
    counters: list[Structure] = []
    for size in range(len(premises)):
        smaller, counters = counters, []
        for sources in combinations(numbers, size):
            some = (premises[0], *(premises[at] for at in sources))
            holds = follows(some, conclusion)
            if holds is None:
                return None
            if holds:
                return Support(sources, tuple(smaller))
            found = least_countermodel(some, conclusion)
            counters += [] if found is None else [found]
    return None


def holds_for_z3(structure: Structure, formula: Formula) -> bool:
    """Whether Z3 finds a closed formula true in a structure."""
    return bool(_z3.is_true(_z3.simplify(_ground(formula, structure, {}))))


def _ground(node: Formula, structure: Structure, env: Mapping[Term, int]) -> Any:
    match node:
        case Predicate(name=name, args=args):
            row = tuple(
                structure.constants[t.name] if isinstance(t, Constant) else env[t] for t in args
            )
            return _z3.BoolVal(row in structure.predicates.get((name, len(args)), ()))
        case Quantified(variable=variable, body=body):
            elements = [row[0] for row in rows(structure.size, 1)]
            parts = [_ground(body, structure, {**env, variable: e}) for e in elements]
            return (_z3.And if isinstance(node, Forall) else _z3.Or)(*parts)
        case _:
            parts = [_ground(child, structure, env) for child in node.children]
            return _JOINED[type(node)](*parts)


_JOINED: Mapping[type[Formula], Any] = {
    Not: _z3.Not,
    And: _z3.And,
    Or: _z3.Or,
    Implies: _z3.Implies,
    Iff: lambda left, right: left == right,
}
