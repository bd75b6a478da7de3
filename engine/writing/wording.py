"""The messages that a writer and a judge get, and the ids of their wordings."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from typing import Any

import orjson

from engine.arguments import Tie
from engine.resources import data_file

Message = dict[str, str]

_TIES = {
    Tie.SUPPORTS: "supports",
    Tie.SUPPORTED: "supported",
    Tie.BELOW: "below",
    Tie.ABOVE: "above",
    Tie.NONE: "none",
}
NAMES = ("Sentence 1", "Sentence 2")


@cache
def wording() -> dict[str, Any]:  # Any: TOML
    """The texts of `data/lexicon/argqa_writing.toml`."""
    return tomllib.loads(data_file("lexicon/argqa_writing.toml").read_text(encoding="utf-8"))


@cache
def prompt_id(task: str) -> str:
    """The task with a hash of its wording: equal ids, equal words."""
    used = [wording()[task], wording()["again"]]
    content = orjson.dumps(used, option=orjson.OPT_SORT_KEYS)
    return f"{task}@{hashlib.sha256(content).hexdigest()[:8]}"


def messages(task: str, fields: dict[str, str], earlier: tuple[str, str] | None) -> list[Message]:
    """What asks for a text; `earlier` is an attempt that failed, and what was wrong with it."""
    texts = wording()[task]
    user = texts["user"].strip().format(**fields)
    if earlier is not None:
        told, fault = earlier
        user += wording()["again"]["text"].rstrip().format(earlier=told, fault=fault)
    return [
        {"role": "system", "content": texts["system"].strip()},
        {"role": "user", "content": user},
    ]


def ties_told(ties: tuple[Tie, Tie]) -> str:
    """How a new sentence is to stand to both sentences, a line each."""
    texts = wording()["distract"]["tie"]
    return "\n".join(
        texts[_TIES[tied]].format(name=name) for tied, name in zip(ties, NAMES, strict=True)
    )
