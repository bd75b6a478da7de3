"""Algorithm 1, Equation 3 and the entailment relation."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.families.divlogiceval.propositions import (
    SLOTS,
    Kind,
    Proposition,
    formula,
    table,
    together,
)
from engine.families.divlogiceval.question import as_proposition
from engine.families.divlogiceval.relation import Option, denial, groups, needs
from engine.families.divlogiceval.sampling import Occurrences, algorithm_1
from engine.logic import Entailment, entailment

NAMES = {variable: f"p{variable}" for variable in range(1, 9)}
LITERALS = st.integers(min_value=1, max_value=8).flatmap(lambda v: st.sampled_from((v, -v)))
PROPOSITIONS = st.builds(
    lambda kind, literals: Proposition(kind, tuple(literals[: SLOTS[kind]])),
    st.sampled_from(list(Kind)),
    st.lists(LITERALS, min_size=3, max_size=3, unique_by=abs),
)

# Appendix H of the paper, with its five propositions and four options
A, B, C, D, E = 1, 2, 3, 4, 5
APPENDIX_H = [
    Proposition(Kind.EITHER, (A, B, C)),
    Proposition(Kind.LITERAL, (-C,)),
    Proposition(Kind.LITERAL, (D,)),
    Proposition(Kind.NOT_BOTH, (C, D, E)),
    Proposition(Kind.LITERAL, (-B,)),
]
OPTIONS_OF_H: list[Option] = [(A,), (-E, -A), (E,), (A, D)]


def test_the_item_that_the_paper_prints_has_its_published_answer() -> None:
    rows = together(map(table, APPENDIX_H))
    assert [not rows & denial(option) for option in OPTIONS_OF_H] == [False, True, True, True]


def test_one_option_of_that_item_needs_but_one_proposition() -> None:
    tables = list(map(table, APPENDIX_H))
    needed = [needs(tables, denial(option), 2) for option in OPTIONS_OF_H[1:]]
    assert needed == [True, True, False]


@given(st.lists(PROPOSITIONS, min_size=1, max_size=5))
def test_the_relation_is_entailment(passage: list[Proposition]) -> None:
    rows = together(map(table, passage))
    if not rows:
        return
    entailed, others = groups(rows, (1, 2, 5))
    assert len(entailed) + len(others) == 6 + 6 * 4
    premises = [formula(one, NAMES) for one in passage]
    for option in (*entailed, *others):
        found = entailment(premises, formula(as_proposition(option), NAMES))
        assert (found is Entailment.ENTAILED) == (option in entailed)


@given(st.integers(min_value=3, max_value=12), st.booleans(), st.randoms(use_true_random=False))
def test_a_passage_keeps_the_bounds_of_algorithm_1(
    n: int, with_literals: bool, rng: Random
) -> None:
    made = algorithm_1(n, with_literals, rng)
    if made is None:
        return
    propositions, occurrences = made
    assert 2 <= len(propositions) <= n
    counted = Counter(abs(literal) for one in propositions for literal in one.literals)
    assert {v: count for v, count in occurrences.counts.items() if count} == counted
    assert max(counted.values()) <= n
    rules = [one for one in propositions if one.kind is not Kind.LITERAL]
    assert len(rules) >= 2
    assert with_literals or len(rules) == len(propositions)
    assert all(literal > 0 for one in rules for literal in one.literals)
    assert set(occurrences.preferred()) == {v for v, count in counted.items() if count < n}


def test_rare_variables_are_drawn_by_equation_3() -> None:
    occurrences = Occurrences(most=8)
    occurrences.add((1, 1, 1, 2))  # weights: 1, 3, and six times 4, of 28
    rng = Random(1)
    drawn = Counter(occurrences.draw(range(1, 9), 1, rng)[0] for _ in range(14_000))  # type: ignore[index]
    assert drawn[1] == pytest.approx(500, abs=90)
    assert drawn[2] == pytest.approx(1_500, abs=150)
    assert drawn[8] == pytest.approx(2_000, abs=170)


def test_spent_variables_are_not_drawn() -> None:
    occurrences = Occurrences(most=2)
    occurrences.add((1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6))
    rng = Random(1)
    drawn = occurrences.draw(range(1, 9), 2, rng)
    assert drawn is not None
    assert set(drawn) == {7, 8}
    assert occurrences.draw(range(1, 9), 3, rng) is None
