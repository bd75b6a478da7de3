"""Probes: change what is shown of an item, or what is asked, to detect shortcuts and memory."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace

from engine.ask.prompts.rewordings import paraphrased, shuffled, symbolic
from engine.core.errors import InputError
from engine.core.items import Item, Option
from engine.core.kinds import QuestionKind

NONE = "none"
NO_CONTEXT = "no-context"
NO_LOGIC = "no-logic"
NO_CONTENT = "no-content"
OPTIONS_ONLY = "options-only"
WITHHELD_OPTION = "withheld-option"
SHUFFLED = "shuffled-premises"
PARAPHRASED = "paraphrased"
SYMBOLIC = "symbolic"

REWORDINGS = (SHUFFLED, PARAPHRASED, SYMBOLIC)
"""Probes that reword the item and use the usual instructions."""

PROBES = (NONE, NO_CONTEXT, NO_LOGIC, NO_CONTENT, OPTIONS_ONLY, WITHHELD_OPTION, *REWORDINGS)
"""`no-context` asks about a statement without its passage, and `no-content` asks a single choice
without it. `options-only` shows only the options. `no-logic` asks not to reason logically.
`withheld-option` hides a wrong option and asks for its words, which only memory can supply.
`shuffled-premises`, `paraphrased` and `symbolic` reword the item."""

_OF_KIND = {
    QuestionKind.STATEMENT: (NONE, NO_CONTEXT, NO_LOGIC, *REWORDINGS),
    QuestionKind.TWO_WAY: (NONE, NO_LOGIC, SHUFFLED, SYMBOLIC),
    QuestionKind.THREE_WAY: (NONE, NO_LOGIC, SHUFFLED, SYMBOLIC),
    QuestionKind.SYMBOLIZATION: (NONE,),
    QuestionKind.COUNTERMODEL: (NONE, SHUFFLED),
    QuestionKind.VALIDITY: (NONE, SHUFFLED, SYMBOLIC),
    QuestionKind.CHOICE: (
        NONE,
        NO_LOGIC,
        NO_CONTENT,
        OPTIONS_ONLY,
        WITHHELD_OPTION,
        *REWORDINGS,
    ),
}


def probes_of(kind: QuestionKind) -> tuple[str, ...]:
    """The probes that apply to one kind of question."""
    return _OF_KIND[kind]


def probed(item: Item, probe: str) -> Item:
    """The item as the probe shows it, under the same hash.

    Raises:
        InputError: there is no such probe, or it does not apply to this item.
    """
    if probe not in PROBES:
        raise InputError(f"there is no probe {probe!r}; choose one of {', '.join(PROBES)}")
    return _SHOWN[probe](item)


def _whole(item: Item) -> Item:
    return item


def _without_passage(item: Item) -> Item:
    return replace(item, passage=(), premises=())


def _options_alone(item: Item) -> Item:
    return replace(item, passage=(), premises=(), question="")


def _with_one_withheld(item: Item) -> Item:
    gone = withheld(item).key
    kept = tuple(replace(o, text="") if o.key == gone else o for o in item.options)
    return replace(item, options=kept)


_SHOWN: dict[str, Callable[[Item], Item]] = {
    NONE: _whole,
    NO_CONTEXT: _without_passage,
    NO_LOGIC: _whole,
    NO_CONTENT: _without_passage,
    OPTIONS_ONLY: _options_alone,
    WITHHELD_OPTION: _with_one_withheld,
    SHUFFLED: shuffled,
    PARAPHRASED: paraphrased,
    SYMBOLIC: symbolic,
}


def withheld(item: Item) -> Option:
    """The wrong option that `withheld-option` hides; always the same for an item."""
    wrong = [option for option in item.options if option.key != item.gold]
    digest = hashlib.sha256(f"withheld {item.hash}".encode()).digest()
    return wrong[int.from_bytes(digest[:8]) % len(wrong)]
