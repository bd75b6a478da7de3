from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest  # type: ignore[import-untyped]

from engine.core.statistics import Estimated, mean_interval, wilson


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [
        # Newcombe (1998), Table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_newcombes_table(k: int, n: int, low: float, high: float) -> None:
    assert wilson(k, n) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_is_that_of_scipy(pair: tuple[int, int]) -> None:
    theirs = binomtest(*pair).proportion_ci(0.95, "wilson")
    assert wilson(*pair) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


def test_without_trials_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_all_and_none_reach_the_ends_exactly() -> None:
    assert wilson(0, 7).low == 0.0
    assert wilson(7, 7).high == 1.0


@pytest.mark.parametrize(("k", "n"), [(-1, 3), (4, 3), (1, 0)])
def test_what_is_no_proportion_is_refused(k: int, n: int) -> None:
    with pytest.raises(ValueError, match="not a proportion"):
        wilson(k, n)


@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_holds_the_share_and_mirrors(pair: tuple[int, int]) -> None:
    k, n = pair
    low, high = wilson(k, n)
    assert 0 <= low <= k / n <= high <= 1
    mirrored = wilson(n - k, n)
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx((low, high), abs=1e-12)


def test_the_mean_of_alike_shares_is_the_surer_the_more_there_are() -> None:
    one = Estimated(0.4, 0.3, 0.55)
    assert mean_interval([one]) == pytest.approx(one)
    assert mean_interval([one] * 4) == pytest.approx((0.4, 0.35, 0.475))


def test_a_mean_of_all_right_stays_below_certainty() -> None:
    sure = Estimated(1.0, *wilson(20, 20))
    value, low, high = mean_interval([sure, sure])
    assert (value, high) == (1.0, 1.0)
    assert sure.low < low < 1.0


def test_there_is_no_mean_of_nothing() -> None:
    with pytest.raises(ValueError, match="nothing"):
        mean_interval([])
