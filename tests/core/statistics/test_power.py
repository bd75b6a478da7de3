from __future__ import annotations

import numpy as np
import pytest

from engine.core.statistics import detectable_paired, detectable_unpaired, mcnemar


@pytest.mark.parametrize(("n", "discordant"), [(200, 0.3), (1000, 0.1)])
def test_the_difference_promised_is_found_as_often_as_stated(n: int, discordant: float) -> None:
    difference = detectable_paired(n, discordant, 0.8)
    assert difference is not None
    generator = np.random.default_rng(5)
    parts = [(discordant - difference) / 2, (discordant + difference) / 2, 1 - discordant]
    drawn = generator.multinomial(n, parts, 2000)
    found = sum(mcnemar(int(b), int(c)) < 0.05 for b, c, _ in drawn) / 2000
    assert found == pytest.approx(0.8, abs=0.035)


def test_more_items_show_less_and_pairing_helps() -> None:
    few, many = detectable_paired(100, 0.2), detectable_paired(1000, 0.2)
    assert few is not None
    assert many is not None
    assert many < few
    unpaired = detectable_unpaired(1000, 0.7)
    assert unpaired is not None
    assert many < unpaired


def test_too_few_items_show_nothing() -> None:
    assert detectable_paired(10, 0.1) is None
    assert detectable_unpaired(10, 0.95) is None


def test_what_is_no_plan_is_refused() -> None:
    with pytest.raises(ValueError, match="planned"):
        detectable_paired(0, 0.2)
