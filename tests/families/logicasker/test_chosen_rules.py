"""Chains by chosen rules: what they reach is made by them alone, and what they do not is named."""

import pytest

from engine.core.errors import InputError
from engine.core.items import EntailmentCertificate, Item
from engine.decide import verify_item
from engine.families.logicasker.contrast import contrasts
from engine.families.logicasker.rules.skills import skill_of
from engine.pipeline.generation import Spec, make_group, make_spec

COMMUTED = "propositional.fallacy.illicit_commutativity"
DILEMMA = "propositional.inference.disjunction_elimination"
PONENS = "propositional.inference.modus_ponens"


def asked(rules: str, length: int, leaves: str, n: int = 4) -> Spec:
    lengths = {"min_length": str(length), "max_length": str(length)}
    return make_spec("logicasker", {"rules": rules, "leaves": leaves, **lengths}, 1, n)


def made(spec: Spec) -> list[Item]:
    return [item for group in range(spec.n_groups) for item in make_group(spec, group)]


def own_rule(item: Item) -> str:
    """The rule of the sound argument's leaf: of a fallacy, that which it is taken for."""
    form = item.traits.root_form or ""
    return skill_of()[contrasts()[form].sound.key if form in contrasts() else form].base


@pytest.mark.parametrize(
    ("rules", "length", "leaves"),
    [
        ("modus_ponens,transitivity", 4, "propositional.inference"),
        ("modus_ponens, transitivity", 7, COMMUTED),
        (
            "modus_ponens,transitivity",
            3,
            "predicate.inference.universal_modus_ponens.contradiction",
        ),
        ("transitivity", 3, PONENS),
        ("addition", 3, PONENS),
        ("conjunction", 3, PONENS),
        ("de_morgan,commutative", 2, "predicate.inference.existential_modus_ponens"),
        ("quantifier_negation", 2, "predicate.inference.universal_modus_tollens"),
        ("disjunctive_syllogism", 11, DILEMMA),
    ],
)
def test_chains_grow_by_the_rules_that_are_named(rules: str, length: int, leaves: str) -> None:
    spec = asked(rules, length, leaves)
    assert not spec.left_out
    for item in made(spec):
        assert isinstance(item.certificate, EntailmentCertificate)
        assert item.traits.depth == length
        used = [skill_of()[form].base for form in item.traits.forms]
        used.remove(own_rule(item))
        assert set(used) <= {rule.strip() for rule in rules.split(",")}
        assert verify_item(item).agreed


def test_a_leaf_that_rules_do_not_reach_is_named_and_others_take_its_place() -> None:
    spec = asked("addition", 2, f"{PONENS}.inference,{DILEMMA}.inference", 8)
    assert spec.left_out == {"length 2": (f"{DILEMMA}.inference",)}
    assert {item.traits.leaf.rpartition(".")[0] for item in made(spec)} == {PONENS}


def test_lengths_that_rules_do_not_reach_are_named_and_shorter_take_their_place() -> None:
    lengths = {"min_length": "1", "max_length": "12"}
    settings = {"rules": "addition", "leaves": f"{PONENS}.inference", **lengths}
    spec = make_spec("logicasker", settings, 1, 24)
    (where,) = spec.left_out
    assert where.endswith("10, 11, 12")
    assert max(item.traits.depth or 0 for item in made(spec)) == 12 - where.count(",") - 1


def test_rules_that_reach_nothing_are_told_in_one_sentence() -> None:
    spec = asked("biconditional", 9, PONENS)
    with pytest.raises(InputError, match="9 to 9 steps was found by the rules bic"):
        spec.left_out  # noqa: B018


def test_without_chosen_rules_nothing_is_left_out() -> None:
    assert not make_spec("logicasker", {"max_length": "12"}, 1).left_out


def test_a_rule_that_does_not_exist_is_told() -> None:
    with pytest.raises(InputError, match="there is no sound rule magic; there are addition, "):
        make_spec("logicasker", {"rules": "magic"}, 1)
