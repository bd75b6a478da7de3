from __future__ import annotations

import dataclasses
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.audit import Canoniser, describe_vocabulary, find_duplicates
from engine.audit.shapes import shape_of
from engine.core.items import Item
from tests.examples import examples


@given(seed=st.integers(0, 10**6), place=st.integers(0, 629))
@examples(60)
def test_renaming_and_reordering_leave_the_canonical_form(
    sound: tuple[Item, ...], seed: int, place: int
) -> None:
    item, canoniser, rng = sound[place], Canoniser(), Random(seed)
    names = [symbol.atom for symbol in item.symbols]
    others = [f"x{number}" for number in range(len(names))]
    rng.shuffle(others)
    new = dict(zip(names, others, strict=True))
    premises = [_renamed(premise, new) for premise in item.premises]
    rng.shuffle(premises)
    original = canoniser.form(item.premises, item.query[0])
    assert canoniser.form(premises, _renamed(item.query[0], new)) == original


def test_arguments_that_differ_have_different_forms() -> None:
    canoniser = Canoniser()
    chain = canoniser.form(("p → q", "q → r", "p"), "r")
    assert canoniser.form(("p → q", "q → r", "q"), "r") != chain
    assert canoniser.form(("p → q", "q → r", "p"), "q") != chain
    assert canoniser.form(("p → q", "q → r", "p", "p"), "r") != chain
    assert canoniser.form(("b", "b → c", "c → a"), "a") == chain


def test_atoms_that_can_stand_for_each_other_are_distinguished_consistently() -> None:
    canoniser = Canoniser()
    first = canoniser.form(("p ∨ q", "p → r", "q → r", "s → t", "u → v"), "r")
    second = canoniser.form(("v → u", "q → r", "q ∨ p", "t → s", "p → r"), "r")
    assert first == second


def test_refinement_misses_no_renaming_in_generated_sets(
    sound: tuple[Item, ...], faithful: tuple[Item, ...]
) -> None:
    canoniser = Canoniser()
    for items in (sound, faithful):
        forms = {canoniser.form(item.premises, item.query[0]) for item in items}
        assert len(forms) == len({_colouring(canoniser, item) for item in items})


def _colouring(canoniser: Canoniser, item: Item) -> tuple[object, ...]:
    """What refinement alone gives, whichever atoms are marked: equal for the same argument."""
    parts = canoniser._parts(item.premises, item.query)
    colours = canoniser._refined(parts, canoniser._plain(parts))
    return tuple(sorted((kind, tuple(colours[atom] for atom in atoms)) for kind, atoms in parts))


def test_generated_items_repeat_nothing(sound: tuple[Item, ...]) -> None:
    found = find_duplicates(sound)
    assert found.exact.repeated == found.reordered.repeated == 0
    assert found.exact.distinct == len(sound)


def test_copies_are_found_within_and_across_splits(sound: tuple[Item, ...]) -> None:
    train = next(item for item in sound if item.split == "train")
    turned = dataclasses.replace(
        train, passage=train.passage[::-1], premises=train.premises[::-1], split="test", index=9001
    )
    copy = dataclasses.replace(train, index=9002)
    found = find_duplicates([*sound, turned, copy])
    assert (found.exact.repeated, found.exact.across_splits) == (1, 0)
    assert (found.reordered.repeated, found.reordered.across_splits) == (2, 1)
    assert found.reordered.examples == ((train.index, 9001, 9002),)


def test_vocabulary_counts_words_propositions_and_sentences(sound: tuple[Item, ...]) -> None:
    few = sound[:3]
    words = describe_vocabulary(few)
    assert words.propositions == len(few[0].symbols)
    assert words.most_uses == 1  # the three items are one group
    assert words.repeated_sentences == 0
    other = dataclasses.replace(few[0], group=77)
    again = describe_vocabulary([*few, other])
    assert again.most_uses == 2
    assert again.repeated_sentences == len(other.passage)
    assert again.words == words.words < words.tokens < again.tokens


def _renamed(formula: str, new: dict[str, str]) -> str:
    shape, atoms = shape_of(formula)
    text = shape.text
    for number in reversed(range(len(atoms))):
        text = text.replace(f"a{number}", new[atoms[number]])
    return text
