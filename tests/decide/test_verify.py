"""Nothing can be changed in a stored item without verification naming it."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.core.items import Item, ProofCertificate, Step
from engine.decide import verify_item
from engine.pipeline.generation import make_group, make_spec

TRUE, FALSE, UNCERTAIN = make_group(make_spec("justlogic", {"min_depth": "4"}, 7, 3), 0)


def rehashed(item: Item, **changes: Any) -> Item:
    """A changed item whose hash fits: the corruption of somebody who knows about hashes."""
    changed = replace(item, **changes)
    return replace(changed, hash=changed.content_hash())


def with_steps(item: Item, change: Callable[[list[Step]], object]) -> Item:
    steps = list(item.certificate.steps)
    change(steps)
    return replace(item, certificate=ProofCertificate(steps=tuple(steps)))


def equivalences(*names: str) -> str:
    return " ↔ ".join(names)


UNKNOWN = [f"q{number}" for number in range(20)]

MUTATIONS: dict[str, tuple[Item, str]] = {
    "hash": (replace(TRUE, hash="0" * 64), "hash"),
    "gold, hash fitted": (rehashed(TRUE, gold="false"), "options|gold"),
    "gold and options of another": (
        rehashed(TRUE, gold="false", options=FALSE.options),
        "gold answer is false",
    ),
    "intended": (replace(TRUE, intended="false"), "intended"),
    "a premise left out": (replace(TRUE, premises=TRUE.premises[1:]), "sentences"),
    "a premise of the sibling": (replace(TRUE, premises=FALSE.premises), "gold answer|reads as"),
    "a premise negated": (
        replace(TRUE, premises=(f"¬({TRUE.premises[0]})", *TRUE.premises[1:])),
        "reads as|gold|not an instance",
    ),
    "sentences swapped": (
        rehashed(TRUE, passage=(TRUE.passage[1], TRUE.passage[0], *TRUE.passage[2:])),
        "reads as",
    ),
    "a word of a sentence": (
        rehashed(TRUE, passage=(TRUE.passage[0].replace(" ", " not ", 1), *TRUE.passage[1:])),
        "reads as",
    ),
    "the question": (rehashed(TRUE, question="All cats are grey."), "reads as nothing"),
    "a symbol": (
        replace(TRUE, symbols=(replace(TRUE.symbols[0], text="nothing is"), *TRUE.symbols[1:])),
        "reads as",
    ),
    "a step's formula": (
        with_steps(TRUE, lambda s: s.__setitem__(0, replace(s[0], formula="p1 ∧ p2"))),
        "not an instance",
    ),
    "a step's form": (
        with_steps(TRUE, lambda s: s.__setitem__(0, replace(s[0], form="exportation"))),
        "not an instance",
    ),
    "a form that is none": (
        with_steps(TRUE, lambda s: s.__setitem__(0, replace(s[0], form="hunch"))),
        "names no argument form",
    ),
    "a step citing itself": (
        with_steps(TRUE, lambda s: s.__setitem__(0, replace(s[0], sources=(999,)))),
        "cites what does not come before",
    ),
    "the last step": (with_steps(TRUE, lambda s: s.pop()), "ends in"),
    "no steps": (with_steps(TRUE, lambda s: s.clear()), "ends in"),
    "valuations for a decided item": (
        replace(TRUE, certificate=UNCERTAIN.certificate),
        "carries valuations",
    ),
    "a proof for an undecided item": (
        replace(UNCERTAIN, certificate=TRUE.certificate),
        "carries a proof",
    ),
    "a valuation": (
        replace(UNCERTAIN, certificate=replace(UNCERTAIN.certificate, holds=())),
        "does not satisfy",
    ),
    "valuations exchanged": (
        replace(
            UNCERTAIN,
            certificate=ProofCertificate(
                holds=UNCERTAIN.certificate.fails, fails=UNCERTAIN.certificate.holds
            ),
        ),
        "does not satisfy",
    ),
    "depth": (replace(TRUE, traits=replace(TRUE.traits, depth=3)), "depth 3"),
    "height": (replace(TRUE, traits=replace(TRUE.traits, height=9)), "height 9"),
    "forms": (replace(TRUE, traits=replace(TRUE.traits, forms=())), "forms"),
    "number of premises": (replace(TRUE, traits=replace(TRUE.traits, n_premises=1)), "counts"),
    "a premise of many unknown atoms": (
        replace(TRUE, premises=(equivalences("p1", *UNKNOWN), *TRUE.premises[1:])),
        "reads as",
    ),
    "a premise beyond our procedure's bound": (
        replace(TRUE, premises=(equivalences("p1", *UNKNOWN * 9), *TRUE.premises[1:])),
        "undecided: our procedure says unknown",
    ),
    "an unreadable formula": (replace(TRUE, premises=("p1 →", *TRUE.premises[1:])), "be read"),
}


@pytest.mark.parametrize("item", [TRUE, FALSE, UNCERTAIN], ids=lambda item: item.gold)
def test_an_untouched_item_verifies(item: Item) -> None:
    found = verify_item(item)
    assert found.agreed, found.problem
    assert found.verdict == item.gold
    assert found.solver
    assert found.solver.startswith("z3 ")


@pytest.mark.parametrize("name", MUTATIONS)
def test_every_mutation_is_caught_and_named(name: str) -> None:
    item, complaint = MUTATIONS[name]
    found = verify_item(item)
    assert not found.agreed
    assert found.problem is not None
    assert re.search(complaint, found.problem), found.problem


def test_the_minimal_premises_are_those_of_the_proof() -> None:
    found = verify_item(TRUE)
    cited = {s for step in TRUE.certificate.steps for s in step.sources}
    assert found.minimal_premises == tuple(sorted(s for s in cited if s < len(TRUE.premises)))
    assert found.steps == TRUE.traits.depth
