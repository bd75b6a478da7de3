"""Arguments are refuted by structures of up to six individuals before anything is proved."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputError
from engine.logic import Formula, constants, parse
from engine.logic.first_order import entailment
from engine.logic.first_order.entailment import follows, least_countermodel
from engine.logic.first_order.models import find_model, find_model_of
from engine.logic.first_order.structures import Structure, holds, rows, signature
from tests.examples import examples

Argument = tuple[tuple[Formula, ...], Formula]

CLAIMS = (
    "∃x F(x)",
    "∃x ¬F(x)",
    "∃x (F(x) ∧ G(x))",
    "∃x (F(x) ↔ ¬G(x))",
    "∀x (F(x) → ¬G(x))",
    "F(a)",
    "¬G(a)",
    "∃x (¬F(x) ∧ ¬G(x))",
)
ACROSS = ("∀x ∃y (R(x, y) ∧ (F(x) ↔ ¬F(y)))", "∃x (G(x) ∧ ∀y ¬R(y, x))", "¬R(a, a)", "∃x R(x, x)")
ENDLESS = "∀x ∃y R(x, y) ∧ ∀x ∀y (R(x, y) → ¬R(y, x)) ∧ ∀x ∀y ∀z (R(x, y) → (R(y, z) → R(x, z)))"


def by_enumeration(formula: Formula, size: int) -> Structure | None:
    """The first structure in which a formula is true, in the order that is documented."""
    predicates = signature([formula])
    atoms = [(one, row) for one in predicates for row in rows(size, one[1])]
    for named in range(size) if constants(formula) else [None]:
        for values in product((False, True), repeat=len(atoms)):
            true = {atom for atom, value in zip(atoms, values, strict=True) if value}
            extensions = {
                one: frozenset(row for other, row in true if other == one) for one in predicates
            }
            names = {} if named is None else {"a": named}
            structure = Structure(size, extensions, names)
            if holds(structure, formula):
                return structure
    return None


@pytest.mark.parametrize(("claims", "size"), [(CLAIMS, 3), (CLAIMS + ACROSS, 2)])
@given(data=st.data())
@examples(40)
def test_what_is_found_is_the_least_of_all(
    claims: tuple[str, ...], size: int, data: st.DataObject
) -> None:
    chosen = data.draw(st.lists(st.sampled_from(claims), min_size=1, max_size=5, unique=True))
    formula = parse(" ∧ ".join(f"({claim})" for claim in chosen))
    assert find_model_of([formula], size) == by_enumeration(formula, size)


def argument_that_fails_in(size: int) -> Argument:
    """One whose premises tell as many individuals apart by kinds that exclude each other."""
    kinds = [f"P{number}" for number in range(size)]
    there_are = [f"∃x {kind}(x)" for kind in kinds]
    apart = [f"∀x ¬({a}(x) ∧ {b}(x))" for at, a in enumerate(kinds) for b in kinds[:at]]
    return (parse(" ∧ ".join(there_are + apart)),), parse("∀x ∃y R(x, y)")


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_up_to_six_individuals_refute_before_any_prover_is_asked(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for prover in ("is_proved", "is_proved_by_cvc5", "follows_for_z3"):
        monkeypatch.setattr(entailment, prover, None)
    argument = argument_that_fails_in(size)
    assert follows(*argument) is False
    found = least_countermodel(*argument)
    assert found is not None
    assert found.size == size


def test_what_only_larger_structures_refute_is_not_settled() -> None:
    assert follows(*argument_that_fails_in(7)) is None
    assert follows((parse(ENDLESS),), parse("F(a)")) is None


def test_a_search_gives_up_after_its_choices() -> None:
    with pytest.raises(InputError, match="more than 10 choices"):
        find_model([parse(ENDLESS)], 6, choices=10)
    assert find_model([parse("∃x F(x) ∧ ∃x ¬F(x)")], 6, choices=10) is not None
