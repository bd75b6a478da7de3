"""DivLogicEval: which of four options follows, does not follow, or is the missing premise?

A passage of unrelated statements is joined by logic. There are three types of question: `3c1e`,
which option the passage entails; `3e1c`, which it does not; `missing`, which option is enough, with
the passage, for its conclusion to follow. What makes it hard: the statements have nothing to do
with each other, and whatever is entailed needs at least two propositions of the passage.

    Copper conducts heat.                                        p
    The emu does not lay eggs.                                   ¬q
    If copper does not conduct heat or Mars is a planet,         ¬p ∨ r → s
        then the Nile flows through Sudan.
    Unless the emu lays eggs and Mars is not a planet,           ¬(q ∧ ¬r) → ¬t
        Oslo does not lie on a lake.
    ...
    Which one of these conclusions follows from the passage?     3c1e
    A. Oslo does not lie on a lake.                              ¬t   entailed: the key
    B. The Nile flows through Sudan.                             s    open
    ...

(¬q gives ¬t; s would follow from ¬p, but p is what the passage states.)

Two recipes: `sound` (neither signs nor directions alone say which option is right, see `sound`)
and `faithful` (the paper's construction). The role of a wrong option gives its status and its form.
Status: `open`, neither entailed nor contradicted; `refuted`, contradicted; `entailed`, where the
question asks for what is not entailed; `insufficient`, the conclusion does not follow from it.
Form: a `literal`, a `pair` (a conditional of literals), or, for missing premises, `not-both` or
`either` (Equations 1b and 1c). Examples: `open pair`, `insufficient literal`.

With `twins`, each group has a second item, the same question in symbols (s-DivLogicEval).

Source: "DivLogicEval: A Framework for Benchmarking Logical Reasoning Evaluation in Large Language
Models", §2.1 and Appendices A, B and H.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engine.families.divlogiceval.params import SIZES, Params

if TYPE_CHECKING:
    from engine.core.items import Item
    from engine.decide.choice_checks import ChoiceCase
    from engine.decide.draft import ChoiceDraft
    from engine.logic import Formula
    from engine.show.texts.cards import Card

NAME = "divlogiceval"
VERSION = 4

__all__ = [
    "NAME",
    "SIZES",
    "VERSION",
    "Params",
    "card",
    "checks",
    "default_size",
    "draft",
    "readings",
]


def draft(params: Params, canonical: str, seed: int, group: int) -> tuple[ChoiceDraft, ...]:
    """Draft one group: a pure function of the arguments and the version."""
    from engine.families.divlogiceval import drafting

    return drafting.divlogiceval_drafts(NAME, VERSION, params, canonical, seed, group)


def default_size(params: Params) -> int:
    """The default number of items: 12,589, and as many twins."""
    return sum(SIZES.values()) * params.members


def card() -> Card:
    """The dataset card's text, and which items it shows."""
    from engine.show.texts.cards import Card, Sample, card_text

    twins = Sample((0, 1, 2, 4), {"twins": "true"})
    return Card(card_text(__file__), examples=(twins,), gallery=(Sample(range(5)),))


def readings(item: Item) -> Callable[[str], tuple[Formula, ...]] | None:
    """Parse a sentence as a proposition, or as a conclusion after its lead-in."""
    from engine.families.divlogiceval.item_checks import meanings

    return None if item.published_label is not None else meanings(item)


def checks(case: ChoiceCase) -> Iterator[str]:
    """Check that the last sentence alone is a conclusion, where the question has one."""
    from engine.families.divlogiceval.item_checks import problems

    return problems(case)
