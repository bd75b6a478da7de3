from __future__ import annotations

import dataclasses
from collections import Counter
from random import Random

from engine.audit.shapes import Occurrence, shape_of
from engine.audit.surface import wording_counts
from engine.core.items import Item


def test_the_passages_of_a_triple_mention_the_same_statements(sound: tuple[Item, ...]) -> None:
    for at in range(0, len(sound), 3):
        mentions = [_mentions(item) for item in sound[at : at + 3]]
        assert mentions[0] == mentions[1] == mentions[2]


def _mentions(item: Item) -> Counter[str]:
    """How often the passage mentions each atom's statement, affirmed or denied."""
    return Counter(
        symbol.atom
        for sentence in item.passage
        for symbol in item.symbols
        if any((text or "-").lower() in sentence.lower() for text in (symbol.text, symbol.negation))
    )


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
        {k: v for k, v in wording_counts(i).items() if not any(word in k for word in ordered)}
        for i in (item, shuffled)
    )
    assert before == after
