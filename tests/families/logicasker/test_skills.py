"""The tree of skills: its counts, and that each form is what it is said to be in every version."""

import pytest

from engine.families.logicasker.rules.lifting import Lift, Schema, lifted, schema_of
from engine.families.logicasker.rules.skills import (
    Problem,
    Source,
    form_skill_ids,
    needs_individual,
    published_skill_ids,
    schemas,
    skill_id_of,
    skill_of,
    skill_of_id,
    skills,
)
from engine.logic import Entailment, Verdict, parse, show
from engine.logic.first_order.herbrand import herbrand_entailment
from engine.logic.first_order.models import find_countermodel
from engine.logic.first_order.solver import validity
from engine.logic.occurrences import closed
from engine.logic.proofs.rules import rules


def test_the_published_skills_are_62_and_146() -> None:
    published = published_skill_ids()
    by_logic = [
        sum(skill_id.startswith(logic) for skill_id in published) for logic in ("prop", "pred")
    ]
    assert by_logic == [62, 146]
    assert len(set(published)) == 208
    names = [skill for skill in skills() if skill.is_published]
    assert len(names) == 82


def test_the_published_forms_are_149_and_give_401_skills() -> None:
    forms = [
        form
        for skill in skills()
        if skill.is_published
        for form in skill.forms
        if form.source is Source.PUBLISHED
    ]
    assert len(forms) == 149
    assert len(set(form_skill_ids(published=True))) == 401
    assert set(form_skill_ids(published=True)) < set(form_skill_ids())


@pytest.mark.parametrize(
    ("logic", "category", "counts"),
    [
        ("propositional", "equivalence", (8, 16)),
        ("propositional", "inference", (11, 15)),
        ("propositional", "fallacy", (5, 5)),
        ("predicate", "equivalence", (19, 48)),
        ("predicate", "inference", (25, 47)),
        ("predicate", "fallacy", (14, 18)),
    ],
)
def test_names_and_forms_of_each_block_are_those_published(
    logic: str, category: str, counts: tuple[int, int]
) -> None:
    block = [
        skill
        for skill in skills()
        if skill.is_published and (skill.logic, skill.category) == (logic, category)
    ]
    n_forms = sum(form.source is Source.PUBLISHED for skill in block for form in skill.forms)
    assert (len(block), n_forms) == counts


def test_a_skill_is_named_by_the_columns_of_the_published_data() -> None:
    skill_id = skill_id_of(
        "predicate", "equivalent", "existential De Morgan's laws", "contradiction"
    )
    skill, problem = skill_of_id()[skill_id]
    assert skill.lift is Lift.EXISTENTIAL
    assert skill.base == "de_morgan"
    assert problem is Problem.CONTRADICTION
    fallacy, _ = skill_of_id()[
        skill_id_of("propositional", "fallacy", "denying a conjunct", "inference")
    ]
    assert fallacy.ids == ("propositional.fallacy.denying_a_conjunct.inference",)


@pytest.mark.parametrize("schema", schemas().values(), ids=lambda schema: schema.key)
def test_every_form_is_valid_or_a_fallacy_by_both_procedures(schema: Schema) -> None:
    premises, conclusion = [closed(p) for p in schema.premises], closed(schema.conclusion)
    is_fallacy = skill_of()[schema.key].is_fallacy
    ours = herbrand_entailment(premises, conclusion)
    theirs = validity(premises, conclusion)
    if is_fallacy:
        assert theirs is Verdict.INVALID
        assert ours is Entailment.UNDETERMINED
        assert find_countermodel(premises, conclusion, 3) is not None
    else:
        assert theirs is Verdict.VALID
        assert ours in (Entailment.ENTAILED, Entailment.INCONSISTENT)


def test_a_law_is_listed_in_both_directions() -> None:
    one_way = {"commutative", "quantifier_commutation", "quantifier_distribution"}
    for skill in skills():
        if skill.category != "equivalence" or skill.base in one_way:
            continue
        directions = {(s.rule, s.key.split(".")[1:2] == ["reversed"]) for s in skill.schemas}
        assert directions == {(rule, way) for rule, _ in directions for way in (False, True)}


def test_only_these_forms_need_somebody_to_exist() -> None:
    valid = [s for s in schemas().values() if not skill_of()[s.key].is_fallacy]
    assert [s.key for s in valid if needs_individual(s)] == [
        "existential_consequent",
        "universal_antecedent",
        "existence_from_arbitrary",
        "existence_from_all",
    ]


def test_an_existential_version_has_one_existential_premise() -> None:
    schema = schema_of(rules()["disjunction_elimination"])
    versions = list(lifted(schema, Lift.EXISTENTIAL))
    assert [version.placed for version in versions] == [0, 1, 2]
    for version in versions:
        kinds = [show(premise)[0] for premise in version.premises]
        assert kinds == ["∃" if at == version.placed else "∀" for at in range(3)]
        assert show(version.conclusion).startswith("∃x")


def test_generalisation_is_sound_of_an_arbitrary_individual_alone() -> None:
    rule = rules()["universal_generalisation"]
    assert herbrand_entailment(rule.premises, rule.conclusion) is Entailment.ENTAILED
    named = herbrand_entailment([parse("F(a)")], rule.conclusion)
    assert named is Entailment.UNDETERMINED
