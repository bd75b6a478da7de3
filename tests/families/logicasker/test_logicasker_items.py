"""What LogicAsker asks: leaves, kinds, lengths and answers as planned, and twins one edit apart."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from engine.core.items import EntailmentCertificate, Item
from engine.families.logicasker import arguments
from engine.families.logicasker.contrast import contrasts
from engine.families.logicasker.edits import denials, edits
from engine.families.logicasker.language import canonical
from engine.families.logicasker.params import LAPS, SPLITS, Params, cell, turns
from engine.families.logicasker.roots import askable, draw_root
from engine.families.logicasker.rules.refuting import fault_of_contradiction
from engine.families.logicasker.rules.skills import (
    Problem,
    leaves,
    published_leaves,
    schemas,
    skill_of,
)
from engine.logic import Standing, parse
from engine.logic.first_order.herbrand import herbrand_standing
from engine.pipeline.generation import make_group, make_items, make_spec
from tests.samples import Sample

ROUND = 63 + 18 + 9 + (108 + 10) * LAPS
"""Groups in which contradictions, rules on one symbol and fallacies by another connective than
their twin's come up once, and every other leaf `LAPS` times."""
KINDS = {"correct": "yes", "contradiction": "no", "unrelated": "no", "fallacy": "no"}


def items(n: int, seed: int = 1, **settings: str) -> list[Item]:
    return list(Sample(make_spec("logicasker", settings, seed, n)))


def test_a_round_of_the_sound_recipe_asks_every_published_leaf_and_as_often_yes_as_no() -> None:
    asked = items(2 * ROUND)
    assert {item.traits.leaf for item in asked} >= set(published_leaves())
    assert Counter(item.gold for item in asked) == {"yes": ROUND, "no": ROUND}
    assert all(KINDS[item.role] == item.gold for item in asked)
    no_leaves = Counter(item.role for item in asked if item.gold == "no")
    assert no_leaves == {
        "contradiction": 63,
        "unrelated": 18 + 108 * LAPS,
        "fallacy": 9 + 10 * LAPS,
    }


def test_no_leaf_is_missing_from_the_test_split_and_most_are_trained_on() -> None:
    params = Params()
    planned = [cell(params, group) for group in range(params.default_groups)]
    by_split = {split: Counter(c.leaf for c in planned if c.split == split) for split in SPLITS}
    assert {split: set(n.values()) for split, n in by_split.items()} == {
        "test": {10, 10 * LAPS},
        "train": {3, 3 * LAPS},
        "validation": {1, LAPS},
    }
    assert all(set(n) == set(published_leaves()) for n in by_split.values())
    assert {item.split for item in items(20)} == {"test"}
    late = make_group(make_spec("logicasker", {}, 1), 10 * ROUND)
    assert {item.split for item in late} == {"train"}


def test_a_round_of_the_faithful_recipe_is_the_published_tree() -> None:
    asked = items(208, recipe="faithful")
    assert Counter(item.traits.leaf for item in asked) == Counter(published_leaves())
    assert sum(item.gold == "yes" for item in asked) == 63
    spec = make_spec("logicasker", {"recipe": "faithful"}, 1)
    assert spec.n_items == 2080


def test_the_three_way_question_has_each_answer_equally_often() -> None:
    asked = items(246, question="three-way")
    assert set(Counter(item.gold for item in asked).values()) == {82}
    answers = {"correct": "follows", "contradiction": "contradicts"}
    assert all(item.gold == answers.get(item.role, "neither") for item in asked)


@pytest.mark.parametrize("length", [1, 2, 4, 7, 10])
def test_lengths_are_as_asked(length: int) -> None:
    asked = items(40, min_length=str(length), max_length=str(length))
    for item in asked:
        assert item.traits.depth == length == len(item.certificate.steps)
        assert item.traits.forms[-1] == item.certificate.steps[-1].form


def test_lengths_take_turns() -> None:
    spec = make_spec("logicasker", {"max_length": "3", "leaves": "propositional.fallacy"}, 1, 30)
    found = [item.traits.depth for item in make_items(spec) if item.role == "correct"]
    assert found == [1, 2, 3] * 5


def test_a_hundred_items_of_each_length_are_a_mixture_of_leaves() -> None:
    params = Params(max_length=10)
    planned = [cell(params, group) for group in range(500)]
    assert set(Counter(c.length for c in planned).values()) == {50}
    often = {leaf for leaf, times in Counter(turns(params)).items() if times == LAPS}
    assert len(often & {c.leaf for c in planned}) > 0.8 * len(often)
    assert {cell(params, group).leaf for group in range(ROUND)} > often
    for length in range(1, 11):
        kinds = {(c.skill.logic, c.skill.category) for c in planned if c.length == length}
        assert len(kinds) >= 4
    whole = [cell(params, group) for group in range(10 * ROUND)]
    assert set(Counter((c.leaf, c.length) for c in whole).values()) == {1, LAPS}


def test_a_contradiction_alone_can_be_asked_in_three_ways() -> None:
    leaf = "predicate.inference.existential_modus_ponens.contradiction"
    made = items(6, question="three-way", leaves=leaf)
    assert sorted(item.gold for item in made) == 2 * ["contradicts"] + 2 * ["follows"] + 2 * [
        "neither"
    ]


