"""Explanations of questions on a skill are true to their certificates, in words."""

import pytest

from engine.core.items import Item
from engine.families.logicasker.language import canonical
from engine.families.logicasker.refutation import clash_with, refutation
from engine.families.logicasker.rules.instances import is_schema_instance
from engine.families.logicasker.rules.skills import schemas
from engine.logic import Standing, parse
from engine.logic.judging import our_standing
from engine.pipeline.generation import make_group, make_items, make_spec
from engine.show.explanation import explain


def group(leaf: str, **settings: str) -> tuple[Item, ...]:
    return make_group(make_spec("logicasker", {"leaves": leaf, **settings}, 2, 2), 0)


def test_what_follows_is_derived_step_by_step() -> None:
    correct, _ = group(
        "propositional.inference.modus_tollens.contradiction", max_length="2", min_length="2"
    )
    told = explain(correct)
    assert told[0] == "The conclusion follows from the premises in 2 steps:"
    assert len(told) == 3
    assert told[-1].startswith(f"({len(correct.premises) + 2}) {correct.question} ")
    assert "By modus tollens" in told[-1]


def contradictions(leaf: str) -> list[tuple[Item, ...]]:
    spec = make_spec("logicasker", {"leaves": leaf}, 2, 40)
    return [make_group(spec, number) for number in range(20)]


def test_what_contradicts_what_follows_is_told_so() -> None:
    made = contradictions("predicate.inference.universal_modus_tollens.contradiction")
    correct, other = next(pair for pair in made if pair[0].premises == pair[1].premises)
    told = explain(other)
    assert told[1:-1] == explain(correct)[1:]
    assert told[-1] == f"That and what is asked [{other.query[0]}] cannot both be true."


def test_what_premises_rule_out_is_derived_from_them() -> None:
    made = contradictions("propositional.inference.disjunctive_syllogism.contradiction")
    correct, other = next(pair for pair in made if pair[0].premises != pair[1].premises)
    told = explain(other)
    assert told[0] == (
        f"The premises rule out what is asked [{other.query[0]}]; what does follow is"
        f" [{correct.query[0]}] from [{'; '.join(correct.premises)}]."
    )
    assert told[1].startswith("From the premises follows, in ")
    assert told[-1] == "That and what is asked cannot both be true."


@pytest.mark.parametrize(
    ("premises", "query"),
    [
        ("∀x (P(x) ∧ ¬Q(x))", "∀x (P(x) → Q(x))"),
        ("p ∧ q", "p → ¬q"),
        ("∀x ¬P(x)", "∀x P(x)"),
        ("¬∃x (¬P(x) ∨ Q(x))", "∃x (Q(x) ∨ ¬P(x))"),
    ],
)
def test_what_no_rule_denies_is_led_to_what_cannot_be(premises: str, query: str) -> None:
    given = tuple(canonical(parse(premise)) for premise in premises.split("; "))
    asked = canonical(parse(query))
    assert refutation(given, asked, 2) is None
    clash = clash_with(given, asked, 6)
    assert clash is not None
    told = [*given, asked]
    for step in clash.steps:
        formula = parse(step.formula)
        assert is_schema_instance(schemas()[step.form], [told[s] for s in step.sources], formula)
        told.append(formula)
    one, other = (told[at] for at in clash.opposed)
    assert our_standing([one], other) is Standing.REFUTED


def test_contradictions_are_explained_by_what_follows() -> None:
    for leaf in ("propositional.equivalence", "predicate.equivalence", "predicate.inference"):
        spec = make_spec("logicasker", {"leaves": leaf}, 4, 240)
        for item in (item for item in make_items(spec) if item.role == "contradiction"):
            assert explain(item)[-1].endswith("cannot both be true.")


def test_a_fallacy_has_two_cases_and_its_name() -> None:
    spec = make_spec("logicasker", {"leaves": "predicate.fallacy.undistributed_middle"}, 2, 40)
    made = (make_group(spec, number)[1] for number in range(20))
    fallacy = next(item for item in made if any(s.atom == "a1" for s in item.symbols))
    told = explain(fallacy)
    assert told[0].startswith("The premises leave the conclusion open")
    assert told[1].startswith("It is true in this case: there is just ")
    assert told[2].startswith("It is false in this case: there is just ")
    assert "undistributed middle about an individual" in told[3]
    name = next(symbol.text for symbol in fallacy.symbols if symbol.atom == "a1")
    assert name in told[1]
    assert " x " not in f" {told[1]} "


def test_formal_items_are_explained_in_formulas() -> None:
    correct, _ = group("propositional.inference.modus_ponens.contradiction", language="formal")
    assert explain(correct)[1].startswith(f"(3) [{correct.query[0]}] By modus ponens from ")
