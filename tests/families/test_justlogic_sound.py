"""The sound recipe: exchange triples, balance, depth and forms."""

import re
from collections import Counter
from itertools import product

import pytest

from engine.core.items import Item
from engine.families.justlogic import SHAPES
from engine.families.justlogic.params import Params, sound_cell
from engine.logic import Formula, Not, Predicate, parse, postorder
from engine.logic.proofs.proof import BASIC_FORMS
from engine.pipeline.generation import make_spec
from tests.samples import Sample

N_DEPTHS = 7
CYCLE = 42
"""Triples a depth after which shapes, root forms and splits have come round."""


def triples(n: int, **settings: str) -> list[tuple[Item, ...]]:
    items = list(Sample(make_spec("justlogic", settings, 5, n)))
    return list(zip(items[::3], items[1::3], items[2::3], strict=True))


def nameless(formula: Formula) -> tuple[object, ...]:
    """The shape of a formula: connectives, signs and slots, whatever atoms stand in them."""
    return tuple(
        "slot" if isinstance(node, Predicate) else type(node).__name__
        for node in postorder(formula)
    )


def occurrences(item: Item) -> Counter[tuple[str, bool]]:
    """How often each atom occurs in the premises with each sign."""
    found: Counter[tuple[str, bool]] = Counter()
    for premise in map(parse, item.premises):
        for node in postorder(premise):
            if isinstance(node, Not) and isinstance(node.operand, Predicate):
                found[node.operand.name, False] += 1
                found[node.operand.name, True] -= 1
            elif isinstance(node, Predicate):
                found[node.name, True] += 1
    return found


@pytest.mark.parametrize("settings", [{}, {"forms": "extended"}, {"depth_measure": "height"}])
def test_a_triple_exchanges_atoms_and_nothing_else(settings: dict[str, str]) -> None:
    for members in triples(3 * 7 * 12, **settings):
        assert [item.gold for item in members] == ["true", "false", "uncertain"]
        assert len({item.question for item in members}) == 1
        first = members[0]
        shapes = [tuple(nameless(parse(p)) for p in item.premises) for item in members]
        assert shapes[0] == shapes[1] == shapes[2]
        counts = [sorted(occurrences(item).items()) for item in members]
        assert counts[0] == counts[1] == counts[2]
        words = [sorted(re.findall(r"\w+", " ".join(item.passage).lower())) for item in members]
        assert words[0] == words[1] == words[2]
        assert all(item.symbols == first.symbols for item in members)


def test_a_query_atom_never_moves() -> None:
    for members in triples(3 * 7 * 12):
        asked = {n.name for n in postorder(parse(members[0].query[0])) if isinstance(n, Predicate)}
        held = [
            [
                tuple(n.name if n.name in asked else "" for n in atoms)
                for atoms in (
                    [n for n in postorder(parse(p)) if isinstance(n, Predicate)]
                    for p in item.premises
                )
            ]
            for item in members
        ]
        assert held[0] == held[1] == held[2]


def test_label_depth_and_shape_are_balanced_exactly() -> None:
    items = list(Sample(make_spec("justlogic", {"max_depth": "3"}, 1, 3 * 6 * 3 * 4)))
    cells = Counter((i.gold, i.traits.depth, i.traits.query_shape) for i in items)
    assert set(cells.values()) == {4}
    assert len(cells) == 3 * 3 * len(SHAPES)


def test_the_default_splits_hold_672_168_and_168_items_a_depth() -> None:
    params = Params()
    plan = [sound_cell(params, group) for group in range(336 * N_DEPTHS)]
    assert Counter((cell.depth, cell.split) for cell in plan) == {
        (depth, split): n // 3
        for depth, (split, n) in product(
            range(1, 8), [("train", 672), ("validation", 168), ("test", 168)]
        )
    }


def test_root_forms_are_equally_frequent_at_each_depth() -> None:
    params = Params()
    plan = [sound_cell(params, group) for group in range(336 * N_DEPTHS)]
    for depth in range(1, 8):
        counts = Counter(cell.root_form for cell in plan if cell.depth == depth)
        assert set(counts) == set(BASIC_FORMS)
        assert max(counts.values()) - min(counts.values()) <= 3


def test_true_negated_and_false_plain_compounds_come_equally_often_from_the_five_forms() -> None:
    special = {"hypothetical_syllogism", "constructive_dilemma"}
    counts: Counter[str] = Counter()
    for true, false, _ in triples(3 * 7 * CYCLE):
        shape = true.traits.query_shape or ""
        if true.traits.root_form in special:
            counts[shape] += 1
            ends = {true.certificate.steps[-1].form, false.certificate.steps[-1].form}
            assert ends & special
            assert ends - special
    assert counts["conditional"] == counts["negated conditional"]
    assert counts["disjunction"] == counts["negated disjunction"]


@pytest.mark.parametrize("depth", [1, 8, 15])
def test_depth_is_the_number_of_steps_of_the_minimal_proof(depth: int) -> None:
    bounds = {"min_depth": str(depth), "max_depth": str(depth)}
    for true, false, uncertain in triples(36, **bounds):
        assert len(true.certificate.steps) == len(false.certificate.steps) == depth
        assert uncertain.traits.depth == depth
        assert uncertain.certificate.steps == ()


@pytest.mark.parametrize("height", [1, 4])
def test_depth_may_be_measured_as_height(height: int) -> None:
    bounds = {"min_depth": str(height), "max_depth": str(height), "depth_measure": "height"}
    for true, false, _ in triples(36, **bounds):
        assert true.traits.height == false.traits.height == height


@pytest.mark.full(quick="families/test_generated.py::test_a_family_generates_what_it_always_did")
def test_extended_forms_occur_only_where_they_are_asked_for() -> None:
    def forms(**settings: str) -> set[str]:
        return {f for t in triples(3 * 7 * CYCLE, **settings) for i in t for f in i.traits.forms}

    assert forms() == set(BASIC_FORMS)
    assert forms(forms="extended") > set(BASIC_FORMS)


def test_no_item_has_two_propositions_with_one_subject() -> None:
    for members in triples(300):
        texts = [symbol.text for symbol in members[0].symbols]
        assert len(set(texts)) == len(texts)
