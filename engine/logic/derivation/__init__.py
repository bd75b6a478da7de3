"""Shortest derivations by the listed rules of LogicAsker.

How long an argument is: the fewest applications of listed rules
(`engine.logic.skills`) that lead
from its premises to its conclusion. A derivation is counted as a tree: a step whose result is used
twice counts twice (Knuth, "A generalization of Dijkstra's algorithm", Information Processing
Letters 6, 1977; with exact sharing the problem is hard). The formulas that a derivation may speak
of are bounded, see `engine.logic.derivation.space`; within these bounds the search
is exhaustive.
"""

from engine.logic.derivation.search import shortest_derivation
from engine.logic.derivation.trace import Derivation, DerivationStep

__all__ = ["Derivation", "DerivationStep", "shortest_derivation"]
