from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.statistics import Alike, bootstrap, wilson


def test_equal_seeds_give_equal_intervals() -> None:
    kinds = [Alike(30, 1, (0.25,)), Alike(70, 1, (1.0,))]
    assert bootstrap(kinds, Random(1)) == bootstrap(kinds, Random(1))
    assert bootstrap(kinds, Random(1)) != bootstrap(kinds, Random(2))


def test_the_interval_of_a_share_is_near_wilsons() -> None:
    [interval] = bootstrap([Alike(300, 1, (1.0,)), Alike(700, 1, (0.0,))], Random(0), 20_000)
    assert interval == pytest.approx(wilson(300, 1000), abs=0.003)


def test_drawing_kinds_is_drawing_groups() -> None:
    """Against the bootstrap as it is usually written: indexes drawn with replacement."""
    sizes = np.array([1, 1, 2, 3, 1, 2] * 20)
    sums = np.array([0.0, 0.125, 1.5, 3.0, 1.0, 0.25] * 20)
    generator = np.random.default_rng(5)
    drawn = generator.integers(0, len(sizes), (20_000, len(sizes)))
    low, high = np.quantile(sums[drawn].sum(1) / sizes[drawn].sum(1), (0.025, 0.975))
    kinds = [Alike(20, int(n), (float(s),)) for n, s in zip(sizes[:6], sums[:6], strict=True)]
    [interval] = bootstrap(kinds, Random(0), 20_000)
    assert interval == pytest.approx((low, high), abs=0.004)


def test_twins_that_agree_count_once() -> None:
    """Sixty pairs of equal items tell no more than sixty items."""
    [single] = bootstrap([Alike(20, 1, (1.0,)), Alike(40, 1, (0.0,))], Random(0), 20_000)
    [twins] = bootstrap([Alike(20, 2, (2.0,)), Alike(40, 2, (0.0,))], Random(0), 20_000)
    assert twins == pytest.approx(single, abs=0.01)


@pytest.mark.parametrize("value", [0.0, 0.25, 1.0])
def test_groups_all_alike_leave_room_for_what_was_not_seen(value: float) -> None:
    [interval] = bootstrap([Alike(40, 1, (value,))], Random(0))
    assert interval.low <= value <= interval.high
    assert interval.high - interval.low == pytest.approx(wilson(0, 40).high)


def test_metrics_that_do_not_vary_stand_beside_those_that_do() -> None:
    share, nothing = bootstrap([Alike(20, 1, (0.25, 0.0)), Alike(20, 1, (0.5, 0.0))], Random(0))
    assert share.low < 0.375 < share.high
    assert nothing.low == 0
    assert nothing.high == wilson(0, 40).high


def test_nothing_cannot_be_resampled() -> None:
    with pytest.raises(ValueError, match="nothing to resample"):
        bootstrap([], Random(0))


@given(
    st.lists(
        st.builds(
            lambda groups, share: Alike(groups, 2, (2 * share,)),
            st.integers(1, 50),
            st.floats(0, 1),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_an_interval_lies_within_nought_and_one(kinds: list[Alike]) -> None:
    [interval] = bootstrap(kinds, Random(0), 200)
    assert -1e-9 <= interval.low <= interval.high <= 1 + 1e-9
