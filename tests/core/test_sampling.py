"""Samples: in proportion, of as many groups as possible, and the larger contains the smaller."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import pairwise

from engine.core.sampling import Sampled, draw

KNOWN = [
    Sampled(f"{depth}-{gold}-{n}", 30 * depth + n, ("test", "en", None, None, depth, gold))
    for depth in range(1, 6)
    for gold in ("true", "false")
    for n in range(30)
]


MANY = [  # 126 strata: more than a small sample has items
    Sampled(f"{kind}-{depth}-{gold}-{n}", n, ("test", "en", kind, None, depth, gold))
    for kind in "abcdef"
    for depth in range(1, 8)
    for gold in ("true", "false", "uncertain")
    for n in range(5)
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


def test_measured_samples_are_drawn_as_ever() -> None:
    """Submitted replies are of these questions; see `data/submissions/measured`."""
    few = ["b911cad0e5e756d7", "48ca81d130e2e9c8", "295db246c06e6eca"]
    many = ["a49af7a28683a413", "37900998fd19736a"]
    assert [_digest(KNOWN, n) for n in (15, 20, 30, 60, 200)] == [*few, *many]
    assert [_digest(MANY, n) for n in (60, 200)] == ["dc72130b44e32a14", "02b0a9a483da34ba"]


def test_small_samples_can_still_be_drawn_as_they_were_before_they_were_spread() -> None:
    former = ["ecc25be2bda226c5", "704bbc52f8fe8688", "413fda451214fb8d"]
    assert [_digest(MANY, n, spread=False) for n in (15, 20, 30)] == former
    assert draw(MANY, 60, spread=False) == draw(MANY, 60)


def test_a_sample_smaller_than_the_strata_spreads_and_still_contains_the_smaller() -> None:
    for known, place, n_values in ((KNOWN, 4, 5), (MANY, 4, 7), (MANY, 2, 6)):
        values = {one.hash: one.values[place] for one in known}
        drawn = [draw(known, n) for n in range(1, 70)]
        assert all(small < large for small, large in pairwise(drawn))
        for n in range(1, n_values + 1):
            assert len({values[name] for name in drawn[n - 1]}) >= n - 1
        assert len({values[name] for name in drawn[n_values + 1]}) == n_values


def _digest(known: list[Sampled], n: int, *, spread: bool = True) -> str:
    drawn = sorted(draw(known, n, spread=spread))
    return hashlib.sha256(" ".join(drawn).encode()).hexdigest()[:16]
