from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from engine.core.statistics import Alike, Counts, clustered, mean_intervals, wilson


def test_yes_or_no_metrics_have_the_interval_of_grouped_answers() -> None:
    kinds = [Alike(20, 2, (2.0,)), Alike(15, 2, (1.0,)), Alike(5, 2, (0.0,))]
    groups = [Counts(2, 2)] * 20 + [Counts(1, 2)] * 15 + [Counts(0, 2)] * 5
    assert mean_intervals(kinds, 80) == (pytest.approx(clustered(groups)),)


@pytest.mark.parametrize("value", [0.0, 0.25, 1.0])
def test_groups_all_alike_count_once_each(value: float) -> None:
    [interval] = mean_intervals([Alike(4, 1, (value,))], 16)
    assert interval == pytest.approx(wilson(4 * value, 4))


def test_each_metric_has_its_own() -> None:
    share, nothing = mean_intervals([Alike(20, 1, (0.25, 0.0)), Alike(20, 1, (0.5, 0.0))], 160)
    assert share.low < 0.375 < share.high
    assert nothing == wilson(0, 40)


def test_no_groups_are_refused() -> None:
    with pytest.raises(ValueError, match="no group"):
        mean_intervals([], 0)


@pytest.mark.parametrize("groups", [4, 10, 30, 100])
@pytest.mark.parametrize(("share", "likeness"), [(0.5, 0.3), (0.8, 0.3), (0.8, 0.9), (0.95, 0.5)])
def test_the_interval_covers_the_true_mean(groups: int, share: float, likeness: float) -> None:
    """Means over four orders of each question; of few groups a bootstrap covers 35% to 93%.

    Wilson's interval itself falls below 90% at some shares near 1, as with 30 groups at 95%.
    """
    generator = np.random.default_rng(groups)
    weight, rounds = 1 / likeness - 1, 1000
    chances = generator.beta(share * weight, (1 - share) * weight, (rounds, groups))
    covered = 0
    for row in generator.binomial(4, chances).tolist():
        kinds = [Alike(n, 1, (k / 4,)) for k, n in Counter(row).items()]
        [(low, high)] = mean_intervals(kinds, 4 * groups)
        covered += low <= share <= high
    assert covered / rounds >= 0.89
