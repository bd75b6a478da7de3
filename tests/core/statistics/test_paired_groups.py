from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest  # type: ignore[import-untyped]

from engine.core.statistics import (
    GroupDifference,
    grouped_difference,
    holm,
    mcnemar,
    paired_difference,
    sign_flip,
)

counts = st.integers(0, 40)
groups = st.lists(
    st.integers(1, 4).flatmap(lambda n: st.builds(GroupDifference, st.integers(-n, n), st.just(n))),
    min_size=1,
    max_size=9,
)


def _singles(b: int, c: int, alike: int) -> list[GroupDifference]:
    values = [-1] * b + [1] * c + [0] * alike
    return [GroupDifference(value, 1) for value in values]


@given(counts, counts, st.integers(1, 50))
def test_single_items_give_mcnemar_and_bonett_and_price(b: int, c: int, alike: int) -> None:
    found = _singles(b, c, alike)
    assert sign_flip(found) == pytest.approx(mcnemar(b, c))
    assert grouped_difference(found) == pytest.approx(paired_difference(b, c, b + c + alike))


@given(counts, counts)
def test_scipy_finds_the_same_exact_p(b: int, c: int) -> None:
    if b + c:
        assert mcnemar(b, c) == pytest.approx(binomtest(b, b + c).pvalue)


@given(groups)
def test_the_p_value_counts_all_exchanges(found: list[GroupDifference]) -> None:
    sizes = [abs(group.difference) for group in found if group.difference]
    seen = abs(sum(group.difference for group in found))
    sums = [
        abs(sum(sign * size for sign, size in zip(signs, sizes, strict=True)))
        for signs in product((-1, 1), repeat=len(sizes))
    ]
    exact = sum(total >= seen for total in sums) / len(sums)
    assert sign_flip(found) == pytest.approx(exact, abs=1e-9)


@pytest.mark.parametrize("effect", [0.0, 0.08])
@pytest.mark.parametrize("size", [4, 10, 30, 100])
def test_the_interval_covers_the_true_difference_of_alike_items(effect: float, size: int) -> None:
    generator = np.random.default_rng(11)
    covered = 0
    for _ in range(1500):
        chances = generator.beta(1.2, 0.8, size)
        first = generator.binomial(3, chances)
        second = generator.binomial(3, np.clip(chances * (1 - effect), 0, 1))
        low, high = grouped_difference(
            GroupDifference(int(b - a), 3) for a, b in zip(first, second, strict=True)
        )
        covered += low <= -effect * 0.6 <= high
    assert covered / 1500 >= 0.93
    if size >= 30:
        assert covered / 1500 <= 0.975


def test_nothing_to_compare_is_refused() -> None:
    with pytest.raises(ValueError, match="no pair"):
        grouped_difference([])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_corrected_p_values_keep_their_order_and_only_grow(p_values: list[float]) -> None:
    corrected = holm(p_values)
    assert all(p <= q <= 1 for p, q in zip(p_values, corrected, strict=True))
    assert min(corrected) == pytest.approx(min(1.0, min(p_values) * len(p_values)))
