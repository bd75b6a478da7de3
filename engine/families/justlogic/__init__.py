"""JustLogic: is a statement true, false or uncertain, given a passage of premises?

A passage states premises. A further statement follows from them (true), contradicts them (false) or
neither (uncertain). The label is whether the premises entail the statement, its negation or
neither. What makes it hard is the depth: the number of argument steps from premises to statement,
each an instance of a named argument form.

    If the kettle is copper, then the Nile flows through Sudan.   p1 → p2
    The kettle is copper.                                         p1
    Statement: The Nile flows through Sudan.                      p2     true, depth 1

Two recipes: `sound` (padded triples, see `one_time_pad`) and `faithful` (the paper's construction).

Source: "JustLogic: A Benchmark for Natural Language Deductive Reasoning", §3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.families.justlogic.params import Params

if TYPE_CHECKING:
    from engine.core.items import Item
    from engine.decide.draft import ProofDraft
    from engine.logic import Formula
    from engine.show.texts.cards import Card

NAME = "justlogic"
VERSION = 5
ITEMS_PER_DEPTH = 972
"""Default number of items per depth: 324 train, 162 validation and 486 test, in whole contrasts."""

__all__ = [
    "ITEMS_PER_DEPTH",
    "NAME",
    "VERSION",
    "Params",
    "card",
    "commands",
    "default_size",
    "draft",
    "readings",
]


def draft(params: Params, canonical: str, seed: int, group: int) -> tuple[ProofDraft, ...]:
    """Draft one group: a pure function of the arguments and the version."""
    from engine.families.justlogic import faithful, sound

    recipe = sound.sound_drafts if params.recipe == "sound" else faithful.faithful_drafts
    return recipe(NAME, VERSION, params, canonical, seed, group)


def default_size(params: Params) -> int:
    """The default number of items."""
    return ITEMS_PER_DEPTH * (params.max_depth - params.min_depth + 1)


def commands() -> Mapping[str, Callable[..., None]]:
    """The family's commands, by the words that call them."""
    from engine.families.justlogic.command_line import (
        justlogic_dataset,
        justlogic_results,
        reproduce_justlogic,
    )

    return {
        "import justlogic-dataset": justlogic_dataset,
        "import justlogic-results": justlogic_results,
        "reproduce justlogic": reproduce_justlogic,
    }


def card() -> Card:
    """The dataset card's text, and which items it shows."""
    from engine.show.texts.cards import Card, Sample, card_text

    deep = {"max_depth": "7"}
    return Card(
        card_text(__file__),
        examples=(Sample((3, 4, 5)), Sample((15,))),
        gallery=(Sample((0, 8, 16, 27, 37), deep),),
    )


def readings(item: Item) -> Callable[[str], tuple[Formula, ...]] | None:
    """Parse a generated sentence, using the item's symbols as vocabulary."""
    from engine.language import Lexicon
    from engine.language import readings as meanings

    if item.published_label is not None:
        return None
    lexicon = Lexicon(item.symbols)
    return lru_cache(maxsize=256)(lambda sentence: meanings(sentence, lexicon))
