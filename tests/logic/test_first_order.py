from itertools import product

import pytest
from hypothesis import given

from engine.core.errors import InputError
from engine.logic import (
    Constant,
    Formula,
    Not,
    Variable,
    Verdict,
    constants,
    free_variables,
    parse,
)
from engine.logic.first_order import solver as z3_solver
from engine.logic.first_order.models import find_countermodel, find_model
from engine.logic.first_order.solver import examine, validity
from engine.logic.first_order.structures import Structure, holds
from engine.logic.occurrences import closed
from engine.logic.proofs.rules import Category, Rule, rules
from tests.examples import examples
from tests.logic.alpha import alpha_equivalent
from tests.logic.random_formulas import first_order

SMALL = first_order(tuple(map(Variable, "xy")), tuple(map(Constant, "ab")), ("p",), ("F", "R"))


def by_brute_force(formula: Formula, structure: Structure, env: dict[Variable, int]) -> bool:
    """Truth by the textbook definition, recursively: the evaluator must agree with it."""
    name, parts = type(formula).__name__, formula.children
    if name in ("Forall", "Exists"):
        (variable,) = formula.label
        values = [
            by_brute_force(parts[0], structure, {**env, variable: e}) for e in range(structure.size)
        ]
        return all(values) if name == "Forall" else any(values)
    value = [by_brute_force(part, structure, env) for part in parts]
    if parts:
        return {
            "Not": lambda: not value[0],
            "And": lambda: value[0] and value[1],
            "Or": lambda: value[0] or value[1],
            "Implies": lambda: value[1] if value[0] else True,
            "Iff": lambda: value[0] is value[1],
            "Xor": lambda: value[0] is not value[1],
        }[name]()
    elements = [
        env[term] if isinstance(term, Variable) else structure.constants[term.name]
        for term in (formula.label[1] if name == "Predicate" else formula.label)
    ]
    if name == "Predicate":
        return tuple(elements) in structure.predicates.get((formula.label[0], len(elements)), ())
    return elements[0] == elements[1] if name == "Equals" else name == "Top"


@given(SMALL)
@examples(200)
def test_the_evaluator_follows_the_definition_of_truth(formula: Formula) -> None:
    rows = [(i, j) for i, j in product(range(2), repeat=2) if i <= j]
    structure = Structure(
        2,
        {("p", 0): frozenset(), ("F", 1): frozenset({(1,)}), ("R", 2): frozenset(rows)},
        {"a": 0, "b": 1},
    )
    env = {Variable("x"): 0, Variable("y"): 1}
    assert holds(structure, formula, env) == by_brute_force(formula, structure, env)


@given(SMALL)
@examples(60)
def test_model_search_and_z3_agree(formula: Formula) -> None:
    verdict = validity([], formula, rlimit=2_000_000)
    countermodel = find_countermodel([], formula, 2)
    if countermodel is not None:
        assert not holds(countermodel, formula)
        assert verdict is Verdict.INVALID
    elif verdict is Verdict.INVALID:
        found = examine([], formula, rlimit=2_000_000).countermodel
        assert found is not None
        assert found.size > 2


def test_a_valid_argument_names_the_premises_it_needs() -> None:
    premises = ["∀x (F(x) → G(x))", "p", "F(a)", "∀x G(x) → q"]
    finding = examine([parse(text) for text in premises], parse("G(a)"))
    assert finding.verdict is Verdict.VALID
    assert finding.core == (0, 2)


def test_a_countermodel_is_ours_and_checked() -> None:
    premises = [parse("∀x ∃y R(x, y)"), parse("a ≠ b")]
    finding = examine(premises, parse("∃y ∀x R(x, y)"))
    assert finding.verdict is Verdict.INVALID
    assert finding.countermodel is not None
    assert all(holds(finding.countermodel, premise) for premise in premises)
    assert not holds(finding.countermodel, parse("∃y ∀x R(x, y)"))


def test_a_countermodel_that_fails_our_check_is_never_returned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(z3_solver, "holds", lambda *_: True)
    finding = examine([parse("p")], parse("q"))
    assert finding.verdict is Verdict.UNKNOWN
    assert finding.countermodel is None
    assert "our own check" in finding.reason


def test_work_beyond_the_limit_is_unknown() -> None:
    infinite = ["∀x ∃y R(x, y)", "∀x ∀y ∀z (R(x, y) ∧ R(y, z) → R(x, z))", "∀x ¬R(x, x)"]
    finding = examine([parse(text) for text in infinite], parse("p"), rlimit=100_000)
    assert finding.verdict is Verdict.UNKNOWN
    assert finding.reason


