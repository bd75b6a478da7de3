"""The forms in which the words of one symbol stand in sentences, derived from the symbol alone.

M(x)     x is an otter     x is not an otter     x are otters
F(x)     x will sing       x will not sing
R(x, y)  x followed y      x did not follow y
a        Agnes
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from engine.core.errors import InputError
from engine.core.items import Symbol

_ATOM = re.compile(r"(\w+)(?:\((\w+(?:, \w+)*)\))?")
_AUXILIARY = re.compile(r"(is|will|did) not ")
_NOUN = re.compile(r"is (an? (\S+))")


@dataclass(frozen=True, slots=True)
class VerbPhrase:
    """A verb phrase, or the verb of a relation: affirmative and negative.

    `auxiliary` replaces it after “so”.
    """

    affirmed: str
    denied: str
    auxiliary: str

    @property
    def plural(self) -> str:
        """The form after a plural: “are hungry”, but unchanged “will sing”."""
        if self.auxiliary != "is":
            return self.affirmed
        return f"are{self.affirmed.removeprefix('is')}"


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun: “otter”, “an otter” and “otters”."""

    bare: str
    with_article: str
    plural: str


@dataclass(slots=True)
class Words:
    """The words of all symbols, by their letters. Nouns are properties too."""

    names: dict[str, str] = field(default_factory=dict)
    properties: dict[str, VerbPhrase] = field(default_factory=dict)
    nouns: dict[str, Noun] = field(default_factory=dict)
    relations: dict[str, VerbPhrase] = field(default_factory=dict)


@lru_cache(maxsize=256)
def words_of(symbols: tuple[Symbol, ...]) -> Words:
    """The words of the symbols.

    Raises:
        InputError: a symbol is not worded in one of the ways above.
    """
    found = Words()
    for symbol in symbols:
        atom = _ATOM.fullmatch(symbol.atom)
        if atom is None:
            raise _unusable(symbol)
        letter, places = atom[1], atom[2]
        if places is None:
            found.names[letter] = symbol.text
        elif places == "x, y":
            found.relations[letter] = _verb_phrase(symbol)
        else:
            found.properties[letter] = _verb_phrase(symbol)
            if symbol.paraphrase is not None:
                found.nouns[letter] = _noun(symbol)
    return found


def _verb_phrase(symbol: Symbol) -> VerbPhrase:
    affirmed, denied = (
        text.removeprefix("x ").removesuffix(" y") for text in (symbol.text, symbol.negation or "")
    )
    auxiliary = _AUXILIARY.match(denied)
    if auxiliary is None or affirmed == symbol.text:
        raise _unusable(symbol)
    return VerbPhrase(affirmed, denied, auxiliary[1])


def _noun(symbol: Symbol) -> Noun:
    noun = _NOUN.fullmatch(symbol.text.removeprefix("x "))
    plural = (symbol.paraphrase or "").removeprefix("x are ")
    if noun is None or plural == symbol.paraphrase:
        raise _unusable(symbol)
    return Noun(noun[2], noun[1], plural)


def _unusable(symbol: Symbol) -> InputError:
    return InputError(
        f"the symbol {symbol.atom} is worded {symbol.text!r}, negated {symbol.negation!r}:"
        " no sentence of two-variable logic can be made of that"
    )
