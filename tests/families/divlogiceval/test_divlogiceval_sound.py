"""The sound recipe: which option is right is independent of signs, of directions and of links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import TypeVar

import pytest

from engine.core.items import Item
from engine.decide.choice import choice_of, faults, right_key
from engine.decide.choice_findings import Tables
from engine.families.divlogiceval.propositions import Proposition
from engine.families.divlogiceval.sound import (
    CONCLUDED,
    CONDITION,
    CONDITIONAL_ON,
    ENDS,
    FACTS,
    Flip,
    Passage,
    asked,
    branch,
    holding,
    passage,
)
from engine.logic import Iff, Implies, atoms, parse
from engine.pipeline.generate.generation import make_spec
from tests.samples import Sample

DEFAULT: dict[str, str] = {}
SETTINGS = [DEFAULT, {"content": "rules"}, {"chain": "3"}]
TYPES = ("3c1e", "3e1c", "missing")
KEPT = {*ENDS, CONDITIONAL_ON, CONCLUDED}

Drawn = TypeVar("Drawn")
View = Callable[[Proposition], object]


def outcomes(draw: Callable[[Flip], Drawn], coins: int) -> Iterator[Drawn]:
    """What is drawn with every outcome of so many coins."""
    for fallen in product((False, True), repeat=coins):
        rest = iter(fallen)
        yield draw(lambda rest=rest: next(rest))  # type: ignore[misc]
        assert next(rest, None) is None


def without_signs(one: Proposition) -> object:
    *arms, end = map(abs, one.literals)
    return one.kind, tuple(sorted(arms) if len(arms) == 2 else arms), end


def without_directions(one: Proposition) -> object:
    *arms, end = one.literals
    return (tuple(sorted(arms)), end) if len(arms) == 2 else tuple(sorted(one.literals))


def without_directions_of_steps(one: Proposition) -> object:
    return (
        (one.kind, without_directions(one)) if len(one.literals) == 3 else without_directions(one)
    )


def without_links(one: Proposition) -> object:
    *arms, end = (literal if abs(literal) in KEPT else literal > 0 for literal in one.literals)
    return one.kind, tuple(sorted(arms) if len(arms) == 2 else arms), end


def without_links_or_signs(one: Proposition) -> object:
    return one.kind, tuple(literal if abs(literal) in KEPT else 0 for literal in one.literals)


VIEWS = (without_signs, without_directions, without_links)


def seen(propositions: list[Proposition], view: View) -> tuple[str, ...]:
    return tuple(sorted(repr(view(one)) for one in propositions))


@pytest.mark.parametrize(
    ("structure", "coins", "view"),
    [*((FACTS, 8, view) for view in VIEWS), (CONDITION, 11, without_links)],
)
def test_no_passage_with_an_erasure_tells_which_branches_hold(
    structure: str, coins: int, view: View
) -> None:
    def law(question_type: str, key: int) -> Counter[tuple[str, ...]]:
        breaks = [None if holds else 0 for holds in holding(question_type, key)]
        draws = outcomes(lambda flip: passage(structure, 2, breaks, flip), coins)
        return Counter(seen(one.propositions, view) for one in draws)

    keys = range(4) if structure == FACTS else (0, 3)
    for question_type in ("3c1e", "3e1c"):
        first, *others = (law(question_type, key) for key in keys)
        assert all(other == first for other in others)
        assert len(first) > 1


@pytest.mark.parametrize("chain", [2, 3, 5])
@pytest.mark.parametrize("view", [without_signs, without_directions, without_links_or_signs])
def test_no_branch_with_an_erasure_tells_whether_and_where_it_breaks(
    chain: int, view: View
) -> None:
    # whatever it starts from: so it holds for all branches of a passage together
    steps = range(10, 10 + chain - 2)
    for given in (9, -9):

        def law(broken: int | None, given: int = given) -> Counter[tuple[str, ...]]:
            draws = outcomes(
                lambda flip: branch(given, steps, (5, 1), broken, flip), 2 * len(steps) + 1
            )
            return Counter(tuple(repr(view(one)) for one in drawn) for drawn in draws)

        whole = law(None)
        assert all(law(joint) == whole for joint in range(chain - 1))


def test_all_signs_of_a_longer_branch_with_the_form_of_its_fork_tell_whether_it_breaks() -> None:
    def law(broken: int | None) -> set[tuple[object, ...]]:
        draws = outcomes(lambda flip: branch(9, (10,), (5, 1), broken, flip), 3)
        return {tuple(map(without_directions_of_steps, drawn)) for drawn in draws}

    assert law(0) == law(1)
    assert not law(0) & law(None)


@pytest.mark.parametrize("question_type", TYPES)
@pytest.mark.parametrize("condition", [None, -7])
def test_options_and_conclusion_depend_only_on_signs_that_no_branch_depends_on(
    question_type: str, condition: int | None
) -> None:
    made = Passage([], [1, 2, 3, 4], condition)
    concludes = question_type == "missing"
    coins = 0 if condition is None and not concludes else 4
    coins += concludes and condition is not None
    for options, conclusion in outcomes(lambda flip: asked(question_type, made, flip), coins):
        assert (conclusion is not None) is concludes
        assert {abs(one) for option in options for one in option} <= KEPT


def names(text: str) -> list[str]:
    return [atom.name for atom in atoms(parse(text))]


def made(settings: dict[str, str], n: int = 60) -> tuple[Item, ...]:
    return Sample(make_spec("divlogiceval", settings, 7, n)).all


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_distances_and_degrees_are_the_same_for_all_options(settings: dict[str, str]) -> None:
    for item in made(settings):
        premises = [set(names(premise)) for premise in item.premises]
        profiles = []
        for query in item.query[-4:]:
            reached, profile = set(names(query)), []
            for _ in range(8):
                around = [premise for premise in premises if premise & reached]
                reached = reached.union(*around)
                degrees = sorted(sum(name in one for one in premises) for name in reached)
                profile.append((len(around), degrees))
            profiles.append(profile)
        assert all(profile == profiles[0] for profile in profiles), item.index


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_what_is_entailed_needs_exactly_a_chain(settings: dict[str, str]) -> None:
    for item in made(settings):
        added = item.traits.question_type == "missing"
        assert item.traits.depth == int(settings.get("chain", "2")) + added


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_no_answer_changes_if_if_and_unless_are_read_both_ways(
    settings: dict[str, str],
) -> None:
    for item in made(settings):
        choice = choice_of(item)
        both_ways = [
            Iff(one.left, one.right) if isinstance(one, Implies) else one for one in choice.premises
        ]
        changed = choice._replace(premises=tuple(both_ways))
        findings = Tables(changed).findings()
        assert right_key(findings) == item.gold
        assert not list(faults(findings, changed.conclusion is not None))


def test_both_structures_occur_and_rules_have_but_one() -> None:
    assert {item.traits.structure for item in made(DEFAULT)} == {FACTS, CONDITION}
    assert {item.traits.structure for item in made({"content": "rules"})} == {CONDITION}
    stated = [one for item in made({"content": "rules"}) for one in item.premises if "→" not in one]
    assert not stated


def test_chains_of_the_faithful_recipe_are_as_long_as_required() -> None:
    depths = [item.traits.depth for item in made({"recipe": "faithful", "chain": "3"}, 45)]
    assert all(depth is not None and depth >= 3 for depth in depths)
