"""Maps clauses to literals, for reading sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from operator import itemgetter

from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.language.expressions import OPENING, plain_wordings, wordings
from engine.logic.propositional.literals import denied, proposition
from engine.logic.syntax import Formula

_WORD = re.compile(r"\w+")
_span = itemgetter(0, 1)

Occurrence = tuple[int, int, Formula]
"""A clause found in a sentence: from character `start` to `end`, saying a literal."""


def denial(clause: str) -> str:
    """A negation of any clause whatever, for clauses that come without a natural one.

    It is one of our own wordings, so that it is read with no entry in a lexicon.
    """
    return f"the statement that {clause} is false"


class Lexicon:
    """Maps mid-sentence clauses, their negations and paraphrases to literals.

    Symbols need distinct atoms; two may share a clause (a sentence then has two readings).

    Attributes:
        is_foreign: each clause holds a word that no wording holds, so that none hides in one.

    Raises:
        InputError: a clause is blank.
    """

    def __init__(self, symbols: Iterable[Symbol]) -> None:
        self._by_key: dict[str, list[tuple[str, Formula]]] = {}
        self.is_foreign = True
        for symbol in symbols:
            atom = proposition(symbol.atom)
            self._add(symbol.text, atom)
            if symbol.paraphrase is not None:
                self._add(symbol.paraphrase, atom)
            if symbol.negation is not None and symbol.negation != denial(symbol.text):
                self._add(symbol.negation, denied(symbol.atom))

    def _add(self, clause: str, literal: Formula) -> None:
        key, is_foreign = _key(clause)
        if not is_foreign:
            self.is_foreign = False
        known = self._by_key.get(key)
        if known is None:
            self._by_key[key] = [(clause, literal)]
        else:
            known.append((clause, literal))

    def occurrences(self, sentence: str, lowered: str) -> list[Occurrence]:
        """All places where a clause stands as whole words, by start and then by end.

        `lowered` is the decapitalised sentence: a clause may stand first with a capital that it
        does not have elsewhere.
        """
        by_key = self._by_key
        keys = dict.fromkeys([key for key in lowered.split() if key in by_key])
        if "" in by_key:
            keys[""] = None
        found: list[Occurrence] = []
        for key in keys:
            for clause, literal in by_key[key]:
                start = lowered.find(clause)
                while start >= 0:
                    end = start + len(clause)
                    if _stands_alone(lowered, start, end):
                        found.append((start, end, literal))
                    start = lowered.find(clause, start + 1)
                if clause[0].isupper():
                    start = _first_letter(sentence)
                    end = start + len(clause)
                    if sentence.startswith(clause, start) and _stands_alone(sentence, start, end):
                        found.append((start, end, literal))
        if len(found) > 1:
            found.sort(key=_span)
        return found


def decapitalised(sentence: str) -> str:
    """The sentence with its first letter, which a quotation mark may precede, in lower case."""
    head = _first_letter(sentence)
    letter = sentence[head : head + 1].lower()
    return f"{sentence[:head]}{letter}{sentence[head + 1 :]}" if len(letter) == 1 else sentence


def _first_letter(sentence: str) -> int:
    return len(sentence) - len(sentence.lstrip(OPENING))


def _stands_alone(sentence: str, start: int, end: int) -> bool:
    return not (
        (start > 0 and sentence[start - 1].isalnum())
        or (end < len(sentence) and sentence[end].isalnum())
    )


@lru_cache(maxsize=1)
def _vocabulary() -> frozenset[str]:
    known = (*wordings(), *plain_wordings())
    texts = (text for wording in known for text in wording.texts)
    return frozenset(word for text in texts for word in _WORD.findall(text))


@lru_cache(maxsize=1 << 16)
def _key(clause: str) -> tuple[str, bool]:
    """A piece of the clause to find it by, and whether it holds a word that no wording holds.

    The piece has blanks on both sides in the clause, and so has them wherever the clause stands,
    whatever comes before and after. Where no piece has, it is empty.
    """
    words = _WORD.findall(clause.lower())
    if not words:
        raise InputError(f"a symbol has the clause {clause!r}, which holds no word; give it a text")
    pieces = clause.split()[1:-1]
    foreign = [piece for piece in pieces if piece.lower() not in _vocabulary()]
    key = max(foreign or pieces, key=len, default="")
    return key, not _vocabulary().issuperset(words)
