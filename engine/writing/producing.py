"""Having texts written until they pass every check, or are given up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.arguments import Tie
from engine.writing.checks import form_fault, tidy
from engine.writing.desk import Desk, Request
from engine.writing.wording import messages, prompt_id

ATTEMPTS = 3
"""How often a text is written before it is given up."""

_AGREEING: Mapping[Tie, frozenset[str]] = {
    Tie.SUPPORTS: frozenset(">"),
    Tie.SUPPORTED: frozenset("<"),
    Tie.BELOW: frozenset(">|"),
    Tie.ABOVE: frozenset("<|"),
    Tie.NONE: frozenset("|"),
}
"""What a judge may find: where support goes over others, it need not be seen."""
_FOUND = {">": "a reason for it", "<": "its result", "|": "neither", "=": "both"}


class Staff(NamedTuple):
    """Who writes and who judges, and where they are asked."""

    desk: Desk
    writer: str
    judge: str


class Bond(NamedTuple):
    """How a text is to stand to another sentence."""

    other: str
    tie: Tie


class Want(NamedTuple):
    """A text wanted: what is asked, the rule that it has to pass besides its form, its bonds."""

    task: str
    fields: dict[str, str]
    fault: Callable[[str], str | None]
    bonds: tuple[Bond, ...] = ()


def produce(staff: Staff, wants: Sequence[Want], faults: Counter[str]) -> list[str | None]:
    """The texts, None where none passed; why attempts failed is counted in `faults`."""
    texts: list[str | None] = [None] * len(wants)
    earlier: dict[int, tuple[str, str]] = {}
    waiting = list(range(len(wants)))
    for attempt in range(1, ATTEMPTS + 1):
        asked = [_request(staff, wants[at], earlier.get(at), attempt) for at in waiting]
        written = [tidy(text) for text in staff.desk.ask(asked)]
        problems = _problems(staff, [wants[at] for at in waiting], written)
        for at, text, problem in zip(waiting, written, problems, strict=True):
            if problem is None:
                texts[at] = text
            else:
                earlier[at] = (text, problem[1])
                faults[problem[0]] += 1
        waiting = [at for at in waiting if texts[at] is None]
    return texts


def _request(staff: Staff, want: Want, earlier: tuple[str, str] | None, attempt: int) -> Request:
    told = tuple(messages(want.task, want.fields, earlier))
    return Request(staff.writer, prompt_id(want.task), told, attempt)


def _problems(
    staff: Staff, wants: Sequence[Want], written: Sequence[str]
) -> list[tuple[str, str] | None]:
    """What kind of thing is wrong with each text, and what; None where nothing is."""
    found: list[tuple[str, str] | None] = []
    for want, text in zip(wants, written, strict=True):
        if told := form_fault(text):
            found.append(("form", told))
        elif told := want.fault(text):
            found.append(("length or reuse", told))
        else:
            found.append(None)
    sound = [at for at, problem in enumerate(found) if problem is None]
    pairs = [(written[at], bond) for at in sound for bond in wants[at].bonds]
    signs = iter(judged(staff, [(text, bond.other) for text, bond in pairs]))
    for at in sound:
        for bond in wants[at].bonds:
            sign = next(signs)
            if sign not in _AGREEING[bond.tie]:
                told = f"to {bond.other!r} it is {_FOUND[sign]}, by a judge, which it must not be"
                found[at] = ("relation", told)
    return found


def judged(staff: Staff, pairs: Iterable[tuple[str, str]]) -> list[str]:
    """How the first of each pair stands to the second: `>` a reason, `<` a result, `|`, `=` both.

    Each direction is asked by itself. What is not a plain yes counts as no.
    """
    both = [direction for a, b in pairs for direction in ((a, b), (b, a))]
    asked = [
        Request(staff.judge, prompt_id("judge"), tuple(messages("judge", {"a": a, "b": b}, None)))
        for a, b in both
    ]
    said = [_is_yes(text) for text in staff.desk.ask(asked)]
    signs = {(True, False): ">", (False, True): "<", (False, False): "|", (True, True): "="}
    return [signs[pair] for pair in zip(said[::2], said[1::2], strict=True)]


def stands(staff: Staff, bonds: Sequence[tuple[str, Bond]]) -> list[bool]:
    """Whether texts stand to others as they should, by the judge."""
    signs = judged(staff, [(text, bond.other) for text, bond in bonds])
    return [sign in _AGREEING[bond.tie] for sign, (_, bond) in zip(signs, bonds, strict=True)]


def _is_yes(text: str) -> bool:
    return text.strip(" \n.*`'\"").casefold() == "yes"