def test_leaves_can_be_chosen_by_the_beginnings_of_their_ids() -> None:
    asked = items(20, leaves="predicate.inference.universal_modus_ponens")
    assert {item.traits.rule for item in asked} == {"universal modus ponens"}
    with pytest.raises(Exception, match="no askable leaf has such an id"):
        make_spec("logicasker", {"leaves": "propositional.magic"}, 1)


def test_twins_are_one_edit_from_the_sound_argument_and_share_its_words() -> None:
    for group in range(208):
        correct, other = make_group(make_spec("logicasker", {}, 3, 416), group)
        assert isinstance(other.certificate, EntailmentCertificate)
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


ON_ONE_SYMBOL = (
    "predicate.equivalence.universal_idempotent_laws,"
    "predicate.equivalence.existential_idempotent_laws,"
    "predicate.equivalence.universal_complement_laws,"
    "predicate.equivalence.existential_complement_laws,"
    "predicate.equivalence.law_of_quantifier_negation,"
    "propositional.equivalence.complement_laws"
)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_question_of_a_set_is_asked_twice_however_little_there_is_to_ask(seed: int) -> None:
    asked = items(18 * 14 * 2, seed, leaves=ON_ONE_SYMBOL)
    assert len({(frozenset(item.passage), item.question) for item in asked}) == len(asked)


def test_arguments_of_three_answers_come_by_their_shares_and_none_is_missing() -> None:
    leaf, rng = "propositional.inference.modus_ponens.unrelated", Random(1)
    roots = Counter(draw_root(leaf, 1, False, rng) for _ in range(4_000))
    for schema in askable(leaf):
        found = {root.signs for root in roots if root.schema == schema}
        assert found == {"".join(signs) for signs in product("+-", repeat=2)}
    assert max(roots.values()) > 2 * min(roots.values())


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
    "text", ["p", "¬p", "p ∧ ¬q", "p ∨ q", "p → q", "p ↔ q", "∃x (P(x) ∧ Q(x))", "¬¬p"]
)
def test_what_is_denied_cannot_be_true_with_its_denial(text: str) -> None:
    formula = parse(text)
    found = [herbrand_standing([formula], denial) for denial in denials(formula)]
    if text.startswith("∃"):  # that somebody is not so leaves open whether another is
        assert found.count(Standing.UNDETERMINED) == 4
        found = [standing for standing in found if standing is not Standing.UNDETERMINED]
    assert set(found) == {Standing.REFUTED}


@pytest.mark.parametrize(
    "text",
    [
        "p → q; q → r; p; r",
        "∀x (P(x) → Q(x)); ∀x (Q(x) → S(x)); ∃x P(x); ∃x S(x)",
    ],
)
def test_edits_change_one_formula_each_in_another_way(text: str) -> None:
    formulas = tuple(canonical(parse(part)) for part in text.split("; "))
    found = list(edits(formulas, ("p9", "P9", "R9", "a9"), range(len(formulas))))
    assert len({(edit.at, edit.formula) for edit in found}) == len(found) > 15
    assert all(edit.formula not in formulas for edit in found)
    assert {edit.name.partition(" in a ")[0] for edit in found} == {
        "a sign turned",
        "a symbol exchanged",
        "two symbols swapped",
        "a new symbol",
        "a symbol added",
        "a denial",
        *(["the connective or quantifier exchanged"] if "x" in text else []),
    }


def test_what_is_undecided_is_rejected_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = make_spec("logicasker", {"min_length": "2", "max_length": "2"}, 1, 2)
    usual = arguments.our_standing
    answers = iter([Standing.UNKNOWN] * 3)
    monkeypatch.setattr(arguments, "our_standing", lambda *asked: next(answers, usual(*asked)))
    item, _ = make_group(spec, 0)
    assert isinstance(item.certificate, EntailmentCertificate)
    assert dict(item.certificate.rejected)["undecided"] == 3


def test_each_leaf_that_can_be_asked_is_generated() -> None:
    asked = items(2 * len(turns(Params(tree="all"))), tree="all")
    missing = set(leaves()) - {item.traits.leaf for item in asked}
    assert {leaves()[leaf][0].base for leaf in missing} == {"identity"}


def test_fallacies_that_exchange_premise_and_conclusion_are_asked_at_length_one_only() -> None:
    shift = "predicate.fallacy.quantifier_shift"
    spec = make_spec("logicasker", {"tree": "all", "leaves": shift}, 1, 4)
    assert {item.traits.depth for item in make_items(spec)} == {1}
    with pytest.raises(Exception, match="no askable leaf"):
        make_spec("logicasker", {"tree": "all", "leaves": shift, "max_length": "2"}, 1)


@pytest.mark.full(
    quick="cli/test_generate_verify.py::test_a_set_of_a_suite_comes_out_with_the_content_it_froze"
)
def test_contradictions_that_some_premises_make_alone_are_rejected_and_counted() -> None:
    told = [leaf for leaf, (_, problem) in leaves().items() if problem is Problem.CONTRADICTION]
    chains = items(252, min_length="2", max_length="2", leaves=",".join(told))
    asked = [item for item in chains if item.role == "contradiction"]
    counted: Counter[str] = Counter()
    for item in asked:
        assert isinstance(item.certificate, EntailmentCertificate)
        counted.update(dict(item.certificate.rejected))
        premises, query = [parse(one) for one in item.premises], parse(item.query[0])
        assert fault_of_contradiction(premises, query, item.traits.depth or 0) is None
    assert counted["refuted by some premises alone"] > 0
    assert counted["longer to refute"] > 0
