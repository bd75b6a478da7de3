"""What repeats the premises looks right, and arguments are kept the more rarely for it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine.families.logicskills.giving_away import chances, is_kept
from engine.families.logicskills.language.trees import Clause, Name, Phrase, Quantifier, Verb
from engine.families.logicskills.overlaps import MEASURES, overlaps, units_of
from engine.families.logicskills.repeating import COLUMNS, columns, measured

EVERY, SOME = Quantifier.EVERY, Quantifier.SOME
FOLLOWED = Clause(Phrase(EVERY, "M"), Verb("P", Phrase(SOME, "N")))
IS_KIND = Clause(Name("a"), Verb("M", is_denied=True))
PREMISES = [measured(FOLLOWED), measured(IS_KIND)]
REPEATING = measured(FOLLOWED)
OTHER = measured(Clause(Name("b"), Verb("Q", Name("b"))))


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


def test_letters_are_counted_by_sort_sign_and_place() -> None:
    rows = columns(PREMISES, [REPEATING, measured(IS_KIND), OTHER])
    counted = {name: list(map(int, rows[:, at])) for at, name in enumerate(COLUMNS[-25:], -25)}
    assert rows.shape == (3, len(COLUMNS))
    assert counted["nouns-often"] == [3, 2, 0]  # M twice and N once
    assert counted["nouns-premises"] == [2, 2, 0]
    assert counted["names-own"] == [0, 1, 1]
    assert counted["signed-often"] == [3, 2, 0]
    assert counted["opposed-often"] == [1, 1, 0]  # M and ¬M
    assert counted["phrases-shared"] == [2, 1, 0]  # "every rat", "a donkey"; "not a"
    assert counted["ends-first-first"] == [2, 2, 0]  # both premises begin with M
    assert counted["in-one"] == [2, 1, 0]


def test_the_statement_that_repeats_the_premises_looks_right() -> None:
    found = chances(PREMISES, [OTHER, REPEATING, *[OTHER] * 4])
    assert found.sum() == pytest.approx(1)
    assert found[1] > 0.4 > found[0]
    assert chances(PREMISES, [OTHER] * 6) == pytest.approx(np.full(6, 1 / 6))


@pytest.mark.full(quick="families/test_generated.py::test_a_family_generates_what_it_always_did")
def test_an_argument_is_kept_in_inverse_proportion_to_how_right_its_statement_looks() -> None:
    options = [OTHER, REPEATING, *[OTHER] * 4]
    rng, n = Random(1), 1_000
    giving, hiding = (sum(is_kept(PREMISES, options, at, rng) for _ in range(n)) for at in (1, 0))
    likely = chances(PREMISES, options)
    assert giving / n == pytest.approx(likely[0] / likely[1], abs=0.04)
    assert hiding == n  # what is right looks least right
