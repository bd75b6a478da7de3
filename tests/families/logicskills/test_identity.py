"""Countermodels of arguments with identity, decided in two ways and graded."""

from __future__ import annotations

from random import Random

import pytest
from pydantic import ValidationError

from engine.core.items import Outcome
from engine.core.settings import canonical_json
from engine.decide import verify_item
from engine.families.logicskills import Params
from engine.grade import grade
from engine.grade.structures.argument import Argument, argument
from engine.grade.structures.confirming import is_countermodel_for_z3
from engine.logic import Equals, parse, postorder
from engine.logic.first_order.structures import Structure, holds, rows
from engine.pipeline.generate.generation import difference_from_remade, make_spec
from tests.examples import is_full
from tests.samples import Later, Sample

N = 100 if is_full() else 24
SETTINGS = {"task": "countermodel", "identity": "true"}
ITEMS = Later(
    lambda: [
        item
        for domain in "345"
        for item in Sample(make_spec("logicskills", {**SETTINGS, "domain": domain}, 11, N))
    ]
)


def has_identity(formula: str) -> bool:
    return any(isinstance(node, Equals) for node in postorder(parse(formula)))


def test_every_argument_has_identity_and_its_structure_is_a_countermodel_in_two_ways() -> None:
    assert len(ITEMS) == 3 * N
    for item in ITEMS:
        assert any(map(has_identity, item.premises)), item.premises
        assert verify_item(item).agreed, verify_item(item).problem
        assert grade(item, item.gold).outcome is Outcome.RIGHT
    assert all(difference_from_remade(item) is None for item in ITEMS[::25])
    assert N < sum(has_identity(item.query[0]) for item in ITEMS) < 2 * N


def drawn(asked: Argument, size: int, rng: Random) -> Structure:
    names, predicates = asked.vocabulary.names, asked.vocabulary.predicates
    return Structure(
        size,
        {
            (name, n): frozenset(row for row in rows(size, n) if rng.random() < 0.5)
            for name, n in predicates
        },
        {name: rng.randrange(size) for name in names},
    )


def test_what_is_graded_agrees_with_the_evaluator_in_any_structure() -> None:
    rng, n_refuting = Random(2), 0
    for item in ITEMS[::5]:
        asked = argument(item.premises[1:], item.query[0])  # without the domain constraint
        for _ in range(10):
            structure = drawn(asked, rng.randint(1, 4), rng)
            true = [holds(structure, premise) for premise in asked.premises]
            found = asked.first_false_premise(structure)
            assert found == (None if all(true) else true.index(False))
            is_true = holds(structure, asked.conclusion)
            assert asked.is_conclusion_true(structure) is is_true
            is_refuting = all(true) and not is_true
            assert is_countermodel_for_z3(asked, structure) is is_refuting
            n_refuting += is_refuting
    assert n_refuting


def test_identity_is_stored_only_where_it_is_asked_for() -> None:
    assert "identity" not in canonical_json(Params(task="countermodel"))
    assert '"identity":true' in canonical_json(Params(task="countermodel", identity=True))
    with pytest.raises(ValidationError, match="identity is for countermodels"):
        Params(task="validity", identity=True)
