"""The wordings of connectives and quantifiers, from `data/lexicon/logicasker/wordings.toml`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from engine.core.errors import InputError
from engine.core.resources import data_file

_FILE = "lexicon/logicasker/wordings.toml"
_PIECE = re.compile(r"\{(\w)\}|([\w’]+|,)")


class Form(Enum):
    """What a wording expresses; the value is its table in the data file.

    The last seven are ∀x, ∀x (¬ … → …), ∀x … ¬, ∃x, ∃x ¬, ¬∀x and ¬∃x, with what the wording says
    about x.
    """

    AFFIRMATION = "affirmation"
    NEGATION = "negation"
    CONJUNCTION = "conjunction"
    NOT_CONJUNCTION = "not_conjunction"
    DISJUNCTION = "disjunction"
    NOT_DISJUNCTION = "not_disjunction"
    CONDITIONAL = "conditional"
    BICONDITIONAL = "biconditional"
    VERB_CONJUNCTION = "verb_conjunction"
    VERB_DISJUNCTION = "verb_disjunction"
    VERB_NEITHER = "verb_neither"
    BE_CONJUNCTION = "be_conjunction"
    BE_NOT_CONJUNCTION = "be_not_conjunction"
    BE_DISJUNCTION = "be_disjunction"
    BE_NEITHER = "be_neither"
    UNIVERSAL = "universal"
    UNIVERSAL_EXCEPTION = "universal_exception"
    UNIVERSAL_DENIAL = "universal_denial"
    EXISTENTIAL = "existential"
    EXISTENTIAL_DENIAL = "existential_denial"
    NOT_UNIVERSAL = "not_universal"
    NOT_EXISTENTIAL = "not_existential"


_ONE, _TWO, _VERBS, _AFTER_BE = map(frozenset, (["a"], ["ab"], ["vw"], ["cd"]))
SLOTS: dict[Form, frozenset[str]] = {
    Form.AFFIRMATION: _ONE,
    Form.NEGATION: _ONE,
    Form.CONJUNCTION: _TWO,
    Form.NOT_CONJUNCTION: _TWO,
    Form.DISJUNCTION: _TWO,
    Form.NOT_DISJUNCTION: _TWO,
    Form.CONDITIONAL: _TWO,
    Form.BICONDITIONAL: _TWO,
    Form.VERB_CONJUNCTION: _VERBS,
    Form.VERB_DISJUNCTION: _VERBS,
    Form.VERB_NEITHER: _VERBS,
    Form.BE_CONJUNCTION: _AFTER_BE,
    Form.BE_NOT_CONJUNCTION: _AFTER_BE,
    Form.BE_DISJUNCTION: _AFTER_BE,
    Form.BE_NEITHER: _AFTER_BE,
    Form.UNIVERSAL: frozenset({"a", "ab", "v", "nv", "vw", "vt", "va"}),
    Form.UNIVERSAL_EXCEPTION: frozenset({"vt"}),
    Form.UNIVERSAL_DENIAL: frozenset({"a", "v", "nv", "vw"}),
    Form.EXISTENTIAL: frozenset({"a", "ab", "v", "nv", "vw", "sr", "va"}),
    Form.EXISTENTIAL_DENIAL: _ONE,
    Form.NOT_UNIVERSAL: frozenset({"a", "v", "nv", "vw"}),
    Form.NOT_EXISTENTIAL: frozenset({"a", "v", "sr"}),
}
"""The slots that the wordings of a form may have, in order."""


@dataclass(frozen=True, slots=True)
class Wording:
    """One wording: `pieces` are words, commas and slots; a slot is written `{a}`."""

    form: Form
    kind: str
    text: str
    pieces: tuple[str, ...]
    slots: str


@lru_cache(maxsize=1)
def wordings() -> tuple[Wording, ...]:
    """All wordings, in the order of the data file.

    Raises:
        InputError: a wording's slots differ from its form's.
    """
    tables = tomllib.loads(data_file(_FILE).read_text(encoding="utf-8"))
    return tuple(
        _wording(form, kind, text)
        for form in Form
        for kind, texts in tables[form.value].items()
        for text in texts
    )


def closes(wording: Wording) -> bool:
    """Whether what the wording joins may contain a comma: only if it has one itself."""
    return "," in wording.pieces


@lru_cache(maxsize=256)
def of(form: Form, kind: str) -> tuple[str, ...]:
    """The texts of a form's wordings of one kind."""
    return tuple(w.text for w in wordings() if w.form is form and w.kind == kind)


@lru_cache(maxsize=1)
def words() -> frozenset[str]:
    """Every word of the wordings, and the pronouns that stand for bound variables."""
    found = {p for w in wordings() for p in w.pieces if not p.startswith("{")}
    return frozenset(found | {"they", "them", "themselves", "the", "former", "latter"})


def _wording(form: Form, kind: str, text: str) -> Wording:
    pieces, slots = [], ""
    for slot, word in _PIECE.findall(text):
        pieces.append(f"{{{slot}}}" if slot else word)
        slots += slot
    if slots not in SLOTS[form]:
        raise InputError(f"wordings.toml: {text!r} has the slots {slots!r}, not those of {form}")
    return Wording(form, kind, text, tuple(pieces), slots)
