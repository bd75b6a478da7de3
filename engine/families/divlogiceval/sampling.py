"""Algorithm 1 and Equation 3: the variables of a passage (DivLogicEval, App. A, B).

The paper's line 1 takes the number of propositions "between 2 and n + 1", while its text calls n
the maximum; reading it as a half-open range makes both true. Its "third rule", which uses only two
of the three variables drawn, is printed as Equation 1a.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.families.divlogiceval.propositions import RULES, VARIABLES, Kind, Proposition

_NEARLY_SPENT = 0.1
"""The probability of a variable that has occurred n - 1 times; after n times it is zero."""

_DRAWN = 3


class Occurrences:
    """Counts of each variable, and draws that favour rare ones.

    `most` is n, the most occurrences of one variable.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.counts = dict.fromkeys(range(1, VARIABLES + 1), 0)

    def add(self, literals: Sequence[int]) -> None:
        """Count each literal's variable once more."""
        for literal in literals:
            self.counts[abs(literal)] += 1

    def preferred(self) -> tuple[int, ...]:
        """The variables that options are made of: those that occur, but fewer than n times.

        Equation 3 spreads occurrences so evenly that hardly any variable reaches n. With n = 8 none
        did in 20,000 passages (six was the most), so all variables that occur are preferred; with n
        = 4 one is left out of fewer than one passage in a hundred.
        """
        return tuple(v for v, count in self.counts.items() if 0 < count < self.most)

    def draw(self, among: Sequence[int], k: int, rng: Random) -> list[int] | None:
        """`k` different variables, by Equation 3; None if too few are left."""
        pool = list(among)
        weights = self._weights(pool)
        drawn: list[int] = []
        for _ in range(k):
            if not any(weights):
                return None
            place = rng.choices(range(len(pool)), weights)[0]
            drawn.append(pool.pop(place))
            weights.pop(place)
        return drawn

    def _weights(self, pool: Sequence[int]) -> list[float]:
        counts = self.counts
        highest = max(counts.values()) + 1
        total = sum(highest - count for count in counts.values())
        return [self._weight(counts[variable], highest, total) for variable in pool]

    def _weight(self, count: int, highest: int, total: int) -> float:
        if count >= self.most:
            return 0.0
        return _NEARLY_SPENT if count == self.most - 1 else (highest - count) / total


def algorithm_1(
    n: int, with_literals: bool, rng: Random
) -> tuple[list[Proposition], Occurrences] | None:
    """The propositions of a passage, in order; None if the variables run out.

    With literals, as in the passage of Appendix H, two or more of the propositions are instances of
    rules and the rest are literals of different variables from these instances, also chosen by
    Equation 3.
    """
    occurrences = Occurrences(n)
    size = rng.randint(2, n)
    n_rules = rng.randint(2, size) if with_literals else size
    propositions = []
    for _ in range(n_rules):
        drawn = occurrences.draw(tuple(occurrences.counts), _DRAWN, rng)
        if drawn is None:
            return None
        kind = rng.choice(RULES)
        used = tuple(drawn[:2] if kind is Kind.CONDITIONAL else drawn)
        propositions.append(Proposition(kind, used))
        occurrences.add(used)
    mentioned = {abs(literal) for one in propositions for literal in one.literals}
    facts = occurrences.draw(sorted(mentioned), min(size - n_rules, len(mentioned)), rng)
    for variable in facts or ():
        propositions.append(Proposition(Kind.LITERAL, (rng.choice((variable, -variable)),)))
        occurrences.add((variable,))
    return propositions, occurrences
