"""Nothing in the room runs into Python's recursion limit, and nothing takes unbounded time."""

import copy
import pickle
import sys
from collections.abc import Callable, Iterator

import pytest

from engine.core.errors import InputError, ParseError
from engine.logic import (
    MAX_DEPTH,
    And,
    Entailment,
    Exists,
    Forall,
    Formula,
    FormulaTooDeep,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Variable,
    Xor,
    atoms,
    entailment,
    free_variables,
    judging,
    least_valuation,
    parse,
    show,
    simplify,
)
from engine.logic.first_order.cvc5_prover import is_proved_by_cvc5
from engine.logic.first_order.entailment import all_hold_for_z3
from engine.logic.first_order.herbrand import contradict, herbrand_entailment
from engine.logic.first_order.sampled import where_true
from engine.logic.first_order.solver import Translation, examine
from engine.logic.first_order.structures import Structure, holds
from engine.logic.occurrences import symbols_of
from engine.logic.propositional.elimination import elimination_entailment
from engine.logic.propositional.session import z3_entailment
from tests.logic.alpha import alpha_equivalent

P, Q = Predicate("p"), Predicate("q")
X = Variable("x")

GROWN: dict[str, Callable[[Formula], Formula]] = {
    "not": Not,
    "left and": lambda f: And(f, P),
    "right and": lambda f: And(P, f),
    "left or": lambda f: Or(f, Q),
    "left implies": lambda f: Implies(f, P),
    "right implies": lambda f: Implies(P, f),
    "iff": lambda f: Iff(P, f),
    "xor": lambda f: Xor(f, Q),
    "forall": lambda f: Forall(X, f),
    "exists": lambda f: Not(Exists(X, f)) if f.depth < MAX_DEPTH - 1 else f,
}


def deep(grow: Callable[[Formula], Formula]) -> Formula:
    formula: Formula = Q
    while formula.depth < MAX_DEPTH:
        larger = grow(formula)
        if larger is formula:
            break
        formula = larger
    return formula


@pytest.fixture(autouse=True)
def _little_stack_left() -> Iterator[None]:
    """Leave 150 frames to what is tested: a recursive pass over 500 levels must fail."""
    frame, used = sys._getframe(), 0
    while frame is not None:
        frame, used = frame.f_back, used + 1
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(used + 150)
    yield
    sys.setrecursionlimit(limit)


@pytest.mark.parametrize("shape", GROWN)
def test_the_deepest_formulas_pass_through_everything(shape: str) -> None:
    formula = deep(GROWN[shape])
    assert formula.depth >= MAX_DEPTH - 2
    for style in ("unicode", "ascii", "latex"):
        assert parse(show(formula, style)) == formula
    assert hash(pickle.loads(pickle.dumps(formula))) == hash(formula)
    assert copy.deepcopy(formula) == formula
    assert alpha_equivalent(formula, copy.copy(formula))
    assert len(repr(formula)) > MAX_DEPTH
    assert atoms(formula)
    assert not free_variables(formula)
    assert simplify(formula).depth <= formula.depth
    assert holds(Structure(2, {("q", 0): frozenset({()})}), formula) in (True, False)
    assert Translation().term(formula) is not None


@pytest.mark.parametrize("shape", [shape for shape in GROWN if shape not in ("forall", "exists")])
def test_the_deepest_propositional_formulas_are_decided(shape: str) -> None:
    formula = deep(GROWN[shape])
    assert elimination_entailment([formula], P) is entailment([formula], P)
    assert z3_entailment([formula], P) is entailment([formula], P)
    assert examine([formula], formula).core == (0,)
    least = least_valuation([formula], ["p", "q"])
    structure = Structure(1, {(name, 0): frozenset({()}) for name in least or ()})
    assert holds(structure, formula) is (least is not None)


