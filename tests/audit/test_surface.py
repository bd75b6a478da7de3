from __future__ import annotations

import dataclasses
from collections import Counter
from random import Random

import pytest

from engine.audit.shapes import Occurrence, shape_of
from engine.audit.surface import logical_counts, surface_counts
from engine.core.items import Item
from engine.pipeline.generation import make_group, make_spec

RECIPES = {
    "default": ({}, 700),
    "extended": ({"forms": "extended"}, 300),
    "by height": ({"depth_measure": "height", "max_depth": "5"}, 150),
    "deep": ({"min_depth": "8", "max_depth": "15", "forms": "extended"}, 40),
}


@pytest.mark.parametrize("name", RECIPES)
def test_the_three_items_of_a_triple_have_equal_count_vectors(name: str) -> None:
    settings, n_groups = RECIPES[name]
    spec = make_spec("justlogic", dict(settings), seed=5, n=n_groups * 3)
    for group in range(n_groups):
        true, false, uncertain = map(logical_counts, make_group(spec, group))
        assert true == false == uncertain, f"group {group}"


def test_the_words_of_a_triple_differ_only_by_those_of_natural_negations(
    sound: tuple[Item, ...],
) -> None:
    for at in range(0, len(sound), 3):
        bags = [_words_beside_clauses(item) for item in sound[at : at + 3]]
        assert bags[0] == bags[1] == bags[2]


def _words_beside_clauses(item: Item) -> Counter[str]:
    """The words of the passage, every clause and every natural negation replaced by one mark."""
    passage = " ".join(item.passage).lower()
    clauses = [c.lower() for s in item.symbols for c in (s.negation, s.text) if c]
    for clause in sorted(clauses, key=len, reverse=True):
        passage = passage.replace(clause, "@")
    return Counter(passage.split())


def test_the_faithful_recipe_gives_itself_away_in_its_counts(faithful: tuple[Item, ...]) -> None:
    absent = Counter(
        (item.gold == "uncertain", logical_counts(item)["atoms of the statement absent"] > 0)
        for item in faithful
    )
    assert absent[True, False] == absent[False, True] == 0


def test_counts_name_position_sign_and_polarity_of_the_statements_atoms() -> None:
    counts = _counts(("p1 → p2", "¬p1", "p3 ∨ ¬p2", "(p1 ∧ p3) → p2"), "¬p2")
    assert counts["q0 consequent"] == 2
    assert counts["q0 ¬disjunct"] == 1
    assert counts["q0 agreeing"] == 1
    assert counts["q0 opposed"] == 2
    assert counts["q0 first"] == 0
    assert counts["mention _ → q0"] == 1
    assert counts["premise ¬a0"] == 1
    assert counts["any nested"] == 2
    assert counts["atoms occurring 3 times"] == 2
    assert counts["atoms occurring 2 times"] == 1
    assert counts["negations, odd"] == 0


def test_counts_do_not_depend_on_the_names_of_atoms() -> None:
    first = _counts(("p1 → p2", "p1", "p3 ∨ p4"), "p2")
    second = _counts(("p9 → p4", "p9", "p1 ∨ p2"), "p4")
    assert first == second


def test_shapes_keep_occurrences_in_order_and_read_any_name() -> None:
    shape, atoms = shape_of("¬(p12 → ¬q) ↔ p12")
    assert atoms == ("p12", "q")
    assert shape.text == "¬(a0 → ¬a1) ↔ a0"
    assert shape.occurrences == (
        Occurrence(0, "nested", False, 0),
        Occurrence(1, "nested", True, 0),
        Occurrence(0, "biconditional", False, 0),
    )


def test_shuffling_premises_changes_only_what_is_about_order(sound: tuple[Item, ...]) -> None:
    item = sound[0]
    order = list(range(len(item.premises)))
    Random(1).shuffle(order)
    shuffled = dataclasses.replace(
        item,
        premises=tuple(item.premises[at] for at in order),
        passage=tuple(item.passage[at] for at in order),
    )
    ordered = ("first", "last", "mean place", "spread")
    before, after = (
        {k: v for k, v in surface_counts(i).items() if not any(word in k for word in ordered)}
        for i in (item, shuffled)
    )
    assert before == after


def _counts(premises: tuple[str, ...], query: str) -> dict[str, float]:
    spec = make_spec("justlogic", {"max_depth": "1"}, seed=1, n=3)
    item = make_group(spec, 0)[0]
    return logical_counts(dataclasses.replace(item, premises=premises, query=(query,)))
