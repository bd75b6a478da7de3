"""Entailment from quantified premises, shown both ways by several procedures.

That a conclusion follows is shown by instances (`herbrand`, our own procedure), Z3 and cvc5; that
it does not, by a smallest finite structure, which Z3 checks too. A question settled by neither
proof nor small structure has no answer here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

import z3

from engine.core.errors import InputError
from engine.logic.first_order.cvc5_prover import is_proved_by_cvc5
from engine.logic.first_order.herbrand import contradict
from engine.logic.first_order.models import find_model
from engine.logic.first_order.quantified_session import is_proved_by_z3
from engine.logic.first_order.solver import validity
from engine.logic.first_order.structures import Assignment, Structure, instantiate
from engine.logic.propositional.literals import negate
from engine.logic.syntax import (
    And,
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
)
from engine.logic.verdicts import Verdict

LARGEST = 6
"""The largest domain of a structure that shows that something does not follow."""
_CHOICES = 1_000  # of the search for one structure; nearly all that there are take below 100
_RLIMIT = 1_000_000  # Z3's resource units for one proof; these take some ten thousands
_KEPT = 1 << 12

_z3: Any = z3  # the binding carries no types
Premises = tuple[Formula, ...]
Refute = Callable[[Premises, Formula], Structure | None]
"""Finds a structure in which premises are true and a conclusion is false, or gives up."""


class Support(NamedTuple):
    """A smallest set of premises that entails a conclusion; ties go to the first in order.

    The premise at index 0 is taken for granted and not among the `sources`. `counters` are
    structures, one for each set of premises that is smaller by one, in which the set holds and the
    conclusion does not.
    """

    sources: tuple[int, ...]
    counters: tuple[Structure, ...]


@lru_cache(maxsize=_KEPT)
def least_countermodel(premises: Premises, conclusion: Formula) -> Structure | None:
    """The least structure showing that the conclusion does not follow.

    None if it is large, or not found within the bound of the search, or if there is none.
    """
    return least_structure((*premises, negate(conclusion)), _least_size(premises[:1]))


def least_structure(formulas: Premises, min_size: int = 1) -> Structure | None:
    """The least structure, from that size, in which all formulas are true; None as above."""
    try:
        return find_model(formulas, LARGEST, min_size=min_size, choices=_CHOICES)
    except InputError:
        return None


@lru_cache(maxsize=_KEPT)
def _least_size(premises: Premises) -> int:
    """A lower bound on the size of models of the premises."""
    found = least_structure(premises) if premises else None
    return 1 if found is None else found.size


@lru_cache(maxsize=_KEPT)
def follows(
    premises: Premises, conclusion: Formula, refute: Refute = least_countermodel
) -> bool | None:
    """Whether the conclusion follows, by our own procedures; None if unsettled.

    Structures are tried first; proofs are sought only if there seem to be none.
    """
    if refute(premises, conclusion) is not None:
        return False
    return True if is_proved(premises, conclusion) else None


@lru_cache(maxsize=_KEPT)
def is_proved(premises: Premises, conclusion: Formula) -> bool:
    """Whether instances contradict premises, the first and any others, with a denied conclusion.

    The denial stands first and the first premise last: the individuals that the others speak of
    are those that it has to be looked at for. Instances of fewer premises may be a proof where
    those of all are more than can be made.
    """
    if contradict([negate(conclusion), *premises[1:], *premises[:1]]):
        return True
    fewer = combinations(premises[1:], max(len(premises) - 2, 0))
    return len(premises) > 1 and any(is_proved((premises[0], *some), conclusion) for some in fewer)


@lru_cache(maxsize=_KEPT)
def follows_for_z3(premises: Premises, conclusion: Formula) -> bool | None:
    """Whether the conclusion follows, by Z3; None if unsettled.

    What its session, which spares the making of a solver, does not prove with half as much work is
    asked of a fresh solver, so that no answer depends on what was asked before.
    """
    if is_proved_by_z3(premises, conclusion):
        return True
    verdict = validity(premises, conclusion, _RLIMIT)
    return None if verdict is Verdict.UNKNOWN else verdict is Verdict.VALID


def doubting_prover(premises: Premises, conclusion: Formula) -> str | None:
    """The prover, cvc5 or Z3, that fails to prove that the conclusion follows; None if both do.

    cvc5 is asked first, because it gives up sooner.
    """
    if not is_proved_by_cvc5(premises, conclusion):
        return "cvc5"
    return None if follows_for_z3(premises, conclusion) else "Z3"


@lru_cache(maxsize=_KEPT)
def smallest_support(
    premises: Premises, conclusion: Formula, refute: Refute = least_countermodel
) -> Support | None:
    """The fewest premises, beside the first, that a conclusion follows from.

    None if it does not follow, or if that is not settled of some set that is no larger.
    """
    numbers = range(1, len(premises))
    counters: list[Structure] = []
    for size in range(len(premises)):
        smaller, counters = counters, []
        for sources in combinations(numbers, size):
            some = (premises[0], *(premises[at] for at in sources))
            holds = follows(some, conclusion, refute)
            if holds is None:
                return None
            if holds:
                return Support(sources, tuple(smaller))
            found = refute(some, conclusion)
            counters += [] if found is None else [found]
    return None


def all_hold_for_z3(structure: Structure, formulas: Iterable[Formula]) -> bool:
    """Whether Z3 finds closed formulas true in a structure.

    It parses them as one text; building each part by a call takes three times as long.
    """
    assertions = " ".join(f"(assert {_ground(formula, structure)})" for formula in formulas)
    return all(_z3.is_true(_z3.simplify(one)) for one in _z3.parse_smt2_string(assertions))


def _ground(formula: Formula, structure: Structure) -> str:
    """A closed formula with all its atoms replaced by their truth, as SMT-LIB has it."""

    def truth(node: Formula, assigned: Assignment) -> str:
        assert isinstance(node, Predicate | Equals)
        terms = (node.left, node.right) if isinstance(node, Equals) else node.args
        row = tuple(
            structure.constants[t.name] if isinstance(t, Constant) else assigned[t] for t in terms
        )
        if isinstance(node, Equals):
            return "true" if row[0] == row[1] else "false"
        return "true" if row in structure.predicates.get((node.name, len(row)), ()) else "false"

    def joined(node: Formula, parts: Sequence[str]) -> str:
        return f"({_JOINED[type(node)]} {' '.join(parts)})"

    return instantiate(formula, structure.size, {}, truth, joined)


_JOINED: Mapping[type[Formula], str] = {
    Not: "not", And: "and", Or: "or", Implies: "=>", Iff: "=", Forall: "and", Exists: "or"
}  # fmt: skip
