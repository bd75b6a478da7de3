"""Preview the messages that ask a model an item, without asking it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from engine.ask.prompts import kind_of, messages, prompt_id, style
from engine.ask.runs import Request, load_material, make_plan
from engine.ask.runs.material import prompt_of
from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.rotations import is_single_choice, rotated
from engine.pipeline.generate.example_items import with_examples
from engine.pipeline.improve.demonstrations import read_demonstrations
from engine.store import connect_read_only, find_item


class Preview(NamedTuple):
    """The item's hash, the prompt's id and the messages as they would be sent."""

    item: str
    prompt_id: str
    messages: tuple[dict[str, str], ...]


def preview(
    db: Path,
    name: str,
    prompt: str | None,
    probe: str,
    rotation: int = 0,
    demonstrations: Path | None = None,
) -> Preview:
    """The messages that `evaluate` sends for an item with its options rotated.

    Raises:
        InputError: no such item, prompt, probe or rotation, or the train split is too small for
            the prompt.
    """
    with closing(connect_read_only(db)) as con:
        _, dataset, item = find_item(con, name)
    if rotation and not (is_single_choice(item) and rotation < len(item.options)):
        raise InputError(f"item {item.hash[:12]} has no rotation {rotation} of its options")
    shown = read_demonstrations(demonstrations) if demonstrations else None
    asked = Request(
        dataset, "m", item.split, None, prompt, language=item.traits.language, demonstrations=shown
    )
    style_name = prompt_of(asked)
    examples: Sequence[Item] = ()
    if style(style_name).shots:
        material = with_examples(load_material(db, asked), asked)
        examples = make_plan(asked, material, None).examples.for_item(item)
    sent = messages(rotated(item, rotation), style_name, probe, examples)
    return Preview(item.hash, prompt_id(style_name, probe, kind_of(item)), sent)
