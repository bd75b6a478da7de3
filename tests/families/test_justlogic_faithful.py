"""The faithful recipe keeps the paper's rates, and with them its shortcuts."""

from collections import Counter

from engine.logic import Not, Predicate, atoms, parse
from engine.pipeline.generate.generation import make_spec
from tests.samples import Sample

ITEMS = Sample(make_spec("justlogic", {"recipe": "faithful"}, 3, 700))


def test_labels_are_uniform_and_three_conclusions_in_ten_are_negated() -> None:
    made = ITEMS
    labels = Counter(item.gold for item in made)
    assert all(abs(count / len(made) - 1 / 3) < 0.05 for count in labels.values())
    asked = [parse(item.query[0]) for item in made if item.gold == "true"]
    assert abs(sum(isinstance(query, Not) for query in asked) / len(asked) - 0.3) < 0.1


def test_an_uncertain_query_is_foreign_to_the_passage() -> None:
    for item in ITEMS:
        if item.gold != "uncertain":
            continue
        known = {a.name for p in item.premises for a in atoms(parse(p))}
        assert any(a.name not in known for a in atoms(parse(item.query[0])))


def test_an_uncertain_atom_is_asked_as_a_bare_statement() -> None:
    for item in ITEMS:
        if item.gold == "uncertain" and isinstance(parse(item.query[0]), Predicate):
            texts = {symbol.text.casefold() for symbol in item.symbols}
            assert item.question.removesuffix(".").casefold() in texts


def test_every_premise_is_needed() -> None:
    assert {item.traits.n_distractors for item in ITEMS if item.gold != "uncertain"} == {0}


def test_every_height_can_be_had() -> None:
    settings = {"recipe": "faithful", "depth_measure": "height", "max_depth": "15"}
    items = list(Sample(make_spec("justlogic", settings, 1, 60)))
    assert [item.traits.height for item in items] == [*range(1, 16)] * 4
    assert max(item.traits.n_atoms for item in items) <= 152