def test_inconsistent_premises_entail_everything() -> None:
    assert examine([parse("p"), parse("¬p")], parse("q")).core == (0, 1)


@pytest.mark.parametrize(
    ("texts", "wanted"),
    [
        (["∃x F(x)"], Structure(1, {("F", 1): frozenset({(0,)})})),
        (["p ∨ q"], Structure(1, {("p", 0): frozenset(), ("q", 0): frozenset({()})})),
        (["F(a)", "¬F(b)"], Structure(2, {("F", 1): frozenset({(0,)})}, {"a": 0, "b": 1})),
        (["a ≠ b"], Structure(2, {}, {"a": 0, "b": 1})),
        (
            ["∀x ∃y R(x, y)", "∀x ¬R(x, x)"],
            Structure(2, {("R", 2): frozenset({(0, 1), (1, 0)})}),
        ),
    ],
)
def test_the_least_model_comes_first(texts: list[str], wanted: Structure) -> None:
    assert find_model([parse(text) for text in texts], 3) == wanted


def test_no_model_within_the_size_is_none() -> None:
    assert find_model([parse("∃x ∃y ∃z (x ≠ y ∧ y ≠ z ∧ x ≠ z)")], 2) is None


def test_a_search_too_large_is_refused() -> None:
    wide = parse(f"R({', '.join('ab' * 8)}) ∧ a ≠ b")
    with pytest.raises(InputError, match="domain of 2"):
        find_model([wide], 2)
    names = [f"x{i}" for i in range(24)]
    nested = parse(" ".join(f"∀{name}" for name in names) + f" R({', '.join(names)})")
    with pytest.raises(InputError, match="instances"):
        holds(Structure(2), nested)


def test_structures_that_cannot_be_are_refused() -> None:
    for wrong in (
        lambda: Structure(0),
        lambda: Structure(1, constants={"a": 1}),
        lambda: Structure(1, {("F", 1): frozenset({(0, 0)})}),
    ):
        with pytest.raises(InputError):
            wrong()
    with pytest.raises(InputError, match="stands for nothing"):
        holds(Structure(1), parse("F(a)"))


@pytest.mark.parametrize("rule", rules().values(), ids=lambda rule: rule.key)
def test_every_rule_is_what_it_is_called_by_both_procedures(rule: Rule) -> None:
    """Z3, and the search of all structures of up to three elements, which suffice for refuting."""
    premises, conclusion = [closed(p) for p in rule.premises], closed(rule.conclusion)
    finding = examine(premises, conclusion)
    assert finding.verdict is (Verdict.VALID if rule.valid else Verdict.INVALID)
    assert (find_countermodel(premises, conclusion, 3) is None) is rule.valid
    if rule.category is Category.LAW:
        assert validity([conclusion], premises[0]) is Verdict.VALID
    elif rule.valid:
        assert finding.core == tuple(range(len(rule.premises)))


def test_the_forms_that_other_rooms_name_are_there() -> None:
    assert [rule.key for rule in rules().values() if rule.category is Category.FORM] == [
        "modus_ponens",
        "modus_tollens",
        "hypothetical_syllogism",
        "disjunctive_syllogism",
        "reductio_ad_absurdum",
        "constructive_dilemma",
        "disjunction_elimination",
    ]
    assert [rule.key for rule in rules().values() if rule.category is Category.EXTENDED] == [
        "modus_ponendo_tollens"
    ]


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("∀x F(x)", "∀y F(y)", True),
        ("∀x ∃y R(x, y)", "∀y ∃x R(y, x)", True),
        ("∀x ∃y R(x, y)", "∀x ∃y R(y, x)", False),
        ("∀x F(y)", "∀z F(y)", True),
        ("∀x F(y)", "∀y F(y)", False),
        ("∀x ∃x F(x)", "∀y ∃x F(x)", True),
        ("∀x F(x) ∧ F(x)", "∀y F(y) ∧ F(x)", True),
        ("∀x F(x) ∧ F(x)", "∀y F(y) ∧ F(y)", False),
        ("∀x x = a", "∀y y = a", True),
        ("∀x F(x)", "∃x F(x)", False),
        ("p", "q", False),
    ],
)
def test_equality_up_to_bound_names(first: str, second: str, same: bool) -> None:
    assert alpha_equivalent(parse(first), parse(second)) is same


def test_free_variables_and_constants_are_found() -> None:
    formula = parse("∀x (R(x, y) → F(a)) ∧ b = a ∧ G(z)")
    assert free_variables(formula) == {Variable("y"), Variable("z")}
    assert constants(formula) == (Constant("a"), Constant("b"))
    assert free_variables(Not(parse("∀x F(x)"))) == frozenset()
