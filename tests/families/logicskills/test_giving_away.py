"""What repeats the premises looks right, and the wrong statements are drawn to look as right."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from engine.families.logicskills.bank import EXCHANGES
from engine.families.logicskills.giving_away import chances, drawn_alike
from engine.families.logicskills.language import formula_of, relettered
from engine.families.logicskills.language.trees import Clause, Name, Phrase, Quantifier, Verb
from engine.families.logicskills.overlaps import MEASURES, overlaps, units_of
from engine.families.logicskills.repeating import COLUMNS, columns
from engine.logic import show

EVERY, SOME = Quantifier.EVERY, Quantifier.SOME
FOLLOWED = Clause(Phrase(EVERY, "M"), Verb("P", Phrase(SOME, "N")))
IS_KIND = Clause(Name("a"), Verb("M", is_denied=True))
PREMISES = [FOLLOWED, IS_KIND]
ROWS = [(0, at) for at in range(len(EXCHANGES))]


def test_runs_of_words_letters_and_atoms_are_counted() -> None:
    premises = [
        units_of("Every otter followed a fox.", "∀x (M(x) → ∃y (N(y) ∧ R(x, y)))"),
        units_of("Agnes is an otter.", "M(a)"),
    ]
    counted = dict(
        zip(MEASURES, overlaps(premises, [premises[0], units_of("Bo ran.", "F(b)")]), strict=True)
    )
    assert counted["words-2-shared"] == [4, 0]
    assert counted["words-1-often"] == [6, 0]  # "otter" in both sentences
    assert counted["letters-3-most"] == [1, 0]
    assert counted["atoms-1-shared"] == [3, 0]


def test_a_sentence_in_all_letters_is_counted_as_each_alone_would_be() -> None:
    counted = columns(PREMISES, [FOLLOWED], ROWS)
    units = [units_of("", show(formula_of(tree))) for tree in PREMISES]
    for row, exchange in zip(counted, EXCHANGES, strict=True):
        alone = units_of("", show(formula_of(relettered(FOLLOWED, exchange))))
        for measure, [number] in zip(MEASURES, overlaps(units, [alone]), strict=True):
            if not measure.startswith("words"):
                assert row[COLUMNS.index(f"{measure} alone")] == number


def test_letters_are_counted_by_sort_sign_and_place() -> None:
    rows = columns(PREMISES, [FOLLOWED, IS_KIND, Clause(Name("b"), Verb("G"))],
                   [(0, ROWS[0][1]), (1, 0), (2, 0)])  # fmt: skip
    assert EXCHANGES[0] == {letter: letter for letter in EXCHANGES[0]}
    counted = {name: list(map(int, rows[:, at])) for at, name in enumerate(COLUMNS)}
    assert counted["nouns-often alone"] == [3, 2, 0]  # M twice and N once
    assert counted["nouns-premises alone"] == [2, 2, 0]
    assert counted["names-often alone"] == [0, 1, 0]
    assert counted["signed-1-often alone"] == [3, 2, 0]
    assert counted["opposed-1-often alone"] == [1, 1, 0]  # M and ¬M
    assert counted["ends-0-0 alone"] == [2, 2, 0]  # both premises begin with M
    assert counted["in-one alone"] == [2, 1, 0]
    assert counted["different alone"] == [3, 2, 2]


def test_the_statement_that_repeats_the_premises_looks_right() -> None:
    found = chances(columns(PREMISES, [FOLLOWED], ROWS))
    assert found.sum() == pytest.approx(1)
    assert found[0] == found.max() > 0.1


def test_whatever_is_drawn_each_is_right_equally_often() -> None:
    chance = np.array([0.4, 0.2, 0.1, 0.1, 0.08, 0.06, 0.04, 0.02])
    rng, right, drawn, kept = Random(1), Counter[int](), Counter[int](), 0
    for _ in range(6_000):
        [first] = rng.choices(range(8), list(chance))
        order = [first, *(one for one in range(8) if one != first)]
        places = drawn_alike(chance[order], 6, rng)
        if places is not None:
            six = [order[place] for place in places]
            assert len(set(six)) == 6
            assert first in six
            right[first] += 1
            drawn.update(six)
            kept += 1
    assert kept > 600
    for one in range(8):
        assert right[one] / drawn[one] == pytest.approx(1 / 6, abs=0.06), one
