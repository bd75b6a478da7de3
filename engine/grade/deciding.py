"""Locate the answer in a reply: the fewest lines that alone give the same reading."""

from __future__ import annotations

from engine.core.items import AnswerKind, Item
from engine.grade.grade import grade

_MOST_LINES = 60
_MOST_FORMAL = 12
"""Lines to try from the end; fewer for formulas and structures, since each calls a solver."""


def deciding_part(item: Item, raw: str, rotation: int = 0) -> tuple[int, int] | None:
    """The slice of whole lines of a reply that alone gives the same reading.

    The shortest end of the reply that gives its lenient answer, with trailing lines dropped if
    possible. None if no answer is read, or if no end tried gives it.
    """
    answer = grade(item, raw, rotation).lenient
    if answer is None:
        return None
    most = _MOST_LINES if item.answer_kind is AnswerKind.LABEL else _MOST_FORMAL
    ends = _ends(raw)[-most - 1 :]
    start = next(
        (at for at in reversed(ends[:-1]) if grade(item, raw[at:], rotation).lenient == answer),
        None,
    )
    if start is None:
        return None
    later = (end for end in ends if end > start)
    return next(
        (start, end) for end in later if grade(item, raw[start:end], rotation).lenient == answer
    )


def _ends(raw: str) -> list[int]:
    """The offsets between lines, from start to end."""
    places = [0]
    for line in raw.splitlines(keepends=True):
        places.append(places[-1] + len(line))
    return places
