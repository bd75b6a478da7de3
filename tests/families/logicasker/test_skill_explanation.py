"""Explanations of questions on a skill are true to their certificates, in words."""

from engine.core.items import Item
from engine.pipeline.generate.generation import make_group, make_items, make_spec
from engine.show.evidence.explanation import explain


def group(skill_id: str, **settings: str) -> tuple[Item, ...]:
    return make_group(make_spec("logicasker", {"skills": skill_id, **settings}, 2, 2), 0)


def test_what_follows_is_derived_step_by_step() -> None:
    correct, _ = group(
        "propositional.inference.modus_tollens.contradiction", max_length="2", min_length="2"
    )
    text = explain(correct)
    assert text[0] == "The conclusion follows from the premises in 2 steps:"
    assert len(text) == 3
    assert text[-1].startswith(f"({len(correct.premises) + 2}) {correct.question} ")
    assert "By modus tollens" in text[1]


def test_what_contradicts_is_derived_from_its_own_premises() -> None:
    correct, other = group("propositional.inference.modus_ponens.contradiction")
    assert correct.premises != other.premises
    explained = explain(other)
    assert explained[0] == "From the premises follows, in one step:"
    assert "By modus ponens" in explained[1]
    assert explained[-1] == f"That and what is asked [{other.query[0]}] cannot both be true."


def test_contradictions_are_explained_by_what_follows() -> None:
    for skill_id in ("propositional.equivalence", "predicate.equivalence", "predicate.inference"):
        spec = make_spec("logicasker", {"skills": skill_id}, 4, 240)
        for item in (item for item in make_items(spec) if item.role == "contradiction"):
            assert explain(item)[-1].endswith("cannot both be true.")


def test_a_fallacy_has_two_cases_and_its_name() -> None:
    spec = make_spec("logicasker", {"skills": "predicate.fallacy.undistributed_middle"}, 2, 40)
    made = (make_group(spec, number)[1] for number in range(20))
    fallacy = next(item for item in made if any(s.atom == "a1" for s in item.symbols))
    shown = explain(fallacy)
    assert shown[0].startswith("The premises leave the conclusion open")
    assert shown[1].startswith("It is true in this case: there is just ")
    assert shown[2].startswith("It is false in this case: there is just ")
    assert "undistributed middle about an individual" in shown[3]
    name = next(symbol.text for symbol in fallacy.symbols if symbol.atom == "a1")
    assert name in shown[1]
    assert " x " not in f" {shown[1]} "


def test_formal_items_are_explained_in_formulas() -> None:
    correct, _ = group("propositional.inference.modus_ponens.contradiction", language="formal")
    number = len(correct.premises) + 1
    assert explain(correct)[1].startswith(f"({number}) [{correct.query[0]}] By modus ponens from ")
