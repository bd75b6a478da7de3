"""Types, splits and keys are a function of the group's number alone."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from engine.core.errors import InputError
from engine.families.divlogiceval import Params, default_size
from engine.families.divlogiceval.params import SIZES, cell
from engine.pipeline.generate.generation import make_spec


def cells(n: int, seed: int = 1) -> list[tuple[str, str, str]]:
    planned = (cell("divlogiceval", 1, "{}", seed, group) for group in range(n))
    return [(one.question_type, one.split, one.key) for one in planned]


def test_the_default_set_has_the_published_sizes_and_300_test_items_a_type() -> None:
    assert default_size(Params()) == 12_589
    assert default_size(Params(twins=True)) == 2 * 12_589
    planned = cells(12_589)
    assert Counter(kind for kind, _, _ in planned) == SIZES
    assert Counter((kind, split) for kind, split, _ in planned if split == "test") == {
        (kind, "test"): 300 for kind in SIZES
    }


@pytest.mark.parametrize("n", [45, 900, 12_589, 20_000])
def test_keys_are_balanced_by_type_and_split_at_any_size(n: int) -> None:
    planned = Counter(cells(n))
    for kind in SIZES:
        for split in ("train", "test"):
            counts = [planned[kind, split, key] for key in "ABCD"]
            assert max(counts) - min(counts) <= 1


def test_the_test_split_of_the_default_set_is_balanced_exactly() -> None:
    planned = Counter(cells(12_589))
    assert {planned[kind, "test", key] for kind in SIZES for key in "ABCD"} == {75}


def test_no_letter_tells_the_next_one_nor_does_the_seed() -> None:
    one, two = ([key for kind, _, key in cells(6_000, seed) if kind == "3c1e"] for seed in (1, 2))
    assert 0.2 < sum(a == b for a, b in zip(one, two, strict=True)) / len(one) < 0.3
    following = Counter(pairwise(one))
    assert len(following) == 16
    assert max(following.values()) < 0.10 * len(one)


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"propositions": "6"}, "only the faithful recipe has a number of propositions; set chain"),
        ({"chain": "4"}, "the sound recipe has chains of 2 or 3"),
        (
            {"recipe": "faithful", "propositions": "13"},
            "propositions: input should be less than or equal to 12",
        ),
        (
            {"recipe": "faithful", "chain": "4", "propositions": "7"},
            "propositions must be at least twice the chain",
        ),
        ({"content": "facts"}, "content: input should be 'literals' or 'rules'"),
    ],
)
def test_a_wrong_setting_is_one_sentence(settings: dict[str, str], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        make_spec("divlogiceval", settings, 1)
