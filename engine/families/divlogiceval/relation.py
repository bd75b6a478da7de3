"""Everything a passage entails: all literals and all ordered pairs, decided at once.

An option is a literal (x) or a pair (x, y) of literals of two variables, meaning x → y. With a
table of 256 valuations in one integer, each of the 16 literals and 224 pairs costs an operation or
two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from engine.families.divlogiceval.propositions import TRUTH, together

Option = tuple[int, ...]


def denial(option: Option) -> int:
    """The truth table of an option's negation."""
    if len(option) == 1:
        return TRUTH[-option[0]]
    return TRUTH[option[0]] & TRUTH[-option[1]]


def groups(rows: int, variables: Iterable[int]) -> tuple[list[Option], list[Option]]:
    """The entailment group and the non-entailment group over these variables (§2.1)."""
    literals = [literal for variable in variables for literal in (variable, -variable)]
    entailed: list[Option] = []
    others: list[Option] = []
    for first in literals:
        (others if rows & TRUTH[-first] else entailed).append((first,))
        possible = rows & TRUTH[first]
        for second in literals:
            if second != first and second != -first:
                (others if possible & TRUTH[-second] else entailed).append((first, second))
    return entailed, others


def needs(tables: Sequence[int], denied: int, least: int) -> bool:
    """Whether at least `least` of the tables are needed to exclude `denied`."""
    fewer = min(least - 1, len(tables))
    return all(together(some) & denied for some in combinations(tables, fewer))


def equivalent(first: Option, second: Option) -> bool:
    """Whether two options are equivalent: equal, or contrapositives."""
    return first == second or (len(first) == len(second) == 2 and first == (-second[1], -second[0]))
