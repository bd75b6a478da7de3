"""Nothing stored of a single choice can be changed without being noticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.core.items import ChoiceCertificate, Ground, Item, Option
from engine.decide import verify_item
from engine.language.templates import leads
from engine.pipeline.generate.generation import make_spec
from tests.samples import Sample

ITEMS = Sample(make_spec("divlogiceval", {"twins": "true"}, 2, 24))
TYPES = ("3c1e", "3e1c", "missing")


def item_of(question_type: str, language: str = "en") -> Item:
    return next(
        item
        for item in ITEMS
        if (item.traits.question_type, item.traits.language) == (question_type, language)
    )


def rehashed(item: Item, **changes: object) -> Item:
    return replace(item, hash="", **changes)  # type: ignore[arg-type]


def other_gold(item: Item) -> Item:
    return rehashed(item, gold="D" if item.gold == "A" else "A")


def other_role(item: Item) -> Item:
    wrong = next(option for option in item.options if option.role != "gold")
    options = [Option(o.key, o.text, "refuted literal") if o is wrong else o for o in item.options]
    return replace(item, options=tuple(options))


def options_exchanged(item: Item) -> Item:
    first, second, *rest = item.options
    exchanged = (
        Option(first.key, second.text, first.role),
        Option(second.key, first.text, second.role),
        *rest,
    )
    return rehashed(item, options=exchanged)


def sentences_exchanged(item: Item) -> Item:
    first, second, *rest = item.passage
    return rehashed(item, passage=(second, first, *rest))


def sentence_left_out(item: Item) -> Item:
    return rehashed(item, passage=item.passage[1:])


def contradiction_added(item: Item) -> Item:
    return rehashed(item, premises=(*item.premises, "p ∧ ¬p"), passage=("P.", *item.passage))


def answer_added(item: Item) -> Item:
    """A premise that alone entails what only two should."""
    stated = item.query[0] if len(item.query) > 4 else item.query["ABCD".index(item.gold)]
    return rehashed(item, premises=(*item.premises, stated), passage=(*item.passage, "P."))


def atom_unexplained(item: Item) -> Item:
    return replace(item, symbols=item.symbols[1:])


def ground_changed(item: Item) -> Item:
    certificate = item.certificate
    assert isinstance(certificate, ChoiceCertificate)
    grounds = (Ground(fails=()), *certificate.grounds[1:])
    return replace(item, certificate=replace(certificate, grounds=grounds))


def trait_changed(item: Item) -> Item:
    return replace(item, traits=replace(item.traits, question_type="easy"))


def hash_changed(item: Item) -> Item:
    return replace(item, hash="0" * 64)


def formula_broken(item: Item) -> Item:
    return replace(item, premises=("p → → q", *item.premises[1:]))


CHANGES = [
    other_gold,
    other_role,
    options_exchanged,
    sentences_exchanged,
    sentence_left_out,
    contradiction_added,
    answer_added,
    atom_unexplained,
    ground_changed,
    trait_changed,
    hash_changed,
    formula_broken,
]


@pytest.mark.parametrize("language", ["en", "symbolic"])
@pytest.mark.parametrize("question_type", TYPES)
def test_an_item_as_it_was_made_is_agreed(question_type: str, language: str) -> None:
    item = item_of(question_type, language)
    found = verify_item(item)
    assert found.agreed, found.problem
    assert found.verdict == item.gold
    assert found.methods == "truth table, Z3"
    if question_type != "3e1c":
        assert found.minimal_premises
        assert len(found.minimal_premises) + (question_type == "missing") == item.traits.depth


@pytest.mark.parametrize("language", ["en", "symbolic"])
@pytest.mark.parametrize("question_type", TYPES)
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_change_is_noticed(
    change: Callable[[Item], Item], question_type: str, language: str
) -> None:
    found = verify_item(change(item_of(question_type, language)))
    assert not found.agreed
    assert found.problem


def test_a_conclusion_not_drawn_as_one_is_noticed() -> None:
    for language in ("symbolic", "en"):
        item = item_of("missing", language)
        last = item.passage[-1]
        shown = last[len(leads(last)[0]) :] if language == "en" else last.removeprefix("∴ ")
        plain = f"{shown[0].upper()}{shown[1:]}" if language == "en" else shown
        found = verify_item(rehashed(item, passage=(*item.passage[:-1], plain)))
        assert not found.agreed


def test_a_label_that_others_published_may_differ_but_the_gold_answer_may_not() -> None:
    item = item_of("3c1e")
    assert verify_item(replace(item, published_label="A", intended="A")).agreed
    assert not verify_item(replace(other_gold(item), published_label="A")).agreed
