"""The forms that a symbol's words take in sentences, derived from the symbol alone.

A proposition is worded by its clause; a predicate by a clause about x; a relation by a clause about
x and y, with its passive as paraphrase; a constant by a name:

    p        Karen plays chess    Karen does not play chess
    P(x)     x is a baker         x is not a baker
    R(x, y)  x admires y          x does not admire y          y is admired by x
    a        Karen
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.logic.syntax import Bottom, Top

TRUTH = {Top: "zero equals zero", Bottom: "zero equals one"}
"""The clauses for ⊤ and ⊥, which are true and false whatever people do."""

_ATOM = re.compile(r"(\w+)(?:\((\w+(?:, \w+)*)\))?")
_NOUN = re.compile(r"is an? (.+)")


@dataclass(frozen=True, slots=True)
class Proposition:
    """The clauses that affirm and deny a proposition."""

    text: str
    negation: str


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb phrase, or the verb of a relation, as its subject requires.

    `singular` follows a name, `plural` follows “they”; each has an affirmative and a negative.
    `passive` (“is admired”) likewise follows a name and “they”, without its “by”. `complement` is
    what follows “is” (“a baker”), and `noun` that without its article.
    """

    singular: tuple[str, str]
    plural: tuple[str, str]
    complement: str | None = None
    noun: str | None = None
    passive: tuple[str, str] | None = None


@dataclass(slots=True)
class Vocabulary:
    """The words of all symbols, by the names used in formulas."""

    propositions: dict[str, Proposition] = field(default_factory=dict)
    predicates: dict[str, Verb] = field(default_factory=dict)
    relations: dict[str, Verb] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)


@lru_cache(maxsize=64)
def vocabulary_of(symbols: tuple[Symbol, ...]) -> Vocabulary:
    """The words of the symbols.

    Raises:
        InputError: a symbol is not worded in one of the four ways above.
    """
    found = Vocabulary()
    for symbol in symbols:
        atom = _ATOM.fullmatch(symbol.atom)
        if atom is None:
            raise _unusable(symbol)
        name, places = atom[1], (atom[2] or "").split(", ")
        if places == ["x", "y"]:
            found.relations[name] = _relation(symbol)
        elif places == ["x"]:
            found.predicates[name] = _predicate(symbol)
        elif symbol.negation is None:
            found.names[name] = symbol.text
        else:
            found.propositions[name] = Proposition(symbol.text, symbol.negation)
    return found


def _predicate(symbol: Symbol) -> Verb:
    affirmed = symbol.text.removeprefix("x ")
    denied = (symbol.negation or "").removeprefix("x ")
    noun = _NOUN.fullmatch(affirmed)
    return Verb(
        singular=(affirmed, denied),
        plural=_plural(symbol, affirmed, denied),
        complement=affirmed.removeprefix("is ") if affirmed.startswith("is ") else None,
        noun=noun and noun[1],
    )


def _relation(symbol: Symbol) -> Verb:
    texts = (symbol.text, symbol.negation or "")
    affirmed, denied = (text.removeprefix("x ").removesuffix(" y") for text in texts)
    passive = (symbol.paraphrase or "").removeprefix("y ").removesuffix(" by x")
    if not passive.startswith("is "):
        raise _unusable(symbol)
    return Verb(
        singular=(affirmed, denied),
        plural=_plural(symbol, affirmed, denied),
        passive=(passive, f"are{passive.removeprefix('is')}"),
    )


def _plural(symbol: Symbol, affirmed: str, denied: str) -> tuple[str, str]:
    """What follows “they”: `are tall` and `are not tall`, or `sing` and `do not sing`."""
    if denied.startswith("does not "):
        base = denied.removeprefix("does not ")
        return base, f"do not {base}"
    if affirmed.startswith("is ") and denied == f"is not{affirmed.removeprefix('is')}":
        return f"are{affirmed.removeprefix('is')}", f"are{denied.removeprefix('is')}"
    raise _unusable(symbol)


def _unusable(symbol: Symbol) -> InputError:
    return InputError(
        f"the symbol {symbol.atom} is worded as {symbol.text!r}, denied as {symbol.negation!r}:"
        " no sentence with quantifiers can be made of that"
    )
