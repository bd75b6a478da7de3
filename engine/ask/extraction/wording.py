"""The messages by which a model is asked to extract an answer, and to judge an extraction.

The question is never shown: whoever extracts could answer it in the place of the reply.
"""

from __future__ import annotations

from engine.ask.prompts import our_prompt
from engine.core.items import Item
from engine.core.rotations import is_single_choice, rotated

Message = dict[str, str]

_NONE = "no answer"
"""What an extractor says of a reply that gives none, by `data/prompts/extract.toml`."""


def extraction_messages(item: Item, reply: str, rotation: int) -> list[Message]:
    """What asks for the answer that a reply gives."""
    shown = rotated(item, rotation) if is_single_choice(item) else item
    keys = [option.key for option in shown.options]
    facts = {"reply": reply, "kind": item.answer_kind, "keys": keys}
    return our_prompt("extract").messages(facts)


def judgement_messages(reply: str, answer: str) -> list[Message]:
    """What asks whether an answer is the one that a reply gives."""
    return our_prompt("judge").messages({"reply": reply, "answer": answer})


def is_none(text: str) -> bool:
    """Whether an extractor says that the reply gives no answer."""
    return _NONE in text.casefold()
