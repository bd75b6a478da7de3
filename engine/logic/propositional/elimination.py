"""Exact satisfiability by eliminating atoms.

After Davis and Putnam, "A computing procedure for quantification theory" (Journal of the ACM 7,
1960). Replacing the clauses that hold an atom by all their resolvents on it leaves exactly the
consequences for the other atoms. So one elimination of everything but the atoms of a query
answers both whether the query can hold and whether it can fail. Clauses may become very many on
the way: the work is bounded by counting it, never by the clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import chain
from operator import or_

from engine.core.errors import InputError
from engine.logic.propositional.clauses import Clausifier, bits_of, complement
from engine.logic.syntax import Formula, Not
from engine.logic.verdicts import Entailment

_CROWDED = 48  # clauses above which looking for subsumed ones pays, if they become more

_FEWEST = 4  # resolvents on an atom of which each literal occurs twice; others are pure or single

MAX_STEPS = 20_000_000  # pairs of clauses that one elimination may compare
_RESOLVED = 20  # what resolving a pair counts for: it is dearer and takes memory

_CONTRADICTION = {0}


class TooManySteps(InputError):
    """An elimination takes more than `MAX_STEPS`."""

    def __init__(self) -> None:
        super().__init__(f"eliminating the atoms takes more than {MAX_STEPS:,} steps")


class ClauseSet:
    """Premises in clause form, made once and questioned often.

    Sets made by one clausifier share their numbering of atoms and the clauses of equal premises.
    """

    def __init__(self, premises: Iterable[Formula], clausifier: Clausifier | None = None) -> None:
        self.clausifier = Clausifier() if clausifier is None else clausifier
        self.parts = [self.clausifier.clauses(premise) for premise in premises]

    def only(self, indexes: Iterable[int]) -> ClauseSet:
        """The set of the premises with these indexes, sharing their clauses."""
        chosen = ClauseSet((), self.clausifier)
        chosen.parts = [self.parts[index] for index in indexes]
        return chosen

    def about(self, statements: Iterable[Formula]) -> ClauseSet:
        """The consequences of the premises for the atoms of some statements, as a new set.

        It serves as well as the premises where more is added about those atoms only.
        """
        stated = reduce(or_, chain.from_iterable(map(self.clausifier.clauses, statements)), 0)
        projected = ClauseSet((), self.clausifier)
        positive = self.clausifier.positive
        kept = 3 * ((stated | stated >> 1) & positive)
        projected.parts = [list(eliminate(self.clauses(), kept, positive))]
        return projected

    def joined(self, other: ClauseSet) -> ClauseSet:
        """This set and another by the same clausifier as one."""
        both = ClauseSet((), self.clausifier)
        both.parts = self.parts + other.parts
        return both

    def clauses(self, extra: Iterable[Formula] = ()) -> set[int]:
        """The clauses of the premises and of further formulas."""
        together = set(chain.from_iterable(self.parts))
        for formula in extra:
            together.update(self.clausifier.clauses(formula))
        return together

    def satisfiable_with(self, extra: Iterable[Formula] = ()) -> bool:
        """Whether premises and extra formulas can be true together.

        Raises:
            TooManySteps: it takes more than may be taken.
        """
        clauses = self.clauses(extra)
        return not eliminate(clauses, 0, self.clausifier.positive)

    def entailment(self, query: Formula) -> Entailment:
        """The entailment status of the query; UNKNOWN past the bound on steps."""
        try:
            return self._entailment(query)
        except TooManySteps:
            return Entailment.UNKNOWN

    def _entailment(self, query: Formula) -> Entailment:
        clausifier = self.clausifier
        holds, fails = clausifier.clauses(query), clausifier.clauses(Not(query))
        positive = clausifier.positive
        asked = reduce(or_, chain(holds, fails), 0)
        kept = 3 * ((asked | asked >> 1) & positive)
        consequences = eliminate(self.clauses(), kept, positive)
        if 0 in consequences:
            return Entailment.INCONSISTENT
        return Entailment.of(
            not eliminate(consequences.union(holds), 0, positive),
            not eliminate(consequences.union(fails), 0, positive),
        )


def satisfiable(formulas: Iterable[Formula]) -> bool:
    """Whether quantifier-free formulas can be true together; exact, however many atoms.

    Raises:
        TooManySteps: it takes more than may be taken.
    """
    return ClauseSet(formulas).satisfiable_with()


def elimination_entailment(premises: Sequence[Formula], query: Formula) -> Entailment:
    """The entailment status of the query, by elimination; UNKNOWN past the bound on steps."""
    return ClauseSet(premises).entailment(query)


def eliminate(clauses: set[int], kept: int, positive: int) -> set[int]:
    """The consequences of the clauses for the atoms whose literal bits are in `kept`.

    Returns clauses over those atoms only: none if nothing follows, {0} for a contradiction.
    `positive` holds the bits of all positive literals.

    Raises:
        TooManySteps: it takes more than may be taken.
    """
    facts = steps = 0
    while True:
        once = twice = units = 0
        for clause in clauses:
            twice |= once & clause
            once |= clause
            if not clause & (clause - 1):
                if not clause:
                    return _CONTRADICTION
                units |= clause
        opposite = (once & positive) << 1 | once >> 1 & positive
        if units:
            facts |= units & kept
            false = (units & positive) << 1 | units >> 1 & positive
            if units & false:
                return _CONTRADICTION
            if units & opposite:
                clauses = {c & ~false for c in clauses if not c & units}
            else:
                clauses = {c for c in clauses if not c & units}
            continue
        free = once & ~kept
        if pure := free & ~opposite:
            clauses = {clause for clause in clauses if not clause & pure}
        elif free:
            single = free & ~twice
            literal = single & -single or _cheapest(clauses, free & positive)
            clauses, taken = _resolve_away(clauses, literal, positive, MAX_STEPS - steps)
            steps += taken
        else:
            return clauses.union(bits_of(facts)) if facts else clauses


def _resolve_away(
    clauses: set[int], literal: int, positive: int, limit: int
) -> tuple[set[int], int]:
    """Replace the clauses that hold an atom by their resolvents on it; also the steps taken."""
    negated = complement(literal)
    both = literal | negated
    with_it = [clause ^ literal for clause in clauses if clause & literal]
    against = [clause ^ negated for clause in clauses if clause & negated]
    steps = _RESOLVED * len(with_it) * len(against)
    if steps > limit:
        raise TooManySteps
    rest = {clause for clause in clauses if not clause & both}
    for first in with_it:
        for second in against:
            resolvent = first | second
            if not resolvent & resolvent >> 1 & positive:
                rest.add(resolvent)
    if len(rest) <= max(_CROWDED, len(clauses)):
        return rest, steps
    steps += len(rest) ** 2 // 2
    if steps > limit:
        raise TooManySteps
    return _without_subsumed(rest), steps


def _cheapest(clauses: set[int], candidates: int) -> int:
    """The atom (as its positive literal) whose elimination makes the fewest resolvents."""
    digits: list[int] = []  # of how often each literal occurs, in binary, for all literals at once
    for clause in clauses:
        carried = clause
        for place, digit in enumerate(digits):
            digits[place] = digit ^ carried
            carried &= digit
            if not carried:
                break
        else:
            digits.append(carried)
    best, least = 0, -1
    for literal in bits_of(candidates):
        count = _count(digits, literal) * _count(digits, literal << 1)
        if least < 0 or count < least:
            best, least = literal, count
            if count <= _FEWEST:
                break
    return best


def _count(digits: Sequence[int], literal: int) -> int:
    return sum([1 << place for place, digit in enumerate(digits) if digit & literal])


def _without_subsumed(clauses: set[int]) -> set[int]:
    """Drop each clause that contains another."""
    kept: list[int] = []
    for clause in sorted(clauses, key=int.bit_count):
        if not any(shorter & clause == shorter for shorter in kept):
            kept.append(clause)
    return set(kept)
