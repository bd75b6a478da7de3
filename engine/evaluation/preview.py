"""What one item looks like to a model, without asking it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from engine.evaluation.plan import TRAIN
from engine.prompts import choose_examples, messages, prompt_id, style
from engine.store import connect_read_only, find_item, load_items


class Preview(NamedTuple):
    """The item's hash, the prompt's id and the messages as they would be sent."""

    item: str
    prompt_id: str
    messages: tuple[dict[str, str], ...]


def preview(db: Path, name: str, prompt: str, probe: str) -> Preview:
    """The messages that `evaluate` sends for the item called `name`.

    Raises:
        InputError: no such item, prompt or probe, or too small a train split for the prompt.
    """
    chosen = style(prompt)
    con = connect_read_only(db)
    try:
        _, dataset, item = find_item(con, name)
        train = tuple(load_items(con, dataset, split=TRAIN)) if chosen.shots else ()
    finally:
        con.close()
    shown = choose_examples(train, chosen.shots).for_item(item)
    return Preview(item.hash, prompt_id(prompt, probe), messages(item, prompt, probe, shown))
