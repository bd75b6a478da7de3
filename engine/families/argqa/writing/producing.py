"""Requests texts until they pass every check, or gives up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engine.ask.prompts import our_prompt_id
from engine.core.items import Option
from engine.families.argqa.arguments import Tie
from engine.families.argqa.writing.checks import form_fault, tidy
from engine.families.argqa.writing.desk import Desk, Request
from engine.families.argqa.writing.wording import RELATE, Fields, messages
from engine.grade import read_label

ATTEMPTS = 3
"""How often a text or a verdict is requested before giving up."""
FORM, RULE, RELATION, NO_VERDICT = "form", "length or reuse", "relation", "no verdict of the judge"
"""Kinds of fault, as they are counted."""

_AGREEING: Mapping[Tie, frozenset[str]] = {
    Tie.SUPPORTS: frozenset(">"),
    Tie.SUPPORTED: frozenset("<"),
    Tie.BELOW: frozenset(">|"),
    Tie.ABOVE: frozenset("<|"),
    Tie.NONE: frozenset("|"),
}
"""The judge's verdicts that agree with each tie: indirect support need not be seen."""
_FOUND = {">": "a reason for it", "<": "its result", "|": "neither", "=": "both"}
_VERDICTS = tuple(Option(word, word, "") for word in ("yes", "no"))
_UNREAD = "it does not begin or end with yes or no"


class Staff(NamedTuple):
    """The writer, the judge, and the desk that asks them."""

    desk: Desk
    writer: str
    judge: str


class Bond(NamedTuple):
    """The intended relation of a text to another sentence."""

    other: str
    tie: Tie


class Fault(NamedTuple):
    """A fault in a text: its kind and description."""

    kind: str
    reason: str


class Want(NamedTuple):
    """A requested text: its messages, the rule it must pass besides its form, and its bonds."""

    task: str
    fields: Fields
    fault: Callable[[str], str | None]
    bonds: tuple[Bond, ...] = ()


def produce(staff: Staff, wants: Sequence[Want], faults: Counter[str]) -> list[str | None]:
    """The texts, None where none passed; `faults` counts why attempts failed."""
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
                earlier[at] = (text, problem.reason)
                faults[problem.kind] += 1
        waiting = [at for at in waiting if texts[at] is None]
    return texts


def _request(staff: Staff, want: Want, earlier: tuple[str, str] | None, attempt: int) -> Request:
    asked = tuple(messages(want.task, want.fields, earlier))
    return Request(staff.writer, our_prompt_id(want.task), asked, attempt)


def _problems(staff: Staff, wants: Sequence[Want], written: Sequence[str]) -> list[Fault | None]:
    """The fault of each text; None where there is none."""
    found: list[Fault | None] = []
    for want, text in zip(wants, written, strict=True):
        if reason := form_fault(text):
            found.append(Fault(FORM, reason))
        elif reason := want.fault(text):
            found.append(Fault(RULE, reason))
        else:
            found.append(None)
    sound = [at for at, problem in enumerate(found) if problem is None]
    bonds = [(at, bond) for at in sound for bond in wants[at].bonds]
    judged = relation_faults(staff, [(written[at], bond) for at, bond in bonds])
    for (at, _), problem in zip(bonds, judged, strict=True):
        found[at] = problem or found[at]
    return found


def relation_faults(staff: Staff, bonds: Sequence[tuple[str, Bond]]) -> list[Fault | None]:
    """The fault in how each text relates to another, by the judge; None where there is none.

    Each direction is asked separately. Without a verdict a relation is unproven, which is a fault
    whatever the relation, even if none was wanted.
    """
    both = [pair for text, bond in bonds for pair in ((text, bond.other), (bond.other, text))]
    verdicts = _verdicts(staff, both)
    signs = {(True, False): ">", (False, True): "<", (False, False): "|", (True, True): "="}
    found: list[Fault | None] = []
    for (_, bond), there, back in zip(bonds, verdicts[::2], verdicts[1::2], strict=True):
        if there is None or back is None:
            reason = f"how it stands to {bond.other!r} could not be judged"
            found.append(Fault(NO_VERDICT, reason))
        elif (sign := signs[there, back]) not in _AGREEING[bond.tie]:
            reason = f"to {bond.other!r} it is {_FOUND[sign]}, by a judge, which it must not be"
            found.append(Fault(RELATION, reason))
        else:
            found.append(None)
    return found


def _verdicts(staff: Staff, pairs: Sequence[tuple[str, str]]) -> list[bool | None]:
    """Whether the first of each pair is a reason for the second; None if no reply says so."""
    verdicts: list[bool | None] = [None] * len(pairs)
    earlier: dict[int, tuple[str, str]] = {}
    waiting = list(range(len(pairs)))
    for attempt in range(1, ATTEMPTS + 1):
        asked = [_question(staff, pairs[at], earlier.get(at), attempt) for at in waiting]
        for at, reply in zip(waiting, staff.desk.ask(asked), strict=True):
            verdict = read_label(_VERDICTS, reply).lenient
            verdicts[at] = None if verdict is None else verdict == "yes"
            earlier[at] = (reply, _UNREAD)
        waiting = [at for at in waiting if verdicts[at] is None]
    return verdicts


def _question(
    staff: Staff, pair: tuple[str, str], earlier: tuple[str, str] | None, attempt: int
) -> Request:
    asked = tuple(messages(RELATE, {"a": pair[0], "b": pair[1]}, earlier))
    return Request(staff.judge, our_prompt_id(RELATE), asked, attempt)