def deep_in(grow: Callable[[Formula], Formula], around: type[Quantified]) -> Formula:
    """A deep formula within a quantifier that binds its innermost atom."""
    formula: Formula = Predicate("F", (X,))
    while formula.depth < MAX_DEPTH - 1:
        formula = grow(formula)
    return around(X, formula)


JUDGED = {
    **{shape: deep(GROWN[shape]) for shape in ("not", "left and", "right implies", "iff")},
    "all not": deep_in(Not, Forall),
    "some and": deep_in(lambda f: And(f, Predicate("F", (X,))), Exists),
    "all implies": deep_in(lambda f: Implies(P, f), Forall),
    "all all": deep_in(lambda f: Forall(X, f), Forall),
}


@pytest.mark.parametrize("shape", JUDGED)
def test_the_deepest_formulas_are_judged_or_reported_undecided(shape: str) -> None:
    formula, query = JUDGED[shape], Exists(X, Predicate("F", (X,)))
    unclear = Entailment.UNKNOWN
    shown = judging.z3_entailment([formula], query)
    assert judging.our_entailment([formula], query) in (shown, unclear)
    assert herbrand_entailment([formula], query) in (shown, unclear)
    assert not is_proved_by_cvc5((formula,), query) or shown is Entailment.ENTAILED
    assert not contradict([formula]) or shown is Entailment.INCONSISTENT
    assert not where_true(formula) or shown is not Entailment.INCONSISTENT
    names = {name: name for name in symbols_of(formula)}
    assert judging.with_names(formula, names) == formula
    structure = Structure(1, dict.fromkeys([("F", 1)], frozenset({(0,)})))
    if shape.startswith("all"):
        assert all_hold_for_z3(structure, [formula]) is holds(structure, formula)


def test_one_level_more_cannot_be_built() -> None:
    with pytest.raises(FormulaTooDeep):
        Not(deep(Not))


BAD = {
    "open brackets": "(" * 100_000,
    "matched brackets": "(" * 100_000 + "p" + ")" * 100_000,
    "square brackets": "[" * 500_000,
    "closing brackets": ")" * 100_000,
    "negations": "¬" * 100_000 + "p",
    "quantifiers": "∀x" * 100_000 + "Fx",
    "a chain": " ∧ ".join(["p"] * 100_000),
    "arrows": "p → " * 100_000 + "p",
    "a megabyte of text": "word " * 200_000,
    "a megabyte of one word": "a" * 1_000_000,
    "more than a megabyte": "p" * 1_000_001,
    "a megabyte of blanks": " " * 1_000_000,
    "control characters": "".join(map(chr, range(32))) * 1000,
    "null characters": "\0" * 100_000,
    "a hundred thousand arguments": "R(" + "x," * 100_000,
    "a hundred thousand variables": "∀" + "x," * 100_000,
    "a hundred thousand listed variables": "all " + "x " * 100_000 + ". Fx",
    "a hundred thousand letters": "R" + " x" * 100_000 + " ∧",
    "quotation marks": "'" * 300_000,
    "backslashes": "\\" * 300_000,
    "subscripts": "p_{" * 200_000,
    "bracketed variables": "(x)" * 200_000,
    "bracketed quantifiers": "(∀x" * 200_000,
}


@pytest.mark.parametrize("kind", BAD)
def test_monstrous_texts_are_one_clear_error(kind: str) -> None:
    """Reading them takes seconds; were it quadratic, it would take hours."""
    if kind == "a megabyte of one word":
        assert isinstance(parse(BAD[kind]), Predicate)
        return
    with pytest.raises(ParseError) as caught:
        parse(BAD[kind])
    assert len(str(caught.value)) < 200
    assert str(caught.value).isprintable()


def test_a_formula_deeper_than_its_brackets_is_one_clear_error() -> None:
    text = "¬" * MAX_DEPTH + "p"
    with pytest.raises(ParseError, match="nested at most 500 deep") as caught:
        parse(text)
    assert isinstance(caught.value, InputError)
    assert parse(text[1:]).depth == MAX_DEPTH
