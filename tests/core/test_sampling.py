"""Samples: in proportion, of as many groups as possible, and the larger contains the smaller."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from engine.core.sampling import Sampled, draw

KNOWN = [
    Sampled(f"{depth}-{gold}-{n}", 30 * depth + n, ("test", "en", None, None, depth, gold))
    for depth in range(1, 6)
    for gold in ("true", "false")
    for n in range(30)
]


def test_a_larger_sample_contains_a_smaller_one() -> None:
    drawn = [draw(KNOWN, n) for n in (7, 60, 61, 200, 500)]
    assert [len(one) for one in drawn] == [7, 60, 61, 200, 300]
    assert all(small < large for small, large in pairwise(drawn))


def test_each_stratum_is_there_in_proportion_and_groups_are_not_repeated_early() -> None:
    drawn = draw(KNOWN, 60)
    assert set(Counter(name.rsplit("-", 1)[0] for name in drawn).values()) == {6}
    assert len({one.group for one in KNOWN if one.hash in drawn}) == 60


def test_another_seed_draws_another_sample() -> None:
    assert draw(KNOWN, 60) == draw(KNOWN, 60)
    assert draw(KNOWN, 60) != draw(KNOWN, 60, seed=1)
