"""The question as a model saw it, and the part of its reply that was read as the answer."""

from __future__ import annotations

from engine.ask.prompts import messages
from engine.core.items import AnswerKind, Item
from engine.core.rotations import is_single_choice, rotated
from engine.grade import deciding_part, grade


def asked_text(item: Item, rotation: int) -> str:
    """The question as text, with options in the order shown."""
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
    """The span of a reply that was read as its answer, or None.

    In replies longer than `longest` that give a formula or structure, only the end is searched,
    because reading everything may be slow.
    """
    if item.answer_kind is AnswerKind.LABEL or len(raw) <= longest:
        return deciding_part(item, raw, rotation)
    skipped = raw.find("\n", len(raw) - longest) + 1
    part = deciding_part(item, raw[skipped:], rotation) if skipped else None
    if part is None:
        return None
    start, end = (skipped + place for place in part)
    return (start, end) if grade(item, raw[start:end], rotation).lenient == answer else None
