"""The wordings of logical forms, read from `data/lexicon/expressions.toml`.

A wording is a piece of English with slots for the operands of one logical form. Its `rank` says
in which places it may stand and the `place` of a slot what may stand there, so that no wording
ever leaves open where an inner clause ends: that is what gives every sentence one reading.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import lru_cache
from string import Formatter
from typing import Any

from engine.core.errors import InputError
from engine.core.resources import data_file


class Form(Enum):
    """What a wording expresses. The value is its table in the data file.

    `NOT_BOTH` and `EITHER`, ¬(a ∧ b) → c and (a ∨ b) → c, have wordings in `templates` only, and
    `INCOMPATIBLE`, ¬(a ∧ b), in `plain` only.
    """

    BASIC = "basic"
    AFFIRMATION = "affirmation"
    NEGATION = "negation"
    CONDITIONAL = "conditional"
    DISJUNCTION = "disjunction"
    CONJUNCTION = "conjunction"
    BICONDITIONAL = "biconditional"
    EXCLUSIVE = "exclusive"
    INCOMPATIBLE = "incompatible"
    NOT_BOTH = "not-both"
    EITHER = "either"

    __hash__ = object.__hash__  # by identity: quicker than by name

    @property
    def arity(self) -> int:
        """The number of operands."""
        if self in (Form.NOT_BOTH, Form.EITHER):
            return 3
        return 1 if self in (Form.BASIC, Form.AFFIRMATION, Form.NEGATION) else 2


class Place(IntEnum):
    """Where a clause stands; a wording of rank r may fill every place that is at least r.

    `TAIL` and `QUOTED` are places only, never ranks.
    """

    TAIL = -1
    PLAIN = 0
    CLOSED = 1
    INNER = 2
    ANY = 3
    WHOLE = 4
    QUOTED = 5


@dataclass(frozen=True, slots=True)
class Slot:
    """A gap in a wording: which operand (0 or 1) fills it, and in what place it stands."""

    operand: int
    place: Place

    def place_within(self, outer: Place) -> Place:
        """The place of what fills the slot when the wording itself stands in `outer`."""
        return min(outer, Place.ANY) if self.place is Place.TAIL else self.place


@dataclass(frozen=True, slots=True)
class Wording:
    """One expression of a form: `texts` stand before, between and after its `slots`."""

    form: Form
    rank: Place
    texts: tuple[str, ...]
    slots: tuple[Slot, ...]

    def requoted(self) -> Wording:
        """The same wording with single quotation marks, for use inside a quotation."""
        texts = tuple(text.translate(_SINGLE) for text in self.texts)
        return Wording(self.form, self.rank, texts, self.slots)


OPENING = "“‘"
"""The marks that begin a quotation, outer and inner."""

_SINGLE = str.maketrans("“”", "‘’")
_OPERANDS = {"a": 0, "b": 1, "c": 2}


@lru_cache(maxsize=1)
def wordings() -> tuple[Wording, ...]:
    """All wordings, in the order of the data file.

    Raises:
        InputError: the data file holds a wording that cannot be used.
    """
    tables = _tables()
    return tuple(
        read_wording(form, rank, text)
        for form in Form
        for rank, texts in tables.get(form.value, {}).items()
        for text in texts
    )


@lru_cache(maxsize=1)
def plain_wordings() -> dict[Wording, int]:
    """The wordings of whole sentences around bare clauses, each with its weight.

    Raises:
        InputError: the data file holds a wording that cannot be used.
    """
    tables = _tables()["plain"]
    return {
        read_wording(form, "whole", text.replace("}", ":plain}")): weight
        for form in Form
        for text, weight in tables.get(form.value, {}).items()
    }


def _tables() -> dict[str, Any]:  # Any: the values are texts and tables of texts
    return tomllib.loads(data_file("lexicon/expressions.toml").read_text(encoding="utf-8"))


def read_wording(form: Form, rank: str, text: str) -> Wording:
    """A wording as the data file writes it, such as `if {a:inner}, then {b:tail}`.

    Raises:
        InputError: it does not use each slot of its form once, or names an unknown place.
    """
    texts, slots = [""], []
    for literal, name, place, _ in Formatter().parse(text):
        texts[-1] += literal
        if name is not None:
            if name not in _OPERANDS or (place or "").upper() not in Place.__members__:
                raise InputError(f"expressions.toml: {text!r} has an unknown slot {name}:{place}")
            slots.append(Slot(_OPERANDS[name], Place[(place or "").upper()]))
            texts.append("")
    if sorted(slot.operand for slot in slots) != list(range(form.arity)):
        raise InputError(
            f"expressions.toml: the {form.value} wording {text!r} must use each of its "
            f"{form.arity} slots exactly once"
        )
    return Wording(form, Place[rank.upper()], tuple(texts), tuple(slots))
