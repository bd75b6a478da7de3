"""The messages that a writer and a judge get, and the ids of their prompts in `data/prompts/`."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ask.prompts import our_prompt
from engine.families.argqa.arguments import Tie

Message = dict[str, str]
Fields = Mapping[str, object]

RELATE = "relate"
"""The prompt by which a judge says whether one sentence is a reason for another."""

_TIES = {
    Tie.SUPPORTS: "supports",
    Tie.SUPPORTED: "supported",
    Tie.BELOW: "below",
    Tie.ABOVE: "above",
    Tie.NONE: "none",
}


def messages(task: str, fields: Fields, earlier: tuple[str, str] | None) -> list[Message]:
    """What asks for a text; `earlier` is an attempt that failed, and what was wrong with it."""
    text, fault = earlier or (None, None)
    return our_prompt(task).messages({**fields, "earlier": text, "fault": fault})


def ties_in_words(ties: tuple[Tie, Tie]) -> list[str]:
    """How a new sentence is to stand to each of two, as the prompt names it."""
    return [_TIES[tied] for tied in ties]
