"""Shrunken shares, false discoveries and luck, against answers known from elsewhere."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control  # type: ignore[import-untyped]

from engine.core.statistics import (
    Counts,
    Prior,
    allocate,
    as_low_by_luck,
    benjamini_hochberg,
    fit_mixture,
    fit_prior,
    forecast,
    lower_tail,
    mean_share,
    wilson,
)


def test_benjamini_hochberg_on_the_example_of_its_paper() -> None:
    # 15 tests on thrombolysis; at a rate of 0.05 the first four are rejected
    p_values = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344]
    p_values += [0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0]
    adjusted = benjamini_hochberg(p_values)
    assert [q <= 0.05 for q in adjusted] == [True] * 4 + [False] * 11
    assert adjusted[0] == pytest.approx(0.0015)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_scipy_controls_false_discoveries_alike(p_values: list[float]) -> None:
    theirs = false_discovery_control(p_values, method="bh")
    assert benjamini_hochberg(p_values) == pytest.approx(theirs.tolist())


@given(st.lists(st.floats(0, 1), max_size=20))
def test_adjusting_keeps_the_order_and_never_lowers_a_p_value(p_values: list[float]) -> None:
    adjusted = benjamini_hochberg(p_values)
    assert all(p <= q <= 1 for p, q in zip(p_values, adjusted, strict=True))
    ranked = [q for _, q in sorted(zip(p_values, adjusted, strict=True))]
    assert ranked == sorted(ranked)


def test_the_binomial_tail_by_hand() -> None:
    assert lower_tail(1, 3, 0.5) == pytest.approx(0.5)
    assert lower_tail(-1, 3, 0.5) == 0
    assert lower_tail(3, 3, 0.5) == 1


def test_six_of_208_skills_look_weak_to_a_model_that_is_equally_good_at_all() -> None:
    cells = [(10, 0.93)] * 208
    assert as_low_by_luck(cells, 0.7) == pytest.approx(5.9, abs=0.05)
    assert as_low_by_luck(cells, 0.6) == pytest.approx(0.74, abs=0.01)


def test_a_known_prior_is_found_again() -> None:
    rng = Random(7)
    cells = []
    for _ in range(3000):
        share = rng.betavariate(8, 2)
        cells.append(Counts(sum(rng.random() < share for _ in range(20)), 20))
    prior = fit_prior(cells)
    assert prior.mean == pytest.approx(0.8, abs=0.01)
    assert prior.weight == pytest.approx(10, rel=0.2)


def test_shares_that_differ_by_luck_alone_are_drawn_together() -> None:
    rng = Random(5)
    cells = [Counts(sum(rng.random() < 0.9 for _ in range(10)), 10) for _ in range(208)]
    prior = fit_prior(cells)
    estimates = [prior.given(cell).mean for cell in cells]
    assert max(estimates) - min(estimates) < 0.15
    raw = [cell.k / cell.n for cell in cells]
    assert max(raw) - min(raw) > 0.3


def test_an_interval_of_the_beta_distribution_is_the_known_one() -> None:
    low, high = Prior(1, 1).interval()
    assert (low, high) == pytest.approx((0.025, 0.975))
    low, high = Prior(1, 1).given(Counts(10, 10)).interval()
    assert low == pytest.approx(0.025 ** (1 / 11))


def test_nothing_tried_is_refused() -> None:
    with pytest.raises(ValueError, match="no share"):
        fit_prior([Counts(0, 0)])
    with pytest.raises(ValueError, match="nothing to forecast"):
        forecast([Prior(1, 1)], [0])


def test_forecasts_cover_what_comes() -> None:
    rng = Random(3)
    inside = 0
    for _ in range(400):
        known = [Prior(6, 4), Prior(3, 9), Prior(9, 3)]
        trials = [10, 20, 30]
        shares = []
        for prior, m in zip(known, trials, strict=True):
            share = rng.betavariate(prior.a, prior.b)
            shares.append(sum(rng.random() < share for _ in range(m)) / m)
        expected = forecast(known, trials)
        inside += expected.low <= sum(shares) / 3 <= expected.high
    assert inside / 400 == pytest.approx(0.95, abs=0.035)


def _of_ten(shares: list[float], seed: int) -> list[Counts]:
    rng = Random(seed)
    return [Counts(sum(rng.random() < share for _ in range(10)), 10) for share in shares]


def _excess_of_the_weakest(shares: list[float]) -> float:
    """How much too much is expected of the ten weakest of cells with these shares, on average."""
    excess = []
    for seed in range(12):
        cells = _of_ten(shares, seed)
        prior = fit_mixture(cells)
        known = [prior.given(cell) for cell in cells]
        worst = sorted(range(208), key=lambda at: known[at].mean)[:10]
        expected = forecast([known[at] for at in worst], [10] * 10).value
        excess.append(expected - sum(shares[at] for at in worst) / 10)
    return sum(excess) / 12


@pytest.mark.parametrize("n_weak", [10, 20, 40])
def test_what_is_expected_of_the_weakest_is_right_where_a_few_are_far_below(n_weak: int) -> None:
    assert abs(_excess_of_the_weakest([0.2] * n_weak + [0.95] * (208 - n_weak))) < 0.05


@pytest.mark.parametrize(
    ("n_weak", "weak", "other"), [(10, 0.5, 0.8), (21, 0.5, 0.8), (10, 0.6, 0.9)]
)
def test_too_much_is_expected_by_no_more_than_is_stated_where_kinds_are_unclear(
    n_weak: int, weak: float, other: float
) -> None:
    assert _excess_of_the_weakest([weak] * n_weak + [other] * (208 - n_weak)) < 0.08


def test_of_skills_that_are_all_alike_little_less_is_expected() -> None:
    assert -0.04 < _excess_of_the_weakest([0.8] * 208) < 0.04


def test_two_kinds_are_distinguished_from_one() -> None:
    alike = fit_mixture(_of_ten([0.85] * 208, 1))
    apart = fit_mixture(_of_ten([0.2] * 20 + [0.95] * 188, 1))
    assert alike.kinds is not None
    assert alike.kinds.probability < 0.5
    assert apart.kinds is not None
    assert apart.kinds.probability > 0.99
    assert apart.kinds.few == pytest.approx(0.1, abs=0.03)
    assert "two kinds of parts has a probability of 100%: about 1" in str(apart)
    # of such shares the variance is that of a beta of 1.2 trials: next to nothing is known
    assert apart.weight == pytest.approx(1.2, abs=0.4)
    low, high = apart.given(Counts(2, 10)).interval()
    assert low < 0.2 < high < 0.5


def test_kinds_are_not_looked_for_among_few_parts() -> None:
    few = fit_mixture([Counts(1, 10), *[Counts(9, 10)] * 18])
    assert few.kinds is None
    assert str(few) == f"The prior is worth {few.weight:,.1f} questions."


def test_a_mean_of_shares_counts_each_cell_alike_and_of_one_is_wilson() -> None:
    mean = mean_share([Counts(0, 10), Counts(100, 100)])
    assert mean.value == 0.5
    assert mean.low < 0.5 < mean.high
    assert mean_share([Counts(15, 148)])[1:] == pytest.approx(wilson(15, 148))
    with pytest.raises(ValueError, match="every cell"):
        mean_share([Counts(0, 0)])


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
@pytest.mark.parametrize("trials", [[10] * 10, [5, 5, 15, 16, 11, 11, 12, 8, 9, 8], [5] * 30])
def test_the_interval_of_a_mean_of_shares_covers_it_whatever_was_allotted(
    share: float, trials: list[int]
) -> None:
    rng = Random(8)
    inside = 0
    for _ in range(1000):
        found = mean_share([Counts(sum(rng.random() < share for _ in range(n)), n) for n in trials])
        inside += found.low <= share <= found.high
    assert inside / 1000 == pytest.approx(0.955, abs=0.03)


def test_a_cell_of_few_trials_makes_a_mean_unsure() -> None:
    even = mean_share([Counts(5, 10)] * 10)
    uneven = mean_share([Counts(1, 1), *[Counts(5, 11)] * 9])
    assert uneven.high - uneven.low > 1.2 * (even.high - even.low)


def test_questions_go_where_the_interval_is_wide() -> None:
    sure, unsure = Prior(300, 700), Prior(3, 7)
    assert allocate([sure, unsure], 20) == (1, 19)
    assert allocate([unsure, unsure], 20) == (10, 10)
    assert allocate([sure, unsure], 20, least=5) == (5, 15)
    with pytest.raises(ValueError, match="too few"):
        allocate([sure, unsure], 1)
