"""All readings of a sentence whose names, nouns and verbs have been recognised.

The chart is more permissive than the sentences we generate: any connective may join any clauses,
with or without an opening word. So if it finds one reading, even a reader who nests at will finds
only one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from itertools import product

from engine.families.logicskills.language.formulas import OTHER, X, Y, bound, joined
from engine.families.logicskills.language.trees import Quantifier
from engine.families.logicskills.language.wordings import pieces, wordings
from engine.language.slots import Span, filled
from engine.logic import (
    And,
    Constant,
    Exists,
    Formula,
    Not,
    Predicate,
    Term,
    Variable,
)

MAX_STEPS = 20_000
"""Most spans examined; generated sentences need far fewer."""


class Mark(Enum):
    """What a token is."""

    WORD = auto()
    NAME = auto()
    PROPERTY = auto()
    RELATION = auto()
    NOUN = auto()
    A_NOUN = auto()
    NOUNS = auto()
    THERE = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A word, or a phrase for the symbol of that letter."""

    mark: Mark
    text: str
    is_denied: bool = False
    auxiliary: str = ""


class TooHard(Exception):
    """The text needs more work than any generated sentence does."""


class Chart:
    """The readings of all spans of one sentence, each computed once."""

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        self._tokens = tokens
        self._words = tuple(t.text if t.mark is Mark.WORD else "" for t in tokens)
        self._clauses: dict[Span, tuple[Formula, ...]] = {}
        self._steps = 0
        present = set(self._words)
        self._known = [
            wording
            for wording in wordings().connectives.values()
            if {piece for piece in wording.pieces if piece[0] != "{"} <= present
        ]

    def readings(self) -> tuple[Formula, ...]:
        """The readings of the whole."""
        return self._clause(0, len(self._tokens))

    def _clause(self, start: int, end: int) -> tuple[Formula, ...]:
        known = self._clauses.get((start, end))
        if known is None:
            self._steps += 1
            if self._steps > MAX_STEPS:
                raise TooHard
            found = dict.fromkeys(self._read(start, end)) if start < end else {}
            self._clauses[start, end] = known = tuple(found)
        return known

    def _read(self, start: int, end: int) -> Iterator[Formula]:
        yield from self._simple(start, end)
        yield from self._ellipsis(start, end)
        for wording in self._known:
            for spans in filled(wording.pieces, self._words, start, end):
                parts = [self._clause(*span) for span in spans]
                for chosen in product(*parts):
                    yield joined(wording.means, dict(zip("abc", chosen, strict=False)))

    def _simple(self, start: int, end: int) -> Iterator[Formula]:
        """A subject with its verb."""
        first = self._tokens[start]
        if first.mark is Mark.NAME:
            if start + 1 < end and self._tokens[start + 1].auxiliary != "are":
                yield from self._verb(start + 1, end, Constant(first.text), X, None)
        elif first.mark is Mark.THERE:
            yield from self._there(first, start + 1, end)
        for quantifier, noun, after in self._phrase(start):
            for middle in range(after, end):
                if not self._agree(quantifier, middle):
                    continue
                for restricted in self._restricted(noun, after, middle, X, None):
                    for meaning in self._verb(middle, end, X, Y, None):
                        yield bound(quantifier, X, restricted, meaning)

    def _agree(self, quantifier: Quantifier, verb: int) -> bool:
        """Whether a verb agrees in number with its subject, which is plural after “only”."""
        wrong = "is" if quantifier is Quantifier.ONLY else "are"
        return self._tokens[verb].auxiliary != wrong

    def _there(self, there: Token, start: int, end: int) -> Iterator[Formula]:
        if start >= end or self._tokens[end - 1].mark is not Mark.RELATION:
            return
        relation = self._tokens[end - 1]
        for quantifier, noun, after in self._phrase(start):
            if quantifier is not Quantifier.EVERY or relation.is_denied:
                continue
            for restricted in self._restricted(noun, after, end - 1, Y, None):
                atom = Predicate(relation.text, (Y, X))
                about = bound(quantifier, Y, restricted, atom)
                found = Exists(X, And(Predicate(there.text, (X,)), about))
                yield Not(found) if there.is_denied else found

    def _ellipsis(self, start: int, end: int) -> Iterator[Formula]:
        tokens = self._tokens
        if tokens[start].mark is not Mark.NAME or end - start < 4:
            return
        if self._words[start + 1] == "or" and tokens[start + 2].mark is Mark.NAME:
            names, span = (tokens[start], tokens[start + 2]), (start + 3, end)
            form, auxiliary = "disjunction_vp_ellipsis", ""
        elif self._words[end - 4 : end - 2] == ("and", "so") and tokens[end - 1].mark is Mark.NAME:
            names, span = (tokens[start], tokens[end - 1]), (start + 1, end - 4)
            form, auxiliary = "conjunction_vp_ellipsis", self._words[end - 2]
        else:
            return
        if span[0] >= span[1] or auxiliary not in ("", tokens[span[0]].auxiliary):
            return
        wording = wordings().ellipsis[form]
        for parts in product(*(self._verb(*span, Constant(n.text), X, None) for n in names)):
            yield joined(wording.means, dict(zip("ab", parts, strict=True)))

    def _phrase(self, start: int) -> Iterator[tuple[Quantifier, str, int]]:
        """The quantifier and noun that begin here, and where they end."""
        tokens, words = self._tokens, self._words
        if start >= len(tokens):
            return
        for quantifier, opening, mark in _openings():
            at = start + len(opening)
            if words[start:at] == opening and at < len(tokens) and tokens[at].mark is mark:
                yield quantifier, tokens[at].text, at + 1

    def _restricted(
        self, noun: str, start: int, end: int, variable: Variable, it: Term | None
    ) -> Iterator[Formula]:
        """What a noun, and a relative clause if one fills the span, say about a variable."""
        atom = Predicate(noun, (variable,))
        if start == end:
            yield atom
        elif self._words[start] == "that":
            for meaning in self._verb(start + 1, end, variable, OTHER[variable], it):
                yield And(atom, meaning)

    def _verb(
        self, start: int, end: int, subject: Term, free: Variable, it: Term | None
    ) -> Iterator[Formula]:
        """What a verb phrase says about its subject; “it” stands for `it`."""
        if start >= end:
            return
        verb = self._tokens[start]
        if verb.mark is Mark.PROPERTY and end - start == 1:
            atom = Predicate(verb.text, (subject,))
            yield Not(atom) if verb.is_denied else atom
        elif verb.mark is Mark.RELATION:
            for meaning in self._related(verb.text, start + 1, end, subject, free, it):
                yield Not(meaning) if verb.is_denied else meaning

    def _related(
        self, relation: str, start: int, end: int, subject: Term, free: Variable, it: Term | None
    ) -> Iterator[Formula]:
        """The relation between a subject and the object that fills the span."""
        if start >= end:
            return
        if end - start == 1:
            about = self._tokens[start]
            stands_for = {"itself": subject, "it": it}.get(self._words[start])
            if about.mark is Mark.NAME:
                stands_for = Constant(about.text)
            if stands_for is not None:
                yield Predicate(relation, (subject, stands_for))
        for quantifier, noun, after in self._phrase(start):
            if quantifier not in (Quantifier.EVERY, Quantifier.SOME):
                continue
            inner = subject if it is None and isinstance(subject, Variable) else None
            for restricted in self._restricted(noun, after, end, free, inner):
                yield bound(quantifier, free, restricted, Predicate(relation, (subject, free)))


@lru_cache(maxsize=1)
def _openings() -> tuple[tuple[Quantifier, tuple[str, ...], Mark], ...]:
    """For each quantifier the words before its noun, and the form of the noun."""
    marks = {"{n}": Mark.NOUN, "{an}": Mark.A_NOUN, "{ns}": Mark.NOUNS}
    found = []
    for key, text in wordings().phrases.items():
        *opening, noun = pieces(text)
        found.append((Quantifier(key), tuple(opening), marks[noun]))
    return tuple(found)
