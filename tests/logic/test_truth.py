import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputError
from engine.logic import (
    And,
    Binary,
    Bottom,
    ClauseSet,
    Entailment,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Top,
    Xor,
    entailment,
    least_valuation,
    parse,
    satisfiable,
    simplify,
)
from engine.logic.first_order.structures import Structure, holds
from engine.logic.propositional.clauses import Clausifier
from engine.logic.propositional.elimination import elimination_entailment
from engine.logic.propositional.evaluate import true_under
from engine.logic.propositional.session import PropositionalSession, z3_entailment
from engine.logic.propositional.tables import (
    columns,
    keys_of,
    superfluous,
    table,
    table_entailment,
)
from engine.logic.propositional.valuations import least_model
from engine.logic.simplify import PASSES
from tests.examples import examples
from tests.logic.random_formulas import CONNECTIVES, first_order, propositional

ATOMS = ("p", "q", "r", "s", "t")


def random_formula(rng: random.Random, atoms: int, connectives: int) -> Formula:
    if not connectives:
        if rng.random() < 0.06:
            return rng.choice([Top(), Bottom()])
        return Predicate(f"p{rng.randrange(atoms)}")
    if rng.random() < 0.25:
        return Not(random_formula(rng, atoms, connectives - 1))
    left = rng.randrange(connectives)
    return rng.choice(CONNECTIVES)(
        random_formula(rng, atoms, left), random_formula(rng, atoms, connectives - 1 - left)
    )


def truth_table(formula: Formula, order: tuple[str, ...] | list[str]) -> int:
    values = dict(zip(order, columns(len(order)), strict=True))
    return table(formula, values, (1 << (1 << len(order))) - 1)


def random_question(rng: random.Random, atoms: int) -> tuple[list[Formula], Formula]:
    premises = [random_formula(rng, atoms, rng.randint(0, 6)) for _ in range(rng.randint(0, 5))]
    return premises, random_formula(rng, atoms, rng.randint(0, 7))


def test_three_ways_to_truth_agree_on_thousands_of_random_questions() -> None:
    rng = random.Random(20261120)
    session = PropositionalSession()
    seen = set()
    for _ in range(4000):
        premises, query = random_question(rng, rng.randint(1, 6))
        by_table = table_entailment(premises, query, keys_of([*premises, query]))
        assert elimination_entailment(premises, query) is by_table, (premises, query)
        assert session.entailment(premises, query) is by_table, (premises, query)
        seen.add(by_table)
    assert seen == set(Entailment) - {Entailment.UNKNOWN}


def test_elimination_and_z3_agree_beyond_the_tables() -> None:
    rng = random.Random(7)
    for _ in range(150):
        premises = [random_formula(rng, 24, rng.randint(1, 3)) for _ in range(26)]
        query = random_formula(rng, 24, 2)
        assert entailment(premises, query) is z3_entailment(premises, query)


@pytest.mark.parametrize("connective", [Iff, Xor])
@pytest.mark.parametrize("is_left", [True, False])
def test_a_long_chain_of_equivalences_is_decided_in_few_steps(
    connective: type[Binary], is_left: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"p{number}" for number in range(200)]
    chain, *others = map(Predicate, names)
    for atom in others:
        chain = connective(chain, atom) if is_left else connective(atom, chain)
    monkeypatch.setattr("engine.logic.propositional.elimination.MAX_STEPS", 300_000)
    assert entailment([chain], others[0]) is Entailment.UNDETERMINED
    # 199 are true: ⊕ takes an odd number of truths, ↔ an even number of falsehoods
    wanted = Entailment.REFUTED if connective is Xor else Entailment.ENTAILED
    assert entailment([chain, *others], Predicate("p0")) is wanted


