"""The symbolic argument trees of JustLogic's files."""

from __future__ import annotations

import pytest

from engine.core.errors import InputError
from engine.families.justlogic.published.argument import atom, parse_argument, parse_formula
from engine.logic import Formula, Implies, Not, Or

A, B, C, D = (atom(number) for number in range(4))

MODUS_PONENS = "Modus Ponens: \nIf [1], then [0]. \n[1] \nTherefore, [0]."


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("[0] ", A),
        ("Not [0]..", Not(A)),
        ("If [0], then [1].", Implies(A, B)),
        ("Either [0] or [1]..", Or(A, B)),
        (
            "If (Not (Either [0] or [1].).), then (If [2], then [3].).",
            Implies(Not(Or(A, B)), Implies(C, D)),
        ),
        ("Not (If (Not [0].), then [1].).", Not(Implies(Not(A), B))),
    ],
)
def test_formulas_are_read(text: str, formula: Formula) -> None:
    assert parse_formula(text) == formula


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "found 'the end'"),
        ("If [0] then [1]", "not a formula at ' then [1]'"),
        ("If [0], then ", "not a formula at"),
        ("([0]", "expected ')'"),
        ("[0] [1]", "not a formula"),
        ("[0][1]", "more than one formula"),
        ("Not Not [0]", "expected a statement or a bracket"),
        ("__import__('os')", "not a formula"),
        ("(" * 5_000 + "[0]", "nests more than 60 deep"),
        ("[99999]", "not a formula"),
    ],
)
def test_what_is_no_formula_is_refused(text: str, says: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_formula(text)
    assert says in str(refusal.value)


def test_a_tree_gives_its_steps_height_and_leaves_layer_by_layer() -> None:
    tree = parse_argument(
        "Modus Tonens: \nIf [0], then [1]. [SC1-1]\nNot [1]. [SC2-1]\nTherefore, Not [0]..\n\n"
        "[SC1-1]\nModus Ponens: \nIf [2], then (If [0], then [1].). \n[2] [SC2-2]\n"
        "Therefore, If [0], then [1]..\n\n"
        "[SC2-2]\nDisjunctive Syllogism: \nEither [3] or [2]. \nNot [3]. \nTherefore, [2].\n\n"
        "[SC2-1]\nReductio Ad Absurdum: \nIf [1], then [4]. \nIf [1], then (Not [4].). \n"
        "Therefore, Not [1].."
    )
    assert [node.form for node in tree.nodes] == [
        "disjunctive_syllogism",
        "modus_ponens",
        "reductio_ad_absurdum",
        "modus_tollens",
    ]
    assert (len(tree.nodes), tree.height, tree.form) == (4, 3, "modus_tollens")
    assert tree.leaves == (
        Implies(C, Implies(A, B)),
        Implies(B, atom(4)),
        Implies(B, Not(atom(4))),
        Or(D, C),
        Not(D),
    )


def test_lines_may_end_as_on_windows() -> None:
    assert parse_argument(MODUS_PONENS.replace("\n", "\r\n")) == parse_argument(MODUS_PONENS)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "0 arguments"),
        ("Petitio: \n[0] \nTherefore, [0].", "not one of the seven"),
        ("Modus Ponens: \n[0] ", "needs premises"),
        ("[SC1-1]", "not one of the seven"),
        (MODUS_PONENS + "\n\n[SC1-1]\n" + MODUS_PONENS, "supports no premise"),
        (MODUS_PONENS.replace("[0]. \n", "[0]. [SC1-1]\n"), "no argument for [SC1-1]"),
        (
            MODUS_PONENS.replace("[1] \n", "[1] [SC2-1]\n") + "\n\n[SC2-1]\n" + MODUS_PONENS,
            "concludes something else",
        ),
        (
            MODUS_PONENS.replace("[1] \n", "[1] [SC2-1]\n") + "\n\n[SC1-1]\n" + MODUS_PONENS,
            "not where it should be",
        ),
        ("\n\n".join([MODUS_PONENS] * 101), "101 arguments"),
    ],
)
def test_a_broken_tree_is_refused(text: str, says: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_argument(text)
    assert says in str(refusal.value)
