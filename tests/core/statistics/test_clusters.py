from __future__ import annotations

from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t  # type: ignore[import-untyped]

from engine.core.statistics import Counts, clustered, effective_trials, wilson
from engine.core.statistics.clusters import GroupSums, t_95
from engine.store import connect

GROUPS = st.lists(
    st.integers(0, 9).flatmap(lambda n: st.builds(Counts, st.integers(0, n), st.just(n))),
    min_size=1,
    max_size=30,
).filter(lambda groups: any(group.n for group in groups))


@pytest.mark.parametrize("degrees", [4, 5, 10, 41, 1000])
def test_the_quantile_is_that_of_scipy(degrees: int) -> None:
    assert t_95(degrees) == pytest.approx(t.ppf(0.975, degrees), rel=3e-3)


def test_answers_that_share_nothing_are_plain_trials() -> None:
    assert clustered([Counts(1, 1)] * 30 + [Counts(0, 1)] * 12) == wilson(30, 42)


def test_answers_that_always_agree_are_one_trial_a_group() -> None:
    assert clustered([Counts(5, 5)] * 30 + [Counts(0, 5)] * 12) == pytest.approx(wilson(30, 42))


@given(GROUPS)
def test_trials_lie_between_groups_and_answers(groups: list[Counts]) -> None:
    n = sum(group.n for group in groups)
    assert n**2 / sum(g.n**2 for g in groups) <= effective_trials(groups) + 1e-9 <= n + 1e-8


def test_sql_computes_the_same(tmp_path: Path) -> None:
    generator = np.random.default_rng(7)
    with closing(connect(tmp_path / "el.duckdb")) as con:
        for size in (1, 2, 3, 5, 40, 400):
            n = generator.integers(0, 10, size) + (size == 1)
            k = generator.binomial(n, generator.beta(1, 1, size))
            found = con.execute(
                "SELECT effective_trials(k, n) FROM (SELECT unnest($k) AS k, unnest($n) AS n)",
                {"k": k.tolist(), "n": n.tolist()},
            ).fetchone()
            groups = [Counts(int(a), int(b)) for a, b in zip(k, n, strict=True)]
            assert found is not None
            assert found[0] == pytest.approx(effective_trials(groups), rel=1e-9)


@pytest.mark.parametrize(("share", "likeness"), [(0.5, 0.3), (0.8, 0.1), (0.8, 0.6), (0.6, 0.9)])
def test_the_interval_covers_the_truth_as_often_as_it_says(share: float, likeness: float) -> None:
    generator = np.random.default_rng(20)
    weight = 1 / likeness - 1
    chances = generator.beta(share * weight, (1 - share) * weight, (3000, 60))
    right = generator.binomial(4, chances)
    covered = 0
    for row in right.tolist():
        low, high = clustered([Counts(k, 4) for k in row])
        covered += low <= share <= high
    assert 0.93 <= covered / 3000 <= 0.97


@pytest.mark.parametrize("groups", [4, 10, 30, 100])
@pytest.mark.parametrize(("share", "likeness"), [(0.5, 0.3), (0.8, 0.1), (0.8, 0.6), (0.6, 0.9)])
def test_the_interval_covers_the_truth_over_few_groups(
    groups: int, share: float, likeness: float
) -> None:
    generator = np.random.default_rng(20)
    weight, rounds = 1 / likeness - 1, 4000
    chances = generator.beta(share * weight, (1 - share) * weight, (rounds, groups))
    right = generator.binomial(3, chances)
    sums, counts = np.unique(
        np.stack([right.sum(1), (right**2).sum(1)], 1), axis=0, return_counts=True
    )
    covered = 0
    for (k, kk), times in zip(sums.tolist(), counts.tolist(), strict=True):
        low, high = GroupSums(groups, k, 3 * groups, kk, 3 * k, 9 * groups).interval
        covered += times * (low <= share <= high)
    assert covered / rounds >= 0.93
