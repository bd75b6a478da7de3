"""What repeats the premises looks right, and arguments are kept the more rarely for it."""

from __future__ import annotations

from random import Random

import pytest

from engine.families.logicskills.giving_away import chances, is_kept, measured
from engine.families.logicskills.language import Palette, draw_tree
from engine.language.overlaps import MEASURES, overlaps, said

PREMISES = [
    said("Every otter followed a fox.", "∀x (M(x) → ∃y (N(y) ∧ R(x, y)))"),
    said("Agnes is an otter.", "M(a)"),
]
REPEATING = said("Every otter followed a fox.", "∀x (M(x) → ∃y (N(y) ∧ R(x, y)))")
OTHER = said("Bruno scared Bruno.", "Q(b, b)")


def test_runs_of_words_letters_and_atoms_are_counted() -> None:
    counted = dict(zip(MEASURES, overlaps(PREMISES, [REPEATING, OTHER]), strict=True))
    assert counted["words-2-shared"] == [4, 0]
    assert counted["words-1-often"] == [6, 0]  # "otter" in both sentences
    assert counted["letters-3-most"] == [1, 0]
    assert counted["atoms-1-shared"] == [3, 0]


def test_the_statement_that_repeats_the_premises_looks_right() -> None:
    found = chances(PREMISES, [OTHER, REPEATING, *[OTHER] * 4])
    assert sum(found) == pytest.approx(1)
    assert found[1] > 0.5 > found[0]
    assert chances(PREMISES, [OTHER] * 6) == pytest.approx([1 / 6] * 6)


@pytest.mark.full(quick="families/test_generated.py::test_a_family_generates_what_it_always_did")
def test_an_argument_is_kept_in_inverse_proportion_to_how_right_its_statement_looks() -> None:
    options = [OTHER, REPEATING, *[OTHER] * 4]
    rng, n = Random(1), 1_000
    giving, hiding = (sum(is_kept(PREMISES, options, at, rng) for _ in range(n)) for at in (1, 0))
    likely = chances(PREMISES, options)
    assert giving / n == pytest.approx(likely[0] / likely[1], abs=0.02)
    assert hiding == n  # what is right looks least right


def test_a_tree_is_looked_at_in_the_same_words_whatever_it_will_be_told_in() -> None:
    tree = draw_tree("quantified_all_some", 1, Palette(), Random(2))
    once = measured(tree)
    assert once == measured(tree)
    assert once.words[0] == "every"
