"""Confidence sequences cover at every size at once."""

from random import Random

import pytest

from engine.core.statistics.sequences import confidence_sequence


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_hardly_any_sequence_ever_misses_the_share(share: float) -> None:
    random, missed = Random(7), 0
    for _ in range(200):
        right, has_missed = 0, False
        for n in range(1, 401):
            right += random.random() < share
            if n % 10 == 0:
                found = confidence_sequence(right, n)
                has_missed |= not found.low <= share <= found.high
        missed += has_missed
    assert missed <= 0.05 * 200


def test_it_narrows_and_stays_within_bounds() -> None:
    assert confidence_sequence(0, 0) == (0.0, 1.0)
    few, many = confidence_sequence(30, 60), confidence_sequence(3000, 6000)
    assert many.high - many.low < 0.06 < few.high - few.low
    assert confidence_sequence(0, 50).low == pytest.approx(0.0, abs=1e-6)
    assert confidence_sequence(50, 50).high == pytest.approx(1.0, abs=1e-6)