def test_equivalences_keep_their_meaning_when_their_sides_are_named() -> None:
    rng = random.Random(11)
    for _ in range(60):
        tree = [Predicate(f"p{rng.randrange(7)}") for _ in range(14)]
        while len(tree) > 1:
            left, right = tree.pop(rng.randrange(len(tree))), tree.pop(rng.randrange(len(tree)))
            tree.append(rng.choice((Iff, Iff, Xor, And, Or, Implies))(left, right))
        premises, query = [tree[0]], Predicate("p0")
        by_table = table_entailment(premises, query, keys_of([*premises, query]))
        assert elimination_entailment(premises, query) is by_table, tree[0]
        order = [f"p{number}" for number in range(7)]
        least = least_valuation(premises, order)
        rows = (row for row in product((False, True), repeat=7) if _holds(tree[0], order, row))
        first = next(rows, None)
        assert least == (first and tuple(n for n, true in zip(order, first, strict=True) if true))


def _holds(formula: Formula, order: list[str], row: tuple[bool, ...]) -> bool:
    return true_under(formula, {n for n, true in zip(order, row, strict=True) if true})


def test_what_takes_more_steps_than_may_be_taken_is_unknown() -> None:
    formula = parse(" ↔ ".join([f"p{number % 20}" for number in range(180)]))
    assert entailment([formula], Predicate("p1")) is Entailment.UNKNOWN
    with pytest.raises(InputError, match="takes more than"):
        satisfiable([formula])


@pytest.mark.parametrize(
    ("premises", "query", "wanted"),
    [
        (["p → q", "p"], "q", Entailment.ENTAILED),
        (["p → q", "¬q"], "p", Entailment.REFUTED),
        (["p ∨ q"], "p", Entailment.UNDETERMINED),
        (["p", "¬p"], "q", Entailment.INCONSISTENT),
        ([], "⊤", Entailment.ENTAILED),
        ([], "⊥", Entailment.REFUTED),
        (["⊥"], "⊤", Entailment.INCONSISTENT),
        (["F(a) ∨ F(b)", "¬F(a)"], "F(b)", Entailment.ENTAILED),
    ],
)
def test_known_entailments(premises: list[str], query: str, wanted: Entailment) -> None:
    formulas, asked = [parse(text) for text in premises], parse(query)
    assert entailment(formulas, asked) is wanted
    assert elimination_entailment(formulas, asked) is wanted
    assert z3_entailment(formulas, asked) is wanted


@given(propositional())
@examples(300)
def test_simplification_keeps_the_meaning_and_never_grows(formula: Formula) -> None:
    for passes in (PASSES, *((one,) for one in PASSES)):
        simple = simplify(formula, passes)
        assert truth_table(simple, ATOMS) == truth_table(formula, ATOMS)
        assert len(repr(simple)) <= len(repr(formula))
    assert simplify(simplify(formula)) == simplify(formula)


@given(
    first_order(constants=(), names=("p",), predicates=("F",)),
    st.integers(1, 3),
    st.randoms(use_true_random=False),
)
@examples(200)
def test_simplification_keeps_the_meaning_of_quantifiers(
    formula: Formula, size: int, rng: random.Random
) -> None:
    structure = Structure(
        size,
        {
            ("F", n): frozenset(row for row in product(range(size), repeat=n) if rng.random() < 0.5)
            for n in (1, 2, 3)
        },
        variables={name: rng.randrange(size) for name in ("x", "y", "z1", "w", "a", "X", "person")},
    )
    assert holds(structure, simplify(formula)) == holds(structure, formula)


def test_the_least_valuation_is_the_lexicographically_first() -> None:
    rng = random.Random(3)
    for _ in range(600):
        atoms = rng.randint(1, 5)
        formulas = [random_formula(rng, atoms, rng.randint(0, 6)) for _ in range(rng.randint(1, 4))]
        order = [f"p{i}" for i in range(atoms)]
        rng.shuffle(order)
        rows = -1
        for formula in formulas:
            rows &= truth_table(formula, order)
        models = (
            bits
            for bits in product((0, 1), repeat=atoms)
            if rows >> sum(bit << i for i, bit in enumerate(bits)) & 1
        )
        first = next(models, None)
        wanted = first and tuple(name for name, bit in zip(order, first, strict=True) if bit)
        assert least_valuation(formulas, order) == wanted


