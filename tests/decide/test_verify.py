"""Nothing can be changed in a stored item without verification naming it."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.core.items import Item, ProofCertificate, Step
from engine.decide import verify_item
from engine.pipeline.generate.generation import make_spec
from tests.samples import Sample

TRIPLE = Sample(make_spec("justlogic", {"min_depth": "4"}, 7, 3))


def true() -> Item:
    return TRIPLE[0]


def false() -> Item:
    return TRIPLE[1]


def uncertain() -> Item:
    return TRIPLE[2]


def rehashed(item: Item, **changes: Any) -> Item:
    """A changed item whose hash fits: the corruption of somebody who knows about hashes."""
    changed = replace(item, **changes)
    return replace(changed, hash=changed.content_hash())


def with_steps(item: Item, change: Callable[[list[Step]], object]) -> Item:
    steps = list(item.certificate.steps)
    change(steps)
    return replace(item, certificate=replace(item.certificate, steps=tuple(steps)))


def equivalences(*names: str) -> str:
    return " ↔ ".join(names)


def with_idle(*formulas: str) -> tuple[str, ...]:
    """The premises of the true item with a premise that its proof does not use exchanged."""
    item = true()
    used = {source for step in item.certificate.steps for source in step.sources}
    place = next(at for at in range(len(item.premises)) if at not in used)
    return (*item.premises[:place], *formulas, *item.premises[place + 1 :])


def asked() -> str:
    return true().query[0].removeprefix("¬")


UNKNOWN = [f"q{number}" for number in range(20)]

MUTATIONS: dict[str, tuple[Callable[[], Item], str]] = {
    "hash": (lambda: replace(true(), hash="0" * 64), "hash"),
    "gold, hash fitted": (lambda: rehashed(true(), gold="false"), "options|gold"),
    "gold and options of another": (
        lambda: rehashed(true(), gold="false", options=false().options),
        "gold answer is false",
    ),
    "intended": (lambda: replace(true(), intended="false"), "intended"),
    "a premise left out": (lambda: replace(true(), premises=with_idle()), "sentences"),
    "a premise of the sibling": (
        lambda: replace(true(), premises=false().premises),
        "gold answer|reads as",
    ),
    "a premise negated": (
        lambda: replace(true(), premises=(f"¬({true().premises[0]})", *true().premises[1:])),
        "reads as|gold|not an instance",
    ),
    "sentences swapped": (
        lambda: rehashed(
            true(), passage=(true().passage[1], true().passage[0], *true().passage[2:])
        ),
        "reads as",
    ),
    "a word of a sentence": (
        lambda: rehashed(
            true(), passage=(true().passage[0].replace(" ", " not ", 1), *true().passage[1:])
        ),
        "reads as",
    ),
    "the question": (lambda: rehashed(true(), question="All cats are grey."), "reads as nothing"),
    "a symbol": (
        lambda: replace(
            true(), symbols=(replace(true().symbols[0], text="nothing is"), *true().symbols[1:])
        ),
        "reads as",
    ),
    "a step's formula": (
        lambda: with_steps(true(), lambda s: s.__setitem__(0, replace(s[0], formula="p1 ∧ p2"))),
        "not an instance",
    ),
    "a step's form": (
        lambda: with_steps(true(), lambda s: s.__setitem__(0, replace(s[0], form="resolution"))),
        "not an instance",
    ),
    "a form that is none": (
        lambda: with_steps(true(), lambda s: s.__setitem__(0, replace(s[0], form="hunch"))),
        "names no argument form",
    ),
    "a step citing itself": (
        lambda: with_steps(true(), lambda s: s.__setitem__(0, replace(s[0], sources=(999,)))),
        "cites what does not come before",
    ),
    "the last step": (lambda: with_steps(true(), lambda s: s.pop()), "ends in"),
    "no steps": (lambda: with_steps(true(), lambda s: s.clear()), "ends in"),
    "valuations for a decided item": (
        lambda: replace(true(), certificate=uncertain().certificate),
        "carries valuations",
    ),
    "a proof for an undecided item": (
        lambda: replace(uncertain(), certificate=true().certificate),
        "carries a proof",
    ),
    "a valuation": (
        lambda: replace(uncertain(), certificate=replace(uncertain().certificate, holds=())),
        "does not satisfy",
    ),
    "valuations exchanged": (
        lambda: replace(
            uncertain(),
            certificate=ProofCertificate(
                holds=uncertain().certificate.fails, fails=uncertain().certificate.holds
            ),
        ),
        "does not satisfy",
    ),
    "depth": (lambda: replace(true(), traits=replace(true().traits, depth=3)), "depth 3"),
    "height": (lambda: replace(true(), traits=replace(true().traits, height=9)), "height 9"),
    "forms": (lambda: replace(true(), traits=replace(true().traits, forms=())), "forms"),
    "number of premises": (
        lambda: replace(true(), traits=replace(true().traits, n_premises=1)),
        "counts",
    ),
    "a premise of many unknown atoms": (
        lambda: replace(true(), premises=with_idle(equivalences("p1", *UNKNOWN))),
        "reads as",
    ),
    "a premise beyond our procedure's bound": (
        lambda: replace(
            true(), premises=(equivalences(asked(), *UNKNOWN * 9), *true().premises[1:])
        ),
        "undecided: our procedure says unknown",
    ),
    "an unreadable formula": (
        lambda: replace(true(), premises=("p1 →", *true().premises[1:])),
        "be read",
    ),
}


@pytest.mark.parametrize("at", range(3), ids=["true", "false", "uncertain"])
def test_an_untouched_item_verifies(at: int) -> None:
    item = TRIPLE[at]
    found = verify_item(item)
    assert found.agreed, found.problem
    assert found.verdict == item.gold
    assert found.solver
    assert found.solver.startswith("z3 ")


@pytest.mark.parametrize("name", MUTATIONS)
def test_every_mutation_is_caught_and_named(name: str) -> None:
    mutated, complaint = MUTATIONS[name]
    found = verify_item(mutated())
    assert not found.agreed
    assert found.problem is not None
    assert re.search(complaint, found.problem), found.problem


def test_the_minimal_premises_are_those_of_the_proof() -> None:
    found = verify_item(true())
    cited = {s for step in true().certificate.steps for s in step.sources}
    assert found.minimal_premises == tuple(sorted(s for s in cited if s < len(true().premises)))
    assert found.steps == true().traits.depth
