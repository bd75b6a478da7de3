"""Shortest derivations: right, replayable, as short as they are said to be, and bounded."""

from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputError
from engine.families.logicasker.derivation import Derivation, shortest_derivation
from engine.families.logicasker.rules.instances import is_schema_instance
from engine.families.logicasker.rules.lifting import Schema
from engine.families.logicasker.rules.skills import schemas, skill_of
from engine.logic import Formula, Standing, parse, show
from engine.logic.first_order.herbrand import herbrand_standing
from tests.examples import examples

VALID = [s for s in schemas().values() if not skill_of()[s.key].is_fallacy]


def derived(premises: Sequence[str], conclusion: str, limit: int = 10) -> Derivation | None:
    return shortest_derivation([parse(p) for p in premises], parse(conclusion), limit)


def replayed(premises: Sequence[Formula], derivation: Derivation) -> Formula:
    """The last formula, each step checked by the matcher that the search knows nothing of."""
    known = list(premises)
    for step in derivation.steps:
        sources = [known[source] for source in step.sources]
        assert is_schema_instance(schemas()[step.form], sources, step.formula), show(step.formula)
        known.append(step.formula)
    return known[-1]


@pytest.mark.parametrize(
    ("premises", "conclusion", "forms"),
    [
        (["p → q", "p"], "q", ["modus_ponens"]),
        (["p ↔ q", "q → r", "p"], "r", ["biconditional_ponens", "modus_ponens"]),
        (["∀x (P(x) → Q(x))", "P(a)"], "Q(a)", ["universal_modus_ponens"]),
        (["∀x (P(x) → Q(x))", "∃x P(x)"], "∃x Q(x)", ["modus_ponens.existential.2"]),
        (
            ["∀x (P(x) → Q(x))", "P(a)"],
            "∃x Q(x)",
            ["universal_modus_ponens", "existential_generalisation"],
        ),
        (
            ["P(y)", "∀x (P(x) → Q(x))"],
            "∀x Q(x)",
            ["universal_generalisation", "modus_ponens.universal"],
        ),
        (
            ["∃x ∀y R(x, y)", "∀x ∃y R(y, x) → p"],
            "p",
            ["quantifier_exchange", "modus_ponens"],
        ),
        (["∀x ∀y R(x, y)"], "∀x ∀y R(y, x)", ["universal_commutation"]),
        (["p → ∀x P(x)"], "∀x (p → P(x))", ["universal_consequent"]),
        (["p"], "p ∨ q", ["addition"]),
        (["∀x P(x)", "∃x Q(x)"], "∃x (P(x) ∧ Q(x))", ["conjunction_introduction.existential.2"]),
        (["p ∨ ¬q", "p → r", "¬q → r", "r → s"], "s", ["disjunction_elimination", "modus_ponens"]),
    ],
)
def test_a_known_derivation_is_found(
    premises: list[str], conclusion: str, forms: list[str]
) -> None:
    found = derived(premises, conclusion)
    assert found is not None
    assert [step.form for step in found.steps] == forms
    assert found.length == len(forms)
    assert replayed([parse(p) for p in premises], found) == parse(conclusion)


def test_nothing_is_derived_that_does_not_follow() -> None:
    assert derived(["p → q", "q"], "p") is None
    assert derived(["∀x ∃y R(x, y)"], "∃x ∀y R(y, x)") is None
    assert derived(["P(a)"], "∀x P(x)") is None
    assert derived(["∃x P(x)", "∃x Q(x)"], "∃x (P(x) ∧ Q(x))") is None


def test_two_existentials_are_never_joined() -> None:
    assert derived(["∃x (P(x) → Q(x))", "∃x P(x)"], "∃x Q(x)") is None


def test_a_step_used_twice_counts_twice() -> None:
    found = derived(["p", "p → q", "q → r", "q → s", "r ∧ s → t"], "t")
    assert found is not None
    assert found.length == 6
    assert len(found.steps) == 5
    assert found.height == 4


