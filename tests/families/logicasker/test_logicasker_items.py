"""What LogicAsker asks: leaves, kinds, lengths and answers as planned, and twins one edit apart."""

from collections import Counter

import pytest

from engine.errors import InputError
from engine.families.logicasker import arguments
from engine.families.logicasker.contrast import contrasts
from engine.families.logicasker.edits import contradictory
from engine.generation import make_group, make_items, make_spec
from engine.items import Item, SkillCertificate
from engine.logic import Standing, parse, show
from engine.logic.herbrand import herbrand_standing
from engine.logic.skills import leaves, published_leaves, schemas, skill_of

KINDS = {"correct": "yes", "contradiction": "no", "unrelated": "no", "fallacy": "no"}


def items(n: int, seed: int = 1, **settings: str) -> list[Item]:
    return list(make_items(make_spec("logicasker", settings, seed, n)))


def test_a_round_of_the_sound_recipe_asks_every_published_leaf_and_as_often_yes_as_no() -> None:
    asked = items(290)
    assert {item.traits.leaf for item in asked} >= set(published_leaves())
    assert Counter(item.gold for item in asked) == {"yes": 145, "no": 145}
    assert all(KINDS[item.role] == item.gold for item in asked)
    no_leaves = Counter(item.traits.leaf for item in asked if item.gold == "no")
    assert set(no_leaves.values()) == {1}


def test_a_round_of_the_faithful_recipe_is_the_published_tree() -> None:
    asked = items(208, recipe="faithful")
    assert Counter(item.traits.leaf for item in asked) == Counter(published_leaves())
    assert sum(item.gold == "yes" for item in asked) == 63
    spec = make_spec("logicasker", {"recipe": "faithful"}, 1)
    assert spec.n_items == 2080


def test_the_three_way_question_has_each_answer_equally_often() -> None:
    asked = items(240, question="three-way")
    assert set(Counter(item.gold for item in asked).values()) == {80}
    answers = {"correct": "follows", "contradiction": "contradicts"}
    assert all(item.gold == answers.get(item.role, "neither") for item in asked)


@pytest.mark.parametrize("length", [1, 2, 4, 7, 10])
def test_lengths_are_as_asked(length: int) -> None:
    asked = items(40, min_length=str(length), max_length=str(length))
    for item in asked:
        assert item.traits.depth == length == len(item.certificate.steps)
        assert item.traits.forms[-1] == item.certificate.steps[-1].form


def test_lengths_take_turns_by_rounds() -> None:
    spec = make_spec("logicasker", {"max_length": "3", "leaves": "propositional.fallacy"}, 1, 30)
    found = [item.traits.depth for item in make_items(spec) if item.role == "correct"]
    assert found == [1] * 5 + [2] * 5 + [3] * 5


def test_a_contradiction_alone_can_be_asked_in_three_ways() -> None:
    leaf = "predicate.inference.existential_modus_ponens.contradiction"
    made = items(6, question="three-way", leaves=leaf)
    assert sorted(item.gold for item in made) == 2 * ["contradicts"] + 2 * ["follows"] + 2 * [
        "neither"
    ]


def test_leaves_can_be_chosen_by_the_beginnings_of_their_ids() -> None:
    asked = items(20, leaves="predicate.inference.universal_modus_ponens")
    assert {item.traits.rule for item in asked} == {"universal modus ponens"}
    with pytest.raises(Exception, match="no leaf that can be asked has such an id"):
        make_spec("logicasker", {"leaves": "propositional.magic"}, 1)


def test_twins_are_one_edit_from_the_sound_argument_and_share_its_words() -> None:
    for group in range(145):
        correct, other = make_group(make_spec("logicasker", {}, 3, 290), group)
        assert isinstance(other.certificate, SkillCertificate)
        assert other.certificate.sound_premises == correct.premises
        assert other.certificate.conclusion == correct.query[0]
        pairs = zip(
            (*correct.premises, correct.query[0]), (*other.premises, other.query[0]), strict=True
        )
        assert sum(one != two for one, two in pairs) == 1
        same = zip(correct.passage, other.passage, strict=True)
        assert sum(one != two for one, two in same) <= 1


