"""Nothing can be changed in a stored question on a skill without verification naming it."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.core.items import EntailmentCertificate, Item, Model, ProofCertificate, Step
from engine.decide import verify_item
from engine.pipeline.generate.generation import difference_from_remade, make_spec
from tests.samples import Later, Sample
from tests.store.material import through_rows

TREE = {"skills": "predicate.fallacy.universal_affirming_the_consequent"}
PAIR = Sample(make_spec("logicasker", TREE, 5, 2))
OTHERS = Sample(
    make_spec(
        "logicasker", {"skills": "propositional.inference.resolution", "max_length": "2"}, 5, 8
    )
)


def correct() -> Item:
    return PAIR[0]


def fallacy() -> Item:
    return PAIR[1]


def contradiction() -> Item:
    return next(item for item in OTHERS if item.role == "contradiction")


def unrelated() -> Item:
    return next(item for item in OTHERS if item.role == "unrelated")


ALL = Later(lambda: (correct(), fallacy(), contradiction(), unrelated()))


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


def with_another_first_source(item: Item) -> tuple[str, ...]:
    """The premises, but another in place of one that the derivation starts from."""
    assert isinstance(item.certificate, EntailmentCertificate)
    at = item.certificate.steps[0].sources[0]
    return (*item.premises[:at], "p99", *item.premises[at + 1 :])


def by_one_premise(item: Item) -> Item:
    """A contradiction whose conclusion is false by itself."""
    false = f"({item.premises[0]}) ∧ ¬({item.premises[0]})"
    return rehashed(item, query=(false,))


MUTATIONS: dict[str, tuple[Callable[[], Item], str]] = {
    "hash": (lambda: replace(correct(), hash="0" * 64), "hash"),
    "gold": (lambda: rehashed(correct(), gold="no"), "options"),
    "gold with its options": (
        lambda: rehashed(correct(), gold="no", options=fallacy().options),
        "gold answer is no",
    ),
    "intended": (lambda: replace(correct(), intended="no"), "intended"),
    "kind": (lambda: replace(fallacy(), role="unrelated"), "not one of the kind"),
    "kind and entailment": (
        lambda: replace(fallacy(), role="contradiction"),
        "the kind is contradiction",
    ),
    "a premise left out": (
        lambda: replace(correct(), premises=correct().premises[1:]),
        "gold answer is yes",
    ),
    "premises of the contrast": (
        lambda: replace(correct(), premises=fallacy().premises),
        "gold answer is yes",
    ),
    "a premise denied four hundred times": (
        lambda: replace(
            correct(), premises=("¬" * 400 + f"({correct().premises[0]})", *correct().premises[1:])
        ),
        "our procedure says unknown, Z3 says entailed",
    ),
    "a premise twice": (
        lambda: replace(correct(), premises=(*correct().premises, correct().premises[0])),
        "stands twice",
    ),
    "no conclusion": (lambda: replace(correct(), query=()), "0 formulas"),
    "sentences exchanged": (
        lambda: rehashed(
            correct(), passage=(correct().passage[1], correct().passage[0], *correct().passage[2:])
        ),
        "reads as",
    ),
    "the conclusion's sentence": (
        lambda: rehashed(correct(), question="All cats are grey."),
        "reads as",
    ),
    "the words of a symbol": (
        lambda: replace(
            correct(),
            symbols=(
                replace(correct().symbols[1], atom=correct().symbols[0].atom),
                replace(correct().symbols[0], atom=correct().symbols[1].atom),
                *correct().symbols[2:],
            ),
        ),
        "reads as|can be made of that",
    ),
    "a symbol more": (
        lambda: replace(correct(), symbols=(*correct().symbols, correct().symbols[0])),
        "symbols",
    ),
    "skill of another problem": (
        lambda: with_traits(contradiction(), skill=unrelated().traits.skill),
        "not one of the kind",
    ),
    "no skill": (lambda: with_traits(correct(), skill="somewhere"), "no skill"),
    "rule": (lambda: with_traits(correct(), rule="addition"), "rule and logic"),
    "logic": (lambda: with_traits(correct(), logic="propositional"), "rule and logic"),
    "root form": (lambda: with_traits(correct(), root_form="addition"), "not one of the skill's"),
    "length": (lambda: with_traits(correct(), depth=2), "length or forms"),
    "height": (lambda: with_traits(correct(), height=9), "height 9"),
    "forms": (lambda: with_traits(correct(), forms=()), "length or forms"),
    "question type": (lambda: with_traits(correct(), question_type="three-way"), "options"),
    "number of premises": (lambda: with_traits(correct(), n_premises=9), "counts"),
    "shape": (lambda: with_traits(correct(), query_shape="and"), "shape"),
    "another certificate": (
        lambda: replace(correct(), certificate=ProofCertificate()),
        "certificate is none",
    ),
    "a step's formula": (
        lambda: with_steps(correct(), lambda s: s.__setitem__(0, replace(s[0], formula="p9"))),
        "not an instance",
    ),
    "a step's rule": (
        lambda: with_steps(correct(), lambda s: s.__setitem__(0, replace(s[0], form="addition"))),
        "not an instance",
    ),
    "a fallacy as a rule": (
        lambda: with_steps(
            correct(),
            lambda s: s.__setitem__(0, replace(s[0], form=fallacy().traits.root_form or "")),
        ),
        "no sound rule",
    ),
    "a step citing itself": (
        lambda: with_steps(correct(), lambda s: s.__setitem__(0, replace(s[0], sources=(99, 0)))),
        "cites a later step",
    ),
    "the last step": (lambda: with_steps(correct(), lambda s: s.pop()), "does not end in"),
    "no steps": (lambda: with_steps(correct(), lambda s: s.clear()), "does not end in"),
    "a step twice": (
        lambda: with_steps(correct(), lambda s: s.append(s[-1])),
        "length or forms",
    ),
    "another sound argument": (
        lambda: certified(correct(), sound_premises=fallacy().premises),
        "not an instance|does not follow",
    ),
    "a contradiction in two places": (
        lambda: certified(
            contradiction(),
            sound_premises=with_another_first_source(contradiction()),
            conclusion="p98",
        ),
        "not an instance|does not follow",
    ),
    "a contradiction by one premise": (
        lambda: by_one_premise(contradiction()),
        "some premises alone",
    ),
    "the sound argument's conclusion": (
        lambda: certified(fallacy(), conclusion="p1 ∨ ¬p1"),
        "does not end in",
    ),
    "no structures": (lambda: certified(fallacy(), models=()), "lacks a structure"),
    "one structure": (
        lambda: certified(fallacy(), models=models(fallacy())[:1]),
        "lacks a structure",
    ),
    "structures exchanged": (
        lambda: certified(fallacy(), models=models(fallacy())[::-1]),
        "does not satisfy",
    ),
    "structures for what is decided": (
        lambda: certified(correct(), models=models(fallacy())),
        "decided item carries",
    ),
    "an unreadable formula": (
        lambda: replace(correct(), premises=("∀x (", *correct().premises[1:])),
        "be read",
    ),
}


@pytest.mark.parametrize("at", range(4), ids=["correct", "fallacy", "contradiction", "unrelated"])
def test_an_untouched_item_verifies_and_is_made_again(at: int) -> None:
    item = ALL[at]
    found = verify_item(item)
    assert found.agreed, found.problem
    assert found.verdict == item.gold
    assert found.steps == item.traits.depth
    assert difference_from_remade(item) is None


@pytest.mark.parametrize("name", MUTATIONS)
def test_every_mutation_is_caught_and_named(name: str) -> None:
    mutated, complaint = MUTATIONS[name]
    found = verify_item(mutated())
    assert not found.agreed
    assert found.problem is not None
    assert re.search(complaint, found.problem), found.problem


def test_a_larger_structure_than_needed_is_caught() -> None:
    model = models(fallacy())[0]
    doubled = replace(model, size=model.size + 1, true=(*model.true, "p99"))
    found = verify_item(certified(fallacy(), models=(doubled, models(fallacy())[1])))
    assert not found.agreed


def test_the_edit_and_what_was_rejected_are_made_again() -> None:
    changed = with_traits(fallacy(), structure="a slip")
    assert verify_item(changed).agreed
    assert difference_from_remade(changed) == "differs from its seed in structure"


def test_items_come_back_from_rows_as_they_were() -> None:
    assert through_rows(ALL) == list(ALL)
