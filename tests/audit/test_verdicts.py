"""Verdicts go by bounds that allow for the number of items, of checks and of alike items."""

from __future__ import annotations

import numpy as np
import pytest

from engine.audit.verdicts import LEVEL, MARGIN, Score, effective_size, judged
from engine.core.intervals import detectable

LIMIT = 1 / 3 + MARGIN


def made(accuracy: float, n: int, limit: float | None = LIMIT, variants: int = 1) -> Score:
    return Score("x", "all", accuracy, n, n, limit, variants)


def test_a_bound_exceeds_its_limit_exactly_if_p_is_small() -> None:
    scores = [made(share, n) for share in (0.30, 0.36, 0.40, 0.45) for n in (60, 250, 1000, 7000)]
    for row in judged([*scores, made(0.9, 50, limit=None)], ""):
        if row.limit is None:
            assert (row.passed, row.p, row.bound) == (True, None, None)
            continue
        assert row.p is not None
        assert row.bound is not None
        assert row.passed is (row.p >= LEVEL) is (row.bound <= LIMIT)


def test_the_same_accuracy_fails_with_enough_items() -> None:
    few, many = judged([made(0.40, 60), made(0.40, 7000)], "")
    assert few.passed
    assert not many.passed


def test_more_checks_and_more_variants_need_more_evidence() -> None:
    [alone] = judged([made(0.39, 900)], "")
    among = judged([made(0.39, 900), *[made(1 / 3, 900)] * 200], "")[0]
    [best] = judged([made(0.39, 900, variants=30)], "")
    assert not alone.passed
    assert among.passed
    assert best.passed


def test_fair_sets_seldom_fail() -> None:
    rng = np.random.default_rng(5)
    failed = 0
    for _ in range(300):
        scores = [made(rng.binomial(250, 1 / 3) / 250, 250) for _ in range(40)]
        failed += any(not row.passed for row in judged(scores, ""))
    assert failed / 300 < LEVEL + 0.02


def test_items_that_are_alike_count_less_and_others_no_more() -> None:
    rng = np.random.default_rng(5)
    each = rng.random(400) < 0.4
    groups = np.repeat(np.arange(400), 2)
    assert effective_size(np.repeat(each, 2), groups) == pytest.approx(400, abs=2)
    assert effective_size(np.repeat(each, 2), np.arange(800)) == 800
    one_of_three = np.tile([True, False, False], 100)
    assert effective_size(one_of_three, np.repeat(np.arange(100), 3)) == 300
    assert effective_size(np.ones(300, dtype=bool), np.repeat(np.arange(100), 3)) == 100


def test_what_is_detectable_fails_four_times_in_five() -> None:
    rng = np.random.default_rng(5)
    share = detectable(1000, LIMIT, 100)
    fair = [made(1 / 3, 1000)] * 99
    found = [judged([made(rng.binomial(1000, share) / 1000, 1000), *fair], "") for _ in range(300)]
    assert sum(not rows[0].passed for rows in found) / 300 == pytest.approx(0.8, abs=0.08)