def test_a_clause_set_answers_many_questions() -> None:
    premises = [parse(text) for text in ("p → q", "q → r", "s ∨ p", "¬s")]
    order = ("p", "q", "r", "s")
    clauses = ClauseSet(premises, Clausifier(order))
    assert clauses.entailment(parse("r")) is Entailment.ENTAILED
    assert clauses.satisfiable_with([parse("p ∧ r")])
    assert not clauses.satisfiable_with([parse("¬r")])
    assert clauses.only([0, 1]).entailment(parse("r")) is Entailment.UNDETERMINED
    assert clauses.only([0, 1]).entailment(parse("p → r")) is Entailment.ENTAILED
    assert least_model(clauses, [parse("q ∨ r")], order) == ("p", "q", "r")


def test_shallow_formulas_get_the_clauses_that_deep_ones_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = random.Random(3)
    formulas = [random_formula(rng, 4, rng.randint(1, 24)) for _ in range(400)]
    shallow, deep = Clausifier(), Clausifier()
    found = [shallow._general(formula) for formula in formulas]
    monkeypatch.setattr("engine.logic.propositional.clauses._SHALLOW", 0)
    assert [deep._general(formula) for formula in formulas] == found
    assert deep.names == shallow.names
    assert None in deep.names, "none of these is large enough for a part to get a name"


def test_an_order_that_lacks_an_atom_is_refused() -> None:
    with pytest.raises(InputError, match="lacks q"):
        least_valuation([parse("p ∨ q")], ["p"])


def test_quantifiers_and_identity_are_refused_by_propositional_procedures() -> None:
    for text in ("∀x F(x)", "a = b"):
        for procedure in (entailment, elimination_entailment, z3_entailment):
            with pytest.raises(InputError):
                procedure([parse(text)], parse("p"))
        with pytest.raises(InputError):
            satisfiable([parse(text)])


def test_nested_premises_of_a_session_end_with_their_block() -> None:
    session = PropositionalSession()
    with session.premises([parse("p → q")]):
        assert session.entailment([parse("p")], parse("q")) is Entailment.ENTAILED
        with session.premises([parse("¬q")]):
            assert session.entailment([], parse("p")) is Entailment.REFUTED
        assert session.entailment([], parse("p")) is Entailment.UNDETERMINED
    assert session.entailment([], parse("p → q")) is Entailment.UNDETERMINED


def test_a_session_goes_on_after_a_formula_it_refused() -> None:
    session = PropositionalSession()
    with pytest.raises(InputError), session.premises([parse("p"), parse("∀x F(x)")]):
        pass
    assert session.entailment([], parse("p")) is Entailment.UNDETERMINED


def test_a_session_that_may_not_work_says_unknown() -> None:
    premises = [parse(f"p{i} ⊕ p{i + 1} ⊕ p{i + 7}") for i in range(40)]
    assert PropositionalSession(rlimit=1).entailment(premises, parse("p1")) is Entailment.UNKNOWN


def test_a_session_stays_bounded_however_many_atoms_it_meets() -> None:
    session = PropositionalSession()
    for start in range(0, 12_000, 100):
        premises = [Predicate(f"a{start + i}") for i in range(100)]
        assert session.entailment(premises, Predicate(f"a{start + 5}")) is Entailment.ENTAILED
    assert len(session._literals) < 5000


def test_what_contradicting_formulas_can_do_without_is_what_the_others_contradict_without() -> None:
    rng = random.Random(6)
    for _ in range(200):
        some = [random_formula(rng, 4, rng.randint(0, 4)) for _ in range(rng.randint(1, 6))]
        wanted = [at for at in range(len(some)) if not satisfiable(some[:at] + some[at + 1 :])]
        assert superfluous(some, keys_of(some)) == wanted
