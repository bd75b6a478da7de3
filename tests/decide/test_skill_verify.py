"""Nothing can be changed in a stored question on a skill without verification naming it."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.core.items import EntailmentCertificate, Item, Model, ProofCertificate, Step
from engine.decide import verify_item
from engine.logic import parse
from engine.logic.refuting import fault_of_contradiction
from engine.pipeline.generation import difference_from_remade, make_group, make_spec
from tests.store.material import through_rows

TREE = {"leaves": "predicate.fallacy.universal_affirming_the_consequent", "min_length": "3"}
CORRECT, FALLACY = make_group(make_spec("logicasker", {**TREE, "max_length": "3"}, 5, 2), 0)
SPEC = make_spec("logicasker", {"leaves": "propositional.inference.transitivity"}, 5, 6)
CONTRADICTION, UNRELATED = (
    next(item for group in range(3) for item in make_group(SPEC, group) if item.role == role)
    for role in ("contradiction", "unrelated")
)
ALL = (CORRECT, FALLACY, CONTRADICTION, UNRELATED)


def rehashed(item: Item, **changes: Any) -> Item:
    changed = replace(item, **changes)
    return replace(changed, hash=changed.content_hash())


def certified(item: Item, **changes: Any) -> Item:
    assert isinstance(item.certificate, EntailmentCertificate)
    return replace(item, certificate=replace(item.certificate, **changes))


def with_steps(item: Item, change: Callable[[list[Step]], object]) -> Item:
    steps = list(item.certificate.steps)
    change(steps)
    return certified(item, steps=tuple(steps))


def with_traits(item: Item, **changes: Any) -> Item:
    return replace(item, traits=replace(item.traits, **changes))


def models(item: Item) -> tuple[Model, ...]:
    assert isinstance(item.certificate, EntailmentCertificate)
    return item.certificate.models


def by_one_premise(item: Item) -> Item:
    """A contradiction whose conclusion is false by itself."""
    false = f"({item.premises[0]}) ∧ ¬({item.premises[0]})"
    return rehashed(item, query=(false,))


MUTATIONS: dict[str, tuple[Item, str]] = {
    "hash": (replace(CORRECT, hash="0" * 64), "hash"),
    "gold": (rehashed(CORRECT, gold="no"), "options"),
    "gold with its options": (
        rehashed(CORRECT, gold="no", options=FALLACY.options),
        "gold answer is no",
    ),
    "intended": (replace(CORRECT, intended="no"), "intended"),
    "kind": (replace(FALLACY, role="unrelated"), "not one of the kind"),
    "kind and standing": (replace(FALLACY, role="contradiction"), "the kind is contradiction"),
    "a premise left out": (replace(CORRECT, premises=CORRECT.premises[1:]), "gold answer is yes"),
    "premises of the twin": (replace(CORRECT, premises=FALLACY.premises), "gold answer is yes"),
    "a premise denied four hundred times": (
        replace(CORRECT, premises=("¬" * 400 + f"({CORRECT.premises[0]})", *CORRECT.premises[1:])),
        "our procedure says unknown, Z3 says entailed",
    ),
    "a premise twice": (
        replace(CORRECT, premises=(*CORRECT.premises, CORRECT.premises[0])),
        "stands twice",
    ),
    "no conclusion": (replace(CORRECT, query=()), "0 conclusions"),
    "sentences exchanged": (
        rehashed(CORRECT, passage=(CORRECT.passage[1], CORRECT.passage[0], *CORRECT.passage[2:])),
        "reads as",
    ),
    "the conclusion's sentence": (rehashed(CORRECT, question="All cats are grey."), "reads as"),
    "the words of a symbol": (
        replace(
            CORRECT,
            symbols=(
                replace(CORRECT.symbols[1], atom=CORRECT.symbols[0].atom),
                replace(CORRECT.symbols[0], atom=CORRECT.symbols[1].atom),
                *CORRECT.symbols[2:],
            ),
        ),
        "reads as|can be made of that",
    ),
    "a symbol more": (replace(CORRECT, symbols=(*CORRECT.symbols, CORRECT.symbols[0])), "symbols"),
    "leaf of another problem": (with_traits(CONTRADICTION, leaf=UNRELATED.traits.leaf), "leaf"),
    "no leaf": (with_traits(CORRECT, leaf="somewhere"), "no leaf"),
    "rule": (with_traits(CORRECT, rule="addition"), "rule and logic"),
    "logic": (with_traits(CORRECT, logic="propositional"), "rule and logic"),
    "root form": (with_traits(CORRECT, root_form="addition"), "none of the leaf"),
    "length": (with_traits(CORRECT, depth=2), "length or forms"),
    "height": (with_traits(CORRECT, height=9), "height 9"),
    "forms": (with_traits(CORRECT, forms=()), "form of the leaf|length or forms"),
    "question type": (with_traits(CORRECT, question_type="three-way"), "options"),
    "number of premises": (with_traits(CORRECT, n_premises=9), "counts"),
    "shape": (with_traits(CORRECT, query_shape="and"), "shape"),
    "another certificate": (
        replace(CORRECT, certificate=ProofCertificate()),
        "certificate is none",
    ),
    "a step's formula": (
        with_steps(CORRECT, lambda s: s.__setitem__(0, replace(s[0], formula="p9"))),
        "not an instance",
    ),
    "a step's rule": (
        with_steps(CORRECT, lambda s: s.__setitem__(0, replace(s[0], form="addition"))),
        "not an instance",
    ),
    "a fallacy as a rule": (
        with_steps(
            CORRECT, lambda s: s.__setitem__(0, replace(s[0], form=FALLACY.traits.root_form or ""))
        ),
        "no sound rule",
    ),
    "a step citing itself": (
        with_steps(CORRECT, lambda s: s.__setitem__(0, replace(s[0], sources=(99, 0)))),
        "cites what does not come before",
    ),
    "the last step": (with_steps(CORRECT, lambda s: s.pop()), "does not end in"),
    "no steps": (with_steps(CORRECT, lambda s: s.clear()), "does not end in"),
    "a step twice": (
        with_steps(CORRECT, lambda s: s.append(s[-1])),
        "not as short as can be",
    ),
    "another sound argument": (
        certified(CORRECT, sound_premises=FALLACY.premises),
        "does not follow",
    ),
    "a contradiction in two places": (
        certified(
            CONTRADICTION,
            sound_premises=(*CONTRADICTION.premises[:-1], "p99"),
            conclusion="p98",
        ),
        "does not follow",
    ),
    "a contradiction by one premise": (by_one_premise(CONTRADICTION), "some premises alone"),
    "the sound argument's conclusion": (certified(FALLACY, conclusion="p1 ∨ ¬p1"), "left out"),
    "no structures": (certified(FALLACY, models=()), "lacks a structure"),
    "one structure": (certified(FALLACY, models=models(FALLACY)[:1]), "lacks a structure"),
    "structures exchanged": (certified(FALLACY, models=models(FALLACY)[::-1]), "does not satisfy"),
    "structures for what is decided": (
        certified(CORRECT, models=models(FALLACY)),
        "decided item carries",
    ),
    "an unreadable formula": (
        replace(CORRECT, premises=("∀x (", *CORRECT.premises[1:])),
        "be read",
    ),
}


def test_a_contradiction_needs_its_premises_and_is_as_long_as_it_says() -> None:
    length = len(CONTRADICTION.certificate.steps)
    assert length == 1
    faults = {
        ("p1 → p2", "p2 → p3", "p3 → p4"): ("¬(p1 → p4)", "longer to refute"),
        ("p1 → p2", "p2 → p3", "¬p1"): ("¬(p1 → p3)", "some premises alone"),
        ("p1 → p2", "p2 → p3"): ("p1 ∧ ¬p1", "some premises alone"),
        ("p1 → p2",): ("¬(p1 → p2)", "a premise contradicted"),
    }
    for premises, (query, fault) in faults.items():
        read = [parse(premise) for premise in premises]
        assert fault in (fault_of_contradiction(read, parse(query), length) or ""), premises
    sound = [parse(premise) for premise in ("p1 → p2", "p2 → p3")]
    assert fault_of_contradiction(sound, parse("¬(p1 → p3)"), length) is None
    assert fault_of_contradiction(sound, parse("¬(p1 → p3)"), 2) == "shorter to refute"


@pytest.mark.parametrize("item", ALL, ids=lambda item: item.role)
def test_an_untouched_item_verifies_and_is_made_again(item: Item) -> None:
    found = verify_item(item)
    assert found.agreed, found.problem
    assert found.verdict == item.gold
    assert found.steps == item.traits.depth
    assert difference_from_remade(item) is None


@pytest.mark.parametrize("name", MUTATIONS)
def test_every_mutation_is_caught_and_named(name: str) -> None:
    item, complaint = MUTATIONS[name]
    found = verify_item(item)
    assert not found.agreed
    assert found.problem is not None
    assert re.search(complaint, found.problem), found.problem


def test_a_larger_structure_than_needed_is_caught() -> None:
    model = models(FALLACY)[0]
    doubled = replace(model, size=model.size + 1, true=(*model.true, "p99"))
    found = verify_item(certified(FALLACY, models=(doubled, models(FALLACY)[1])))
    assert not found.agreed


def test_the_edit_and_what_was_rejected_are_made_again() -> None:
    changed = with_traits(FALLACY, structure="a slip")
    assert verify_item(changed).agreed
    assert difference_from_remade(changed) == "not what the seed makes: structure"


def test_items_come_back_from_rows_as_they_were() -> None:
    assert through_rows(ALL) == list(ALL)
