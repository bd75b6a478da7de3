"""What a model saw and wrote, for a page to show: the question in full, the part that was read."""

from __future__ import annotations

from engine.ask.prompts import messages
from engine.core.items import AnswerKind, Item
from engine.core.rotations import is_single_choice, rotated
from engine.grade import deciding_part, grade


def asked_text(item: Item, rotation: int) -> str:
    """The question as text, with the options of a single choice in the order that was shown."""
    if item.answer_kind is not AnswerKind.LABEL:
        return messages(item, "zero-shot", "none")[-1]["content"]
    parts = [" ".join(item.passage), item.question]
    if is_single_choice(item):
        shown = rotated(item, rotation).options
        parts.append("\n".join(f"{option.key}. {option.text}" for option in shown))
    return "\n\n".join(parts)


def part_read(
    item: Item, raw: str, rotation: int, answer: str | None, longest: int
) -> tuple[int, int] | None:
    """Where in a reply its answer was read; None where it was not.

    Of a formula or structure longer than `longest` it is looked for near the end: reading all may
    take long.
    """
    if item.answer_kind is AnswerKind.LABEL or len(raw) <= longest:
        return deciding_part(item, raw, rotation)
    skipped = raw.find("\n", len(raw) - longest) + 1
    part = deciding_part(item, raw[skipped:], rotation) if skipped else None
    if part is None:
        return None
    start, end = (skipped + place for place in part)
    return (start, end) if grade(item, raw[start:end], rotation).lenient == answer else None
