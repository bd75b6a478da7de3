"""The sound recipe: the four options of an item are mentioned alike."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.audit.option_counts import PLACES, logical_option_counts
from engine.core.items import Item
from engine.logic import atoms, parse
from engine.pipeline.generation import make_spec
from tests.samples import Sample

DEFAULT: dict[str, str] = {}
SETTINGS = [DEFAULT, {"content": "rules"}, {"propositions": "11"}, {"chain": "3"}]


def made(settings: dict[str, str] = DEFAULT, n: int = 120) -> tuple[Item, ...]:
    return Sample(make_spec("divlogiceval", settings, 7, n)).all


def names(text: str) -> list[str]:
    return [atom.name for atom in atoms(parse(text))]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_the_options_of_an_item_differ_in_no_count_but_places(settings: dict[str, str]) -> None:
    for item in made(settings):
        counted = logical_option_counts(item)
        for counts in counted:
            for place in PLACES:
                del counts[place]
        assert all(counts == counted[0] for counts in counted), item.index


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_what_is_in_no_option_and_no_conclusion_occurs_equally_often(
    settings: dict[str, str],
) -> None:
    for item in made(settings):
        told = {name for query in item.query for name in names(query)}
        uses = Counter(name for premise in item.premises for name in names(premise))
        assert {uses[name] for name in told} == {1}
        assert len({times for name, times in uses.items() if name not in told}) == 1


def test_no_premise_joins_what_is_asked_about() -> None:
    for item in made():
        told = [set(names(query)) for query in item.query]
        concluded = told[0] if len(told) > len(item.options) else set()
        for premise in map(set, map(names, item.premises)):
            assert all(len(premise & (option | concluded)) < 2 for option in told)


def test_options_are_of_one_kind_and_two_by_two_share_each_side() -> None:
    for item in made():
        shapes = {parse(query).depth > 2 or "→" in query for query in item.query[-4:]}
        assert len(shapes) == 1
        shared = Counter(name for query in item.query[-4:] for name in names(query))
        assert set(shared.values()) == ({1} if item.traits.structure == "literals" else {2})


def test_both_contents_and_all_layouts_occur() -> None:
    with_literals, rules = made(), made({"content": "rules"})
    assert {item.traits.structure for item in with_literals} == {
        "two by two",
        "literals",
        "missing link",
    }
    assert {item.traits.structure for item in rules} == {"two by two", "missing link of a pair"}
    stated = [premise for item in rules for premise in item.premises if "→" not in premise]
    assert not stated
    assert any("→" not in premise for item in with_literals for premise in item.premises)


@pytest.mark.parametrize("recipe", ["sound", "faithful"])
def test_chains_are_as_long_as_required(recipe: str) -> None:
    depths = [item.traits.depth for item in made({"recipe": recipe, "chain": "3"}, 45)]
    assert all(depth is not None and depth >= 3 for depth in depths)
