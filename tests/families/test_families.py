"""What must hold of every family in the registry."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.items import Label
from engine.core.rotations import is_single_choice
from engine.decide import verify_item
from engine.families import FAMILIES, family
from engine.pipeline.generate.generation import Spec, make_group, make_spec
from tests.examples import examples
from tests.samples import Sample

RECIPES = {
    "justlogic": [
        {"recipe": "sound"},
        {"recipe": "sound", "distractors": "redundant 12", "max_depth": "4"},
        {"recipe": "faithful"},
    ],
    "divlogiceval": [
        {"recipe": "sound"},
        {"recipe": "sound", "twins": "true"},
        {"recipe": "sound", "content": "rules"},
        {"recipe": "sound", "chain": "3"},
        {"recipe": "faithful"},
        {"recipe": "faithful", "content": "rules", "propositions": "6"},
    ],
    "logicasker": [
        {"recipe": "sound"},
        {"recipe": "sound", "question": "three-way"},
        {"recipe": "sound", "tree": "all", "max_length": "4"},
        {"recipe": "sound", "language": "formal", "min_length": "4", "max_length": "5"},
        {"recipe": "faithful"},
    ],
    "logicskills": [
        {"recipe": "sound"},
        {"recipe": "sound", "max_depth": "5"},
    ],
}
ENDLESS = sorted(name for name, one in FAMILIES.items() if one.stock is None)
"""Families that make their own material; the others have tests of their own."""
LABELLED = [name for name in ENDLESS if name != "logicskills"]
"""Families whose items ask for one label; the other asks for formulas, structures and sets."""
MADE = [
    pytest.param(name, recipe, id="-".join((name, *recipe.values())))
    for name in ENDLESS
    for recipe in RECIPES[name]
]
SEEDS = st.integers(min_value=0, max_value=2**31)


def spec_of(name: str, recipe: dict[str, str], seed: int = 1, n: int = 60) -> Spec:
    return make_spec(name, recipe, seed, n)


@pytest.mark.parametrize(("name", "recipe"), MADE)
def test_every_item_verifies_from_what_it_stores(name: str, recipe: dict[str, str]) -> None:
    for item in Sample(spec_of(name, recipe)):
        found = verify_item(item)
        assert found.agreed, found.problem
        assert found.verdict == item.gold == item.intended


@pytest.mark.parametrize("name", ENDLESS)
@given(seed=SEEDS, group=st.integers(min_value=0, max_value=10**6))
@examples(60)
def test_a_group_made_alone_is_the_group_made_among_others(
    name: str, seed: int, group: int
) -> None:
    spec = spec_of(name, {"recipe": "sound"}, seed)
    alone = make_group(spec, group)
    make_group(spec, group + 1)
    assert make_group(spec, group) == alone
    first = group * spec.members
    assert [item.index for item in alone] == list(range(first, first + spec.members))


@pytest.mark.parametrize(("name", "recipe"), MADE)
def test_two_seeds_share_no_item(name: str, recipe: dict[str, str]) -> None:
    one, two = ({item.hash for item in Sample(spec_of(name, recipe, seed))} for seed in (1, 2))
    assert len(one) == len(two) == 60
    assert not one & two


@pytest.mark.parametrize("name", LABELLED)
def test_the_solver_label_is_the_only_gold_option(name: str) -> None:
    for item in Sample(spec_of(name, {"recipe": "sound"})):
        gold = [option.key for option in item.options if option.role == "gold"]
        assert gold == [item.gold]
        keys = {option.key for option in item.options}
        assert (
            keys == set("ABCD") if is_single_choice(item) else keys in (set(Label), {"yes", "no"})
        )


def test_an_unknown_family_is_named_with_the_known_ones() -> None:
    with pytest.raises(Exception, match=r"no family named 'sudoku'; the families are: .*justlogic"):
        family("sudoku")


@pytest.mark.parametrize(
    ("settings_given", "complaint"),
    [
        ({"depth": "3"}, "justlogic: depth: extra inputs are not permitted"),
        ({"max_depth": "99"}, "max_depth: input should be less than or equal to 30"),
        ({"min_depth": "5", "max_depth": "2"}, "min_depth must not be above max_depth"),
        ({"recipe": "faithful", "words": "100"}, "the faithful recipe has no words"),
    ],
)
def test_a_wrong_setting_is_one_sentence(settings_given: dict[str, str], complaint: str) -> None:
    with pytest.raises(Exception, match=complaint):
        make_spec("justlogic", settings_given, 1)
