"""How items are asked: the messages of the plain prompt, and the ids of applicable prompts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.ask.prompts import (
    PAPER,
    QuestionKind,
    check_probe,
    kind_of,
    messages,
    prompt_id,
    prompt_names,
    style,
)
from engine.core.errors import InputError
from engine.core.items import Item

PLAIN = "zero-shot"
"""The prompt in which pages show items."""

_NO_PROBE = "none"


def plainly_asked(item: Item) -> tuple[str, str]:
    """The system and user message, as sent to a model."""
    system, user = messages(item, PLAIN, _NO_PROBE)
    return system["content"], user["content"]


def prompt_ids(items: Iterable[Item]) -> Iterator[tuple[str, str, str]]:
    """Each kind of question among the items with each prompt that can ask it, and its id."""
    for kind in sorted({kind_of(item) for item in items}):
        for name in (*prompt_names(), PAPER):
            if _goes_with(name, kind):
                yield kind, name, prompt_id(name, _NO_PROBE, kind)


def _goes_with(name: str, kind: QuestionKind) -> bool:
    try:
        check_probe(style(name), _NO_PROBE, kind)
    except InputError:
        return False
    return True
