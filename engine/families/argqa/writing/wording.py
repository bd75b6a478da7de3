"""Messages to writer and judge, and the ids of their prompts in `data/prompts/`."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ask.prompts import our_prompt
from engine.families.argqa.arguments import Tie

Message = dict[str, str]
Fields = Mapping[str, object]

RELATE = "relate"
"""The prompt that asks a judge whether one sentence is a reason for another."""

_TIES = {
    Tie.SUPPORTS: "supports",
    Tie.SUPPORTED: "supported",
    Tie.BELOW: "below",
    Tie.ABOVE: "above",
    Tie.NONE: "none",
}


def messages(task: str, fields: Fields, earlier: tuple[str, str] | None) -> list[Message]:
    """The messages that request a text; `earlier` is a failed attempt and its fault."""
    text, fault = earlier or (None, None)
    return our_prompt(task).messages({**fields, "earlier": text, "fault": fault})


def ties_in_words(ties: tuple[Tie, Tie]) -> list[str]:
    """The intended relation of a new sentence to each of two, in the prompt's words."""
    return [_TIES[tied] for tied in ties]