def test_formal_items_are_the_english_ones() -> None:
    english, formal = items(40), items(40, language="formal")
    for one, other in zip(english, formal, strict=True):
        assert (one.premises, one.query) == (other.premises, other.query)
        assert other.passage == other.premises
        assert other.question == other.query[0]


def test_every_fallacy_has_a_sound_twin_but_two_that_we_add() -> None:
    fallacies = {key for key in schemas() if skill_of()[key].is_fallacy}
    assert fallacies - set(contrasts()) == {"existential_fallacy", "illicit_major"}
    for key, contrast in contrasts().items():
        fallacy, sound = contrast.fallacy, contrast.sound
        assert key == fallacy.key
        assert herbrand_standing(sound.premises, sound.conclusion) is Standing.ENTAILED
        assert herbrand_standing(fallacy.premises, fallacy.conclusion) is Standing.UNDETERMINED
        assert len(contrast.edited) == 1 or len(fallacy.premises) == 1


@pytest.mark.parametrize(
    "text", ["p", "¬p", "p ∧ ¬q", "p ∨ q", "p → q", "p ↔ q", "∀x P(x)", "∃x (P(x) ∧ Q(x))", "¬¬p"]
)
def test_a_contradictory_cannot_be_true_with_what_it_contradicts(text: str) -> None:
    from random import Random

    formula = parse(text)
    for seed in range(40):
        other = contradictory(formula, Random(seed))
        assert herbrand_standing([formula], other) is Standing.REFUTED, show(other)


def test_what_is_undecided_is_rejected_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = make_spec("logicasker", {"min_length": "2", "max_length": "2"}, 1, 2)
    usual = arguments.our_standing
    answers = iter([Standing.UNKNOWN] * 3)
    monkeypatch.setattr(arguments, "our_standing", lambda *asked: next(answers, usual(*asked)))
    item, _ = make_group(spec, 0)
    assert isinstance(item.certificate, SkillCertificate)
    assert dict(item.certificate.rejected)["undecided"] == 3


def test_each_leaf_that_can_be_asked_is_generated() -> None:
    asked = items(2 * 172, tree="all")
    missing = set(leaves()) - {item.traits.leaf for item in asked}
    assert {leaves()[leaf][0].base for leaf in missing} == {"identity"}


def test_fallacies_that_exchange_premise_and_conclusion_are_asked_at_length_one_only() -> None:
    shift = "predicate.fallacy.quantifier_shift"
    spec = make_spec("logicasker", {"tree": "all", "leaves": shift}, 1, 4)
    assert {item.traits.depth for item in make_items(spec)} == {1}
    with pytest.raises(Exception, match="no leaf that can be asked"):
        make_spec("logicasker", {"tree": "all", "leaves": shift, "max_length": "2"}, 1)


def test_chains_grow_by_the_rules_that_are_named() -> None:
    settings = {"min_length": "4", "max_length": "4", "leaves": "propositional.inference"}
    asked = items(20, rules="modus_ponens, transitivity", **settings)
    assert {form for item in asked for form in item.traits.forms[:-1]} <= {
        "modus_ponens",
        "hypothetical_syllogism",
    }
    with pytest.raises(Exception, match="there is no sound rule magic; there are addition, "):
        make_spec("logicasker", {"rules": "magic"}, 1)


def test_rules_that_cannot_make_a_chain_are_told_in_one_sentence() -> None:
    settings = {
        "min_length": "3",
        "max_length": "3",
        "leaves": "propositional.inference.modus_ponens",
    }
    with pytest.raises(InputError, match=r"no argument of length 3 was found .* allow more rules"):
        items(2, rules="addition", **settings)
