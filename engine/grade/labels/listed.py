"""The option that a list of all options alone calls right: “A: ❌ B: ❌ C: ✅”, “- [x] true”."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from engine.grade.labels.choosing import asks_for_exception
from engine.grade.reply.judged import judged
from engine.grade.reply.spoken import MARK
from engine.grade.reply.words import Labels, words

_BOX = re.compile(r"(?P<before>[^\w\n\[]{0,8})\[(?P<tick>[xX✓✔]| ?)\]\s?(?P<item>.*\w.*)")
_PARTS = re.compile(rf"(?={MARK}[a-y])")


def unboxed(line: str) -> str:
    """A line with the tick box before it as a mark behind it."""
    box = _BOX.match(line) if "[" in line else None
    return (
        line
        if box is None
        else f"{box['before']}{box['item']} {'✓' if box['tick'].strip() else '✗'}"
    )


_OPTION = re.compile(rf"[^\w\n]*{MARK}([a-y])[^\w\n]*$")


def without_options(lines: Sequence[str], marked: list[str], n_options: int) -> list[str]:
    """The marked lines without a list of all options that repeats the question.

    A line of it is a letter with the option's own text. At the end, directly after a question, its
    first line alone repeats it too.
    """
    if not any(f"{MARK}a" in line for line in marked):
        return marked
    filled = [place for place, line in enumerate(lines) if line and not line.isspace()]
    run: list[int] = []
    for place in filled:
        option = _OPTION.match(marked[place]) if MARK in marked[place] else None
        is_next = option is not None and option[1] == chr(ord("a") + len(run))
        is_item = is_next and (lines[place].rstrip().endswith(".") or len(words(lines[place])) > 1)
        run = [*run, place] if is_item else []
        if len(run) == n_options:
            return ["" if place in run else line for place, line in enumerate(marked)]
    if len(run) == 1 < len(filled) and lines[filled[-2]].rstrip().endswith("?"):
        return marked[: run[0]]
    return marked


def listed(lines: Sequence[str], labels: Labels, asked: Callable[[], str]) -> str | None:
    """The key of the option that a list judges otherwise than all others.

    A list of verdicts names it right, or, where the exception is asked for, perhaps wrong.
    """
    text = "\n".join(lines)
    if not all((MARK + name if labels.is_lettered else name) in text for name in labels.verbatim):
        return None
    keys = tuple(dict.fromkeys(labels.verbatim.values()))
    right = judged(_items(lines, labels, len(keys)), keys)
    if right is None:
        return None
    if len(right) == len(keys) - 1 > 1 and labels.is_lettered and asks_for_exception(asked()):
        return next(key for key in keys if key not in right)
    return right[0] if len(right) == 1 else None


def _items(
    lines: Sequence[str], labels: Labels, n_options: int
) -> Iterator[tuple[str | None, str]]:
    """The parts of the lines, each with the key of the option that it begins with."""
    marks = MARK + "[a-y]" if labels.is_lettered else "|".join(map(re.escape, labels.verbatim))
    item = re.compile(
        rf"(?i)[^\w\n]{{0,8}}(?:\d{{1,2}}[.)]\W{{1,4}})?(?:(?:option|choice|answer"
        rf"|label)\W{{1,6}})?(?P<key>{marks})(?![^\W_])"
    )
    for line in lines:
        every = line.count(MARK) == n_options > 1
        for part in _PARTS.split(line)[1:] if every else (line,):
            found = item.match(part)
            if found is None:
                yield None, part
            else:
                yield labels.verbatim[found["key"].removeprefix(MARK).lower()], part[found.end() :]
