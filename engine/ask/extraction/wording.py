"""The messages that ask a model to extract an answer, or to judge an extraction.

They never show the question, because the model could answer it instead of reading the reply.
"""

from __future__ import annotations

from engine.ask.prompts import our_prompt
from engine.core.items import Item
from engine.core.rotations import is_single_choice, rotated

Message = dict[str, str]

_NONE = "no answer"
"""The extractor's reply if there is no answer, as `data/prompts/extract.toml` instructs."""


def extraction_messages(item: Item, reply: str, rotation: int) -> list[Message]:
    """Messages that ask for the answer in a reply."""
    shown = rotated(item, rotation) if is_single_choice(item) else item
    keys = [option.key for option in shown.options]
    facts = {"reply": reply, "kind": item.answer_kind, "keys": keys}
    return our_prompt("extract").messages(facts)


def judgement_messages(reply: str, answer: str) -> list[Message]:
    """Messages that ask whether an answer is the one in a reply."""
    return our_prompt("judge").messages({"reply": reply, "answer": answer})


def is_none(text: str) -> bool:
    """Whether an extractor found no answer in the reply."""
    return _NONE in text.casefold()
