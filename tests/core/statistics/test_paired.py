from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.statistics import mcnemar, paired_difference

counts = st.integers(0, 120)


def test_the_airway_example_of_fagerland_and_others() -> None:
    assert mcnemar(1, 7) == pytest.approx(18 / 256)


@given(counts, counts)
def test_exact_arithmetic_agrees(b: int, c: int) -> None:
    n, least = b + c, min(b, c)
    tail = Fraction(sum(comb(n, k) for k in range(least + 1)), 2**n)
    assert mcnemar(b, c) == pytest.approx(float(min(Fraction(1), 2 * tail)), rel=1e-9)


@given(counts, counts)
def test_the_order_of_the_models_does_not_matter(b: int, c: int) -> None:
    assert mcnemar(b, c) == mcnemar(c, b)


def test_no_discordant_pair_is_no_evidence() -> None:
    assert mcnemar(0, 0) == 1.0


def test_a_million_pairs_are_no_trouble() -> None:
    assert 0 < mcnemar(499_000, 501_000) < 0.05


def test_negative_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        mcnemar(-1, 2)


def test_the_airway_example_has_the_published_interval() -> None:
    # 1 of 21 better and 7 worse: Fagerland and others (2014), the adjusted interval of their table
    low, high = paired_difference(1, 7, 21)
    assert (low, high) == pytest.approx((0.013, 0.508), abs=5e-4)


@given(counts, counts, st.integers(1, 500))
def test_the_interval_of_a_difference_turns_with_the_models(b: int, c: int, alike: int) -> None:
    n = b + c + alike
    low, high = paired_difference(b, c, n)
    assert -1 <= low < high <= 1
    assert paired_difference(c, b, n) == pytest.approx((-high, -low))


def test_more_discordant_pairs_than_pairs_are_refused() -> None:
    with pytest.raises(ValueError, match="no discordant pairs"):
        paired_difference(3, 4, 6)