@pytest.mark.parametrize(
    ("premises", "conclusion"),
    [
        (["∀x (P(x) → Q(x))", "P(a)"], "Q(a)"),
        (["p ∨ q", "p → r", "q → s"], "r ∨ s"),
        (["∃x P(x)", "∀x (P(x) → Q(x))"], "∃x Q(x)"),
    ],
)
def test_the_order_of_premises_changes_no_length(premises: list[str], conclusion: str) -> None:
    found = [derived(ordered, conclusion) for ordered in permutations(premises)]
    assert [one and one.length for one in found] == [1] * len(found)


def test_the_limit_is_kept() -> None:
    chain = [f"p{i} → p{i + 1}" for i in range(8)]
    assert derived([*chain, "p0"], "p8", 7) is None
    found = derived([*chain, "p0"], "p8", 8)
    assert found is not None
    assert found.length == 8


@pytest.mark.parametrize("formula", ["p ⊕ q", "⊤", "∀z P(z)", "a = b"])
def test_what_no_listed_rule_has_is_refused(formula: str) -> None:
    with pytest.raises(InputError):
        derived([formula], "p")


@pytest.mark.parametrize("schema", VALID, ids=lambda schema: schema.key)
def test_the_schema_of_a_rule_is_an_instance_of_itself(schema: Schema) -> None:
    assert is_schema_instance(schema, schema.premises, schema.conclusion)


@pytest.mark.parametrize(
    ("key", "premises", "conclusion"),
    [
        ("modus_ponens", ["p → q", "q"], "p"),
        ("modus_ponens", ["p", "p → q"], "q"),
        ("modus_tollens", ["p → ¬q", "q"], "¬p"),
        ("universal_instantiation", ["∀x (P(x) → Q(x))"], "P(a) → Q(b)"),
        ("existential_generalisation", ["P(a)"], "∀x P(x)"),
        ("universal_generalisation", ["P(a)"], "∀x P(x)"),
        ("universal_consequent", ["p → ∀x P(x)"], "∀x (P(x) → P(x))"),
        ("modus_ponens.existential.1", ["∃x (P(x) → Q(x))", "∃x P(x)"], "∃x Q(x)"),
        ("quantifier_exchange", ["∃x ∀y R(x, y)"], "∀x ∃y R(x, y)"),
    ],
)
def test_what_is_no_instance_is_found_out(key: str, premises: list[str], conclusion: str) -> None:
    sources = [parse(premise) for premise in premises]
    assert not is_schema_instance(schemas()[key], sources, parse(conclusion))


LITERALS = st.sampled_from(["p", "q", "r", "¬p", "¬q", "¬r"])
COMPOUNDS = st.builds("({} {} {})".format, LITERALS, st.sampled_from("∧∨→↔"), LITERALS)
LIFTED = st.builds(
    lambda text, quantifier: (
        quantifier + "x " + text.translate({112: "P(x)", 113: "Q(x)", 114: "S(x)"})
    ),
    COMPOUNDS,
    st.sampled_from("∀∃"),
)


@given(
    premises=st.one_of(
        st.lists(LITERALS | COMPOUNDS, min_size=1, max_size=5),
        st.lists(LIFTED, min_size=1, max_size=4),
    ),
    data=st.data(),
)
@examples(200)
def test_whatever_is_derived_follows_and_replays(premises: list[str], data: st.DataObject) -> None:
    is_lifted = premises[0][0] in "∀∃"
    conclusion = data.draw(LIFTED if is_lifted else LITERALS | COMPOUNDS)
    formulas = [parse(premise) for premise in premises]
    found = shortest_derivation(formulas, parse(conclusion), 5)
    if found is not None:
        standing = herbrand_standing(formulas, parse(conclusion))
        assert standing in (Standing.ENTAILED, Standing.INCONSISTENT)
        assert not found.steps or replayed(formulas, found) == parse(conclusion)
        assert bool(found.steps) is (parse(conclusion) not in formulas)
        assert len(found.steps) <= found.length <= 5
