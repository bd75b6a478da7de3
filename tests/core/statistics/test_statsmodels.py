"""Intervals, tests, corrections and power beside those of statsmodels, on the same inputs."""

from __future__ import annotations

from random import Random

import pytest
from statsmodels.stats.contingency_tables import mcnemar as their_mcnemar  # type: ignore[import-untyped]
from statsmodels.stats.multitest import multipletests  # type: ignore[import-untyped]
from statsmodels.stats.power import normal_power_het  # type: ignore[import-untyped]
from statsmodels.stats.proportion import (  # type: ignore[import-untyped]
    power_proportions_2indep,
    proportion_confint,
)

from engine.core.statistics import (
    benjamini_hochberg,
    detectable_paired,
    detectable_unpaired,
    holm,
    mcnemar,
    wilson,
)


@pytest.mark.parametrize("n", range(1, 30))
def test_corrections_for_many_comparisons_are_theirs(n: int) -> None:
    random = Random(n)
    # rounded, so that some are equal, and some are nothing or certain
    p_values = [round(random.random() ** 3, 2) for _ in range(n)]
    for ours, method in ((holm, "holm"), (benjamini_hochberg, "fdr_bh")):
        theirs = multipletests(p_values, method=method)[1]
        assert ours(p_values) == pytest.approx(list(theirs), abs=1e-12)


@pytest.mark.parametrize("n", [40, 200, 500, 5000])
@pytest.mark.parametrize("share", [0.1, 0.3, 0.7, 0.95])
def test_the_difference_that_can_be_seen_has_the_power_that_they_find(n: int, share: float) -> None:
    """Ours leaves out that the difference may be found with the wrong sign, which hardly is."""
    paired = detectable_paired(n, share)
    if paired is not None:
        shown = (share**0.5, (share - paired**2) ** 0.5)
        found = normal_power_het(
            paired, n - 1 / paired, 0.05, std_null=shown[0], std_alternative=shown[1]
        )
        assert found == pytest.approx(0.8, abs=1e-4)
    unpaired = detectable_unpaired(n, share)
    if unpaired is not None:
        found = power_proportions_2indep(unpaired, share, n, return_results=False)
        assert found == pytest.approx(0.8, abs=1e-4)
    assert paired or unpaired


@pytest.mark.parametrize(("b", "c"), [(0, 1), (7, 2), (31, 31), (120, 90), (3, 40)])
def test_the_exact_paired_test_is_theirs(b: int, c: int) -> None:
    theirs = their_mcnemar([[0, b], [c, 0]], exact=True).pvalue
    assert mcnemar(b, c) == pytest.approx(min(theirs, 1.0))


@pytest.mark.parametrize(("k", "n"), [(0, 9), (7, 20), (500, 500), (813, 2000)])
def test_the_interval_of_a_share_is_theirs(k: int, n: int) -> None:
    low, high = proportion_confint(k, n, method="wilson")
    ours = wilson(k, n)
    assert (ours.low, ours.high) == pytest.approx((low, high), abs=1e-9)
