"""Shortest derivations by LogicAsker's listed rules.

The length of an argument is the fewest applications of listed rules
(`engine.families.logicasker.rules.skills`) that lead from its premises to its conclusion. A
derivation is counted as a tree: a step whose result is used twice counts twice (Knuth, "A
generalization of Dijkstra's algorithm", Information Processing Letters 6, 1977; with exact sharing
the problem is hard). `engine.families.logicasker.derivation.space` bounds the formulas that a
derivation may use; within these bounds the search is exhaustive.
"""

from functools import lru_cache

from engine.families.logicasker.derivation.search import shortest_derivation
from engine.families.logicasker.derivation.trace import Derivation, DerivationStep
from engine.logic import Formula

__all__ = ["Derivation", "DerivationStep", "derivation", "shortest_derivation"]


@lru_cache(maxsize=1 << 15)
def derivation(
    premises: tuple[Formula, ...], conclusion: Formula, limit: int, needs_all: bool = False
) -> Derivation | None:
    """Find a shortest derivation of at most `limit` steps, for exactly these formulas."""
    return shortest_derivation(premises, conclusion, limit, needs_all)
