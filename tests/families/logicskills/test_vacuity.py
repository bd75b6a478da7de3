"""What follows in LogicSkills asks for all that it seems to ask for."""

from __future__ import annotations

import pytest

from engine.families.logicskills.vacuity import outright
from engine.logic import parse, show
from engine.logic.first_order.entailment import follows_for_z3
from engine.pipeline.generate.generation import make_spec
from tests.samples import Later, Sample

VALIDITIES = Later(lambda: Sample(make_spec("logicskills", {"task": "validity"}, 7, 16))[::2])


@pytest.mark.parametrize(
    ("expected", "reasons"),
    [
        (
            "∀x (M(x) ∧ P(x, a) → F(x))",
            [
                "∀x F(x)",
                "∀x (P(x, a) → F(x))",
                "∀x (M(x) → F(x))",
                "∀x ¬(M(x) ∧ P(x, a))",
            ],
        ),
        ("¬∃x (M(x) ∧ F(x))", ["¬∃x F(x)", "¬∃x M(x)"]),
        (
            "∃x (M(x) ∧ ∀y (N(y) → P(x, y)))",
            ["∃x (M(x) ∧ ∀y P(x, y))", "∃x (M(x) ∧ ∀y ¬N(y))"],
        ),
        ("F(a) → (G(b) → F(b))", ["G(b) → F(b)", "¬F(a)", "F(a) → F(b)", "F(a) → ¬G(b)"]),
        ("F(a) ∨ G(b)", ["G(b)", "F(a)"]),
        ("F(a) → G(b)", ["G(b)", "¬F(a)"]),
        ("¬(F(a) ∧ G(b))", ["¬G(b)", "¬F(a)"]),
        ("¬∀x (M(x) → F(x))", []),
        ("F(a) ↔ G(b)", []),
    ],
)
def test_the_stronger_statements_without_a_part(expected: str, reasons: list[str]) -> None:
    assert [show(one) for one in outright(parse(expected))] == reasons


def test_no_part_of_a_right_answer_is_idle() -> None:
    for item in VALIDITIES:
        for number in item.gold.split(","):
            for reason in outright(item.query[int(number) - 1]):
                assert follows_for_z3(item.premises, reason) is not True, item.index
