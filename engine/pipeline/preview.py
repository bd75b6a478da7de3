"""Preview the messages that ask a model an item, without asking it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from engine.ask.prompts import choose_examples, kind_of, messages, prompt_id, style
from engine.ask.runs.material import TRAIN
from engine.core.errors import InputError
from engine.core.rotations import is_single_choice, rotated
from engine.store import connect_read_only, find_item, load_items


class Preview(NamedTuple):
    """The item's hash, the prompt's id and the messages as they would be sent."""

    item: str
    prompt_id: str
    messages: tuple[dict[str, str], ...]


def preview(db: Path, name: str, prompt: str, probe: str, rotation: int = 0) -> Preview:
    """The messages that `evaluate` sends for an item with its options rotated.

    Raises:
        InputError: no such item, prompt, probe or rotation, or the train split is too small for
            the prompt.
    """
    chosen = style(prompt)
    con = connect_read_only(db)
    try:
        _, dataset, item = find_item(con, name)
        train = tuple(load_items(con, dataset, split=TRAIN)) if chosen.shots else ()
    finally:
        con.close()
    if rotation and not (is_single_choice(item) and rotation < len(item.options)):
        raise InputError(f"item {item.hash[:12]} has no rotation {rotation} of its options")
    own = [other for other in train if other.traits.language == item.traits.language]
    examples = choose_examples(own, chosen.shots, chosen.selection).for_item(item)
    asked = messages(rotated(item, rotation), prompt, probe, examples)
    return Preview(item.hash, prompt_id(prompt, probe, kind_of(item)), asked)
