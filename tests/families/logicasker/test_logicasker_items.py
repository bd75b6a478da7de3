"""What LogicAsker asks: skills, kinds, lengths and answers as planned."""

from collections import Counter

import pytest

from engine.core.items import EntailmentCertificate, Item
from engine.families.logicasker.params import LAPS, SPLITS, Params, cell, turns
from engine.families.logicasker.rules.skills import published_skill_ids, skill_of_id
from engine.logic import free_variables, parse
from engine.pipeline.generate.generation import make_group, make_items, make_spec
from tests.samples import Sample

ROUND = 63 + (63 + 19) * LAPS
"""Groups in which contradictions come up once, and other skills `LAPS` times."""
KINDS = {"correct": "yes", "contradiction": "no", "unrelated": "no", "fallacy": "no"}


def items(n: int, seed: int = 1, **settings: str) -> list[Item]:
    return list(Sample(make_spec("logicasker", settings, seed, n)))


def test_a_round_of_the_sound_recipe_asks_every_published_skill_and_as_often_yes_as_no() -> None:
    asked = items(2 * ROUND)
    assert {item.traits.skill for item in asked} >= set(published_skill_ids())
    assert Counter(item.gold for item in asked) == {"yes": ROUND, "no": ROUND}
    assert all(KINDS[item.role] == item.gold for item in asked)
    refused = Counter(item.role for item in asked if item.gold == "no")
    assert refused == {"contradiction": 63, "unrelated": 63 * LAPS, "fallacy": 19 * LAPS}
    assert len({(frozenset(item.passage), item.question) for item in asked}) == len(asked)


def test_no_skill_is_missing_from_the_test_split_and_most_are_trained_on() -> None:
    params = Params()
    planned = [cell(params, group) for group in range(params.default_groups)]
    by_split = {split: Counter(c.skill_id for c in planned if c.split == split) for split in SPLITS}
    assert {split: set(n.values()) for split, n in by_split.items()} == {
        "test": {10, 10 * LAPS},
        "train": {3, 3 * LAPS},
        "validation": {1, LAPS},
    }
    assert {item.split for item in items(20)} == {"test"}
    late = make_group(make_spec("logicasker", {}, 1), 10 * ROUND)
    assert {item.split for item in late} == {"train"}


def test_a_round_of_the_faithful_recipe_is_the_published_tree() -> None:
    asked = items(208, recipe="faithful")
    assert Counter(item.traits.skill for item in asked) == Counter(published_skill_ids())
    assert sum(item.gold == "yes" for item in asked) == 63
    spec = make_spec("logicasker", {"recipe": "faithful"}, 1)
    assert spec.n_items == 2080
    with pytest.raises(Exception, match="of one step on the published tree"):
        make_spec("logicasker", {"recipe": "faithful", "max_length": "2"}, 1)


@pytest.mark.parametrize(("length", "n"), [("1", 246), ("3", 60)])
def test_the_three_way_question_has_each_answer_equally_often(length: str, n: int) -> None:
    asked = items(n, question="three-way", min_length=length, max_length=length)
    assert set(Counter(item.gold for item in asked).values()) == {n // 3}
    answers = {"correct": "follows", "contradiction": "contradicts"}
    assert all(item.gold == answers.get(item.role, "neither") for item in asked)


@pytest.mark.parametrize("length", [1, 2, 4, 7, 10])
def test_lengths_are_as_asked(length: int) -> None:
    for item in items(40, min_length=str(length), max_length=str(length)):
        assert isinstance(item.certificate, EntailmentCertificate)
        assert item.traits.depth == length == len(item.certificate.steps)
        assert item.traits.forms == tuple(step.form for step in item.certificate.steps)


def test_lengths_take_turns() -> None:
    spec = make_spec("logicasker", {"max_length": "3", "skills": "propositional.inference"}, 1, 30)
    found = [item.traits.depth for item in make_items(spec) if item.role == "correct"]
    assert found == [1, 2, 3] * 5


def test_a_hundred_chains_of_each_length_are_a_mixture_of_skills() -> None:
    params = Params(min_length=2, max_length=6)
    planned = [cell(params, group) for group in range(250)]
    assert set(Counter(c.length for c in planned).values()) == {50}
    for length in range(2, 7):
        kinds = {(c.skill.logic, c.skill.category) for c in planned if c.length == length}
        assert len(kinds) >= 4
        n = len(turns(params, length))
        assert len({c.skill_id for c in planned if c.length == length}) == min(n, 50)


def test_skills_can_be_chosen_by_the_beginnings_of_their_ids() -> None:
    asked = items(20, skills="predicate.inference.universal_modus_ponens")
    assert {item.traits.rule for item in asked} == {"universal modus ponens"}
    contradictory = items(10, skills="propositional.inference.modus_ponens.contradiction")
    assert Counter(item.role for item in contradictory) == {"correct": 5, "contradiction": 5}
    with pytest.raises(Exception, match="no skill with such an id is asked at length 1"):
        make_spec("logicasker", {"skills": "propositional.magic"}, 1)
    with pytest.raises(Exception, match="no skill with such an id is asked at length 2"):
        make_spec("logicasker", {"skills": "propositional.fallacy", "max_length": "2"}, 1)


def test_each_skill_is_asked_in_the_whole_tree() -> None:
    asked = items(2 * len(turns(Params(tree="all"), 1)), tree="all")
    assert {item.traits.skill for item in asked} == set(skill_of_id())


def test_no_stored_formula_has_a_free_variable() -> None:
    asked = [
        *items(1000),
        *items(208, recipe="faithful"),
        *items(200, min_length="2", max_length="6"),
    ]
    for item in asked:
        assert not any(free_variables(parse(one)) for one in (*item.premises, *item.query))


def test_contrasts_of_one_step_keep_the_conclusion_unless_they_refute_it() -> None:
    for group in range(208):
        correct, other = make_group(make_spec("logicasker", {}, 3, 416), group)
        if other.role == "unrelated":
            assert other.query == correct.query
            assert other.question == correct.question
        changed = set(correct.premises) ^ set(other.premises)
        assert len(changed) <= 4


def test_formal_items_are_the_english_ones() -> None:
    english, formal = items(40, max_length="3"), items(40, max_length="3", language="formal")
    for one, other in zip(english, formal, strict=True):
        assert (one.premises, one.query) == (other.premises, other.query)
        assert other.passage == other.premises
        assert other.question == other.query[0]
