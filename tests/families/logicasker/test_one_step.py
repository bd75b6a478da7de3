"""One step: each contrast exchanges two things, and nothing is more or less frequent for it."""

from collections import Counter
from contextlib import suppress
from random import Random

import pytest

from engine.families.logicasker.asked import Asked, Rejected, contraries
from engine.families.logicasker.asking import is_asked
from engine.families.logicasker.exchange import exchanges, is_idle, is_twice
from engine.families.logicasker.kinds import (
    CONTRADICTION,
    CORRECT,
    ENTAILMENTS,
    FALLACY,
    UNRELATED,
)
from engine.families.logicasker.language import canonical
from engine.families.logicasker.one_step import one_step
from engine.families.logicasker.rules.lifting import Schema
from engine.families.logicasker.rules.skills import schemas, skill_of
from engine.logic import Entailment, Formula, parse, show
from engine.logic.first_order.herbrand import herbrand_entailment
from engine.logic.judging import our_entailment, z3_entailment

ASKED = [schema for schema in schemas().values() if is_asked(schema)]
NOT_REFUTED = "double_negation"  # what refutes ¬¬p denies the premise p


def kinds_of(schema: Schema) -> list[list[str]]:
    if skill_of()[schema.key].is_fallacy:
        return [[FALLACY], [CONTRADICTION, FALLACY]]
    if schema.key == NOT_REFUTED:
        return [[UNRELATED]]
    return [[UNRELATED], [CONTRADICTION], [CONTRADICTION, UNRELATED]]


def counts(formulas: tuple[Formula, ...]) -> Counter[str]:
    """How often each letter, connective and quantifier occurs."""
    text = " ".join(map(show, formulas))
    for sign in "(),xy":
        text = text.replace(sign, " ")
    return Counter(text.replace("¬", " ¬ ").split())


@pytest.mark.parametrize("schema", ASKED, ids=lambda schema: schema.key)
def test_every_rule_has_contrasts_with_the_same_counts(schema: Schema) -> None:
    for kinds in kinds_of(schema):
        correct, *others = _drawn(schema, kinds)
        assert [one.kind for one in others] == kinds
        assert correct.kind == CORRECT
        for asked in (correct, *others):
            assert our_entailment(asked.premises, asked.query) is ENTAILMENTS[asked.kind]
            assert z3_entailment(asked.premises, asked.query) is ENTAILMENTS[asked.kind]
            everything = (*asked.premises, asked.query)
            assert counts(everything) == counts((*correct.premises, correct.query))
        for asked in others:
            if asked.kind == UNRELATED:
                assert asked.query == correct.query
                assert counts(asked.premises) == counts(correct.premises)


def _drawn(schema: Schema, kinds: list[str]) -> tuple[Asked, ...]:
    """The first that some draw of letters and signs has, as generation draws again too."""
    for seed in range(1, 20):
        with suppress(Rejected):
            return tuple(one_step(schema, kinds, Random(seed)))
    raise AssertionError(schema.key)


def test_only_these_forms_are_never_asked() -> None:
    unasked = [key for key, schema in schemas().items() if not is_asked(schema)]
    assert [key for key in unasked if not key.startswith("complement")] == [
        "instantiation_to_arbitrary",
        "universal_generalisation",
        "existence_from_arbitrary",
        "existential_fallacy",
    ]


@pytest.mark.parametrize(
    ("text", "places", "expected"),
    [
        ("p → q; p; q", (0,), {"q → p; p; q"}),
        ("p ∨ ¬q; q; p", (0,), {"¬p ∨ q; q; p", "q ∨ ¬p; q; p"}),
        ("p ∧ q; r ∨ s; p", (0, 1), {"p ∨ q; r ∧ s; p", "s ∧ q; r ∨ p; p"}),
        ("∀x P(x); ∃x Q(x); ∀x P(x)", (0, 1), {"∃x P(x); ∀x Q(x); ∀x P(x)"}),
        ("¬(p ∧ q); r", (0, 1), {"p ∧ q; ¬r"}),
    ],
)
def test_two_things_of_one_kind_are_exchanged(
    text: str, places: tuple[int, ...], expected: set[str]
) -> None:
    formulas = tuple(canonical(parse(part)) for part in text.split("; "))
    found = {"; ".join(map(show, one.formulas)) for one in exchanges(formulas, places)}
    assert found >= expected


def test_what_is_joined_to_itself_or_denied_twice_is_known() -> None:
    assert is_idle(parse("p ∨ ¬p"))
    assert not is_idle(parse("p ∨ (q ∨ p)"))
    assert is_twice(parse("p ∧ ¬¬q"))
    assert not is_twice(parse("¬(p ∧ ¬q)"))


@pytest.mark.parametrize("text", ["p", "¬p", "p ∧ ¬q", "p → q", "∃x (P(x) ∧ Q(x))", "∀x P(x)"])
def test_contraries_cannot_be_true_together(text: str) -> None:
    formula = parse(text)
    found = [herbrand_entailment([formula], contrary) for contrary in contraries(formula)]
    assert set(found) == {Entailment.REFUTED}
