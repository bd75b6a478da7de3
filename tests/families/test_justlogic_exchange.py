"""What may differ within an exchange triple, and what may not: nothing but who sits where."""

import re
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest

from engine.core.errors import InputError
from engine.core.items import Item
from engine.families.justlogic import SHAPES
from engine.families.justlogic.arguments import draw_arguments
from engine.families.justlogic.exchange import Triple, draw_triple
from engine.families.justlogic.forms import FOR_ANY
from engine.families.justlogic.params import Cell, Params
from engine.language.drawing import draw_propositions
from engine.language.sources import MINIMUM
from engine.logic import Formula, Predicate, fold, negate
from engine.logic.proofs.proof import minimal_proof
from engine.pipeline.generation import make_spec
from tests.examples import SAME_TEST
from tests.samples import Sample

_SLOW = pytest.mark.full(quick=SAME_TEST)
RECIPES = [
    {},
    pytest.param({"min_depth": "8", "max_depth": "15"}, marks=_SLOW, id="8-15"),
    pytest.param({"forms": "extended"}, marks=_SLOW, id="extended"),
    pytest.param({"depth_measure": "height", "max_depth": "5"}, marks=_SLOW, id="height-5"),
    {"depth_measure": "height", "forms": "extended", "max_depth": "5"},
]
ATOM = re.compile(r"p\d+")
QUARTERS = 4
CHI_SQUARE_3 = 16.27
"""Exceeded by one in a thousand sums over four equally likely classes."""

Triples = list[tuple[Item, Item, Item]]


def triples(n: int, settings: dict[str, str], seed: int = 9) -> Triples:
    items = list(Sample(make_spec("justlogic", settings, seed, n)))
    return list(zip(items[::3], items[1::3], items[2::3], strict=True))


@pytest.fixture(scope="module", params=RECIPES, ids=lambda r: "-".join(r.values()) or "default")
def made(request: pytest.FixtureRequest) -> Triples:
    return triples(3 * 8 * 42, request.param)


@pytest.fixture(scope="module")
def shallow() -> Triples:
    return triples(3 * 600, {"max_depth": "1"})


def stands(item: Item) -> dict[str, list[tuple[str, int]]]:
    """For each atom all its places: the whole shape of the premise, and where in it."""
    found: dict[str, list[tuple[str, int]]] = {}
    for premise in item.premises:
        shape = ATOM.sub("p", premise)
        for place, atom in enumerate(ATOM.findall(premise)):
            found.setdefault(atom, []).append((shape, place))
    return {atom: sorted(places) for atom, places in found.items()}


def asked(item: Item) -> list[str]:
    return ATOM.findall(item.query[0])


def beside_the_query(item: Item) -> str:
    """The first atom that shares a premise of the proof with an atom of the query."""
    used = {s for step in item.certificate.steps for s in step.sources if s < len(item.premises)}
    for place in sorted(used):
        atoms: list[str] = ATOM.findall(item.premises[place])
        if not set(atoms).isdisjoint(asked(item)):
            return next(atom for atom in atoms if atom not in asked(item))
    raise AssertionError("the proof does not mention the query")


def test_the_lists_of_places_where_atoms_stand_are_the_same_lists(made: Triples) -> None:
    for members in made:
        lists = [Counter(map(tuple, stands(item).values())) for item in members]
        assert lists[0] == lists[1] == lists[2]


def test_query_atoms_stand_in_the_same_places(made: Triples) -> None:
    for members in made:
        places = [[stands(item)[atom] for atom in asked(item)] for item in members]
        assert places[0] == places[1] == places[2]


def test_steps_and_height_are_the_same(made: Triples) -> None:
    for members in made:
        assert len({(item.traits.depth, item.traits.height) for item in members}) == 1


def test_each_premise_keeps_its_domains_and_truths_in_the_world(made: Triples) -> None:
    for members in made:
        kinds = {symbol.atom: (symbol.domain, symbol.world) for symbol in members[0].symbols}
        told = [
            [[kinds[atom] for atom in ATOM.findall(premise)] for premise in item.premises]
            for item in members
        ]
        assert told[0] == told[1] == told[2]


