"""The messages by which a model is asked to extract an answer, and to judge an extraction.

The question is never shown: whoever extracts could answer it in the place of the reply.
"""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from typing import Any

import orjson

from engine.items import Item
from engine.resources import data_file
from engine.rotations import is_single_choice, rotated

Message = dict[str, str]


@cache
def wording() -> dict[str, Any]:  # Any: TOML
    """The texts of `data/lexicon/extraction.toml`."""
    return tomllib.loads(data_file("lexicon/extraction.toml").read_text(encoding="utf-8"))


@cache
def prompt_id(task: str) -> str:
    """`extract` or `judge` with a hash of the wording: equal ids, equal words."""
    used = [wording()[task], wording()["format"]]
    content = orjson.dumps(used, option=orjson.OPT_SORT_KEYS)
    return f"{task}@{hashlib.sha256(content).hexdigest()[:8]}"


def extraction_messages(item: Item, reply: str, rotation: int) -> list[Message]:
    """What asks for the answer that a reply gives."""
    texts = wording()["extract"]
    system = texts["system"].format(none=texts["none"], format=_format(item, rotation))
    return _messages(system, texts["user"].format(reply=reply))


def judgement_messages(reply: str, answer: str) -> list[Message]:
    """What asks whether an answer is the one that a reply gives."""
    texts = wording()["judge"]
    return _messages(texts["system"], texts["user"].format(reply=reply, answer=answer))


def is_none(text: str) -> bool:
    """Whether an extractor says that the reply gives no answer."""
    none: str = wording()["extract"]["none"]
    return none.casefold() in text.casefold()


def _format(item: Item, rotation: int) -> str:
    template: str = wording()["format"][item.answer_kind]
    shown = rotated(item, rotation) if is_single_choice(item) else item
    keys = ", ".join(option.key for option in shown.options)
    return template.format(keys=keys)


def _messages(system: str, user: str) -> list[Message]:
    return [
        {"role": "system", "content": system.strip()},
        {"role": "user", "content": user.strip()},
    ]