def test_atoms_are_numbered_without_a_gap_and_listed_by_number(made: Triples) -> None:
    for members in made:
        for item in members:
            names = [symbol.atom for symbol in item.symbols]
            assert names == [f"p{number}" for number in range(1, len(names) + 1)]
            used = set(ATOM.findall(" ".join((*item.premises, *item.query))))
            assert used == set(names)


def test_a_name_does_not_tell_where_its_atom_came_in(shallow: Triples) -> None:
    """An atom of the query, and one wired to it in the true or the false item, ranks anywhere."""
    quarters: dict[str, Counter[int]] = {"asked": Counter(), "true": Counter(), "false": Counter()}
    for true, false, _ in shallow:
        order = [symbol.atom for symbol in true.symbols]
        drawn = {
            "asked": asked(true)[0],
            "true": beside_the_query(true),
            "false": beside_the_query(false),
        }
        for who, atom in drawn.items():
            quarters[who][order.index(atom) * QUARTERS // len(order)] += 1
    expected = _expected_quarters([len(true.symbols) for true, _, _ in shallow])
    for who, found in quarters.items():
        surprise = sum((found[q] - expected[q]) ** 2 / expected[q] for q in range(QUARTERS))
        assert surprise < CHI_SQUARE_3, (who, found)


def _expected_quarters(sizes: list[int]) -> list[float]:
    """How many of uniformly drawn ranks fall into each quarter, one rank from each size."""
    expected = [0.0] * QUARTERS
    for size in sizes:
        for rank in range(size):
            expected[rank * QUARTERS // size] += 1 / size
    return expected


@pytest.mark.parametrize("measure", ["steps", "height"])
@pytest.mark.parametrize("forms", ["basic", "extended"])
def test_both_proofs_are_those_that_a_search_of_their_premises_finds(
    measure: str, forms: str
) -> None:
    """Where both arguments have one skeleton, the second proof is not searched but carried over."""
    params = Params.model_validate({"depth_measure": measure, "forms": forms})
    for depth, shape in product((1, 3, 5, 7), SHAPES):
        rng = Random(f"{depth} {shape}")
        cells = [Cell(depth, shape, form, "train") for form in FOR_ANY]
        for cell in cells * 4:
            arguments = draw_arguments(params, cell, rng)
            if isinstance(arguments, str):
                continue
            for block, goal, proof in zip(
                arguments.blocks,
                (arguments.query, negate(arguments.query)),
                arguments.proofs,
                strict=False,
            ):
                premises = block.premises
                if block is arguments.blocks[1] and not arguments.has_doubles:
                    swapped = {block.link.name: arguments.blocks[0].link}
                    premises = tuple(substituted(premise, swapped) for premise in premises)
                assert proof == minimal_proof(premises, goal, forms=params.form_names)


def substituted(formula: Formula, atoms: dict[str, Predicate]) -> Formula:
    def combine(node: Formula, parts: tuple[Formula, ...]) -> Formula:
        if isinstance(node, Predicate):
            return atoms.get(node.name, node)
        return type(node)(*parts)

    return fold(formula, combine)


@pytest.mark.parametrize("measure", ["steps", "height"])
@pytest.mark.parametrize("forms", ["basic", "extended"])
@pytest.mark.parametrize("depth", [1, 2, 5, 10, 15])
def test_every_cell_can_be_reached(measure: str, forms: str, depth: int) -> None:
    params = Params.model_validate({"depth_measure": measure, "forms": forms})
    special = {"conditional": "hypothetical_syllogism", "disjunction": "constructive_dilemma"}
    for shape in SHAPES:
        kind = shape.removeprefix("negated ")
        for root_form in (*FOR_ANY, *filter(None, [special.get(kind)])):
            cell = Cell(depth, shape, root_form, "train")
            rng = Random(f"{cell} {params}")
            drawn = (draw_triple(params, cell, rng) for _ in range(2000))
            assert any(isinstance(one, Triple) for one in drawn), cell


def test_a_source_too_small_for_the_depth_is_named(tmp_path: Path) -> None:
    path = tmp_path / "towers.txt"
    path.write_text("".join(f"Tower number {n} stands near the river.\n" for n in range(MINIMUM)))
    with pytest.raises(InputError, match=r"needs 101 propositions, but there are only 100"):
        draw_propositions(f"text:{path}", 101, Random(1))
