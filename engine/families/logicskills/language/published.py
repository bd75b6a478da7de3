"""LogicSkills' published sentences as formulas, by the templates behind its files.

`data/lexicon/logicskills/published.toml` has the words, in English and in Carroll's, and the
wordings with their formulas. A sentence is a clause, or a connective between clauses. It is tried
against every wording, so a sentence with two meanings would show. “If A, then B only if C” is one;
the files mean A → (B → C).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.core.items import Symbol
from engine.core.resources import data_file
from engine.logic import Formula, Predicate, atoms, constants, parse

LANGUAGES = ("en", "carroll")

_FILE = "lexicon/logicskills/published.toml"
_SLOT = re.compile(r"\{(-?)([A-Za-z])(s?)\}")


@dataclass(frozen=True, slots=True)
class PublishedSentence:
    """A published sentence's meaning, template type and language."""

    formula: Formula
    form: str
    language: str


@dataclass(frozen=True, slots=True)
class _Clause:
    """A wording of a clause: its pattern, the letter of each slot's word, and its formula."""

    form: str
    pattern: re.Pattern[str]
    slots: Mapping[str, Mapping[str, str]]
    formula: str


@dataclass(frozen=True, slots=True)
class _Compound:
    """A wording of a connective: the text around its clauses, and a formula.

    The formula's atoms are the clauses in order, A, B and C.
    """

    form: str
    pieces: tuple[str, ...]
    formula: Formula


def published_readings(sentence: str, language: str) -> tuple[PublishedSentence, ...]:
    """All meanings of a sentence in one language; empty if it fits no template.

    Each published sentence has exactly one.
    """
    text = _lowered(sentence.removesuffix("."), language)
    found = dict.fromkeys(_clauses_read(text, language))
    found.update(dict.fromkeys(_compounds_read(text, language)))
    return tuple(found)


def read_published(sentence: str, language: str) -> PublishedSentence | None:
    """The meaning of a sentence, in its own or else the other language; None if not unique.

    One of the published questions in English has a sentence in Carroll's words.
    """
    for tried in (language, *(other for other in LANGUAGES if other != language)):
        found = published_readings(sentence, tried)
        if found:
            return found[0] if len(found) == 1 else None
    return None


def published_symbols(formulas: Sequence[Formula], language: str) -> tuple[Symbol, ...]:
    """What the formulas' letters stand for in a language, in alphabetical order."""
    words = _tables()["words"][language]
    letters_used = {atom.name for formula in formulas for atom in atoms(formula)}
    letters_used |= {term.name for formula in formulas for term in constants(formula)}
    of_one = {letter: forms[0] for letter, forms in words["properties"].items()}
    of_one |= {letter: f"is a {noun}" for letter, noun in words["nouns"].items()}
    symbols = {letter: Symbol(f"{letter}(x)", f"x {clause}") for letter, clause in of_one.items()}
    for letter, (verb, _) in words["relations"].items():
        symbols[letter] = Symbol(f"{letter}(x, y)", f"x {verb} y")
    symbols |= {letter: Symbol(letter, name) for letter, name in words["names"].items()}
    return tuple(symbols[letter] for letter in sorted(symbols) if letter in letters_used)


def _lowered(text: str, language: str) -> str:
    """The text without the capital of its first word, unless that word is a name."""
    names = _tables()["words"][language]["names"].values()
    return text if text.split(" ", 1)[0] in names else text[:1].lower() + text[1:]


@lru_cache(maxsize=1 << 12)
def _clauses_read(text: str, language: str) -> tuple[PublishedSentence, ...]:
    found = []
    for clause in _clauses(language):
        letters = _letters(clause, text)
        if letters is not None:
            formula = clause.formula.translate({ord(slot): to for slot, to in letters.items()})
            found.append(PublishedSentence(parse(formula), clause.form, language))
    return tuple(found)


def _letters(clause: _Clause, text: str) -> dict[str, str] | None:
    """The letter of each slot's word; None if the text does not fit this wording."""
    match = clause.pattern.fullmatch(text)
    if match is None:
        return None
    return {slot: clause.slots[slot][word] for slot, word in match.groupdict().items()}


def _compounds_read(text: str, language: str) -> Iterator[PublishedSentence]:
    for compound in _compounds():
        for parts in _parted(text, compound.pieces):
            read = [_clauses_read(part, language) for part in parts]
            if all(len(one) == 1 for one in read):
                clauses = {letter: one[0].formula for letter, one in zip("ABC", read, strict=False)}
                yield PublishedSentence(_joined(compound.formula, clauses), compound.form, language)


def _parted(text: str, pieces: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every split of the text at the words around its clauses."""
    first, *others = pieces
    if not text.startswith(first):
        return
    rest = text[len(first) :]
    if not others[1:]:
        if rest.endswith(others[0]):
            yield (rest.removesuffix(others[0]),)
        return
    at = rest.find(others[0])
    while at >= 0:
        for parts in _parted(rest[at:], tuple(others)):
            yield rest[:at], *parts
        at = rest.find(others[0], at + 1)


def _joined(formula: Formula, clauses: Mapping[str, Formula]) -> Formula:
    if isinstance(formula, Predicate):
        return clauses[formula.name]
    return type(formula)(*[_joined(child, clauses) for child in formula.children])


@lru_cache(maxsize=1)
def _tables() -> dict[str, Any]:  # Any: the tables of our own TOML file
    return tomllib.loads(data_file(_FILE).read_text(encoding="utf-8"))


@lru_cache(maxsize=len(LANGUAGES))
def _clauses(language: str) -> tuple[_Clause, ...]:
    return tuple(_clause(row, _tables()["words"][language]) for row in _tables()["clauses"])


def _clause(row: Mapping[str, str], words: Mapping[str, Any]) -> _Clause:  # Any: as above
    pattern, end = "", 0
    slots: dict[str, dict[str, str]] = {}
    for slot in _SLOT.finditer(row["surface"]):
        letter = slot[2]
        pattern += re.escape(row["surface"][end : slot.start()])
        end = slot.end()
        if letter in slots:
            pattern += f"(?P={letter})"
            continue
        slots[letter] = _words_of(slot, words)
        pattern += f"(?P<{letter}>{'|'.join(map(re.escape, slots[letter]))})"
    pattern += re.escape(row["surface"][end:])
    return _Clause(row["type"], re.compile(pattern), slots, row["formula"])


def _words_of(slot: re.Match[str], words: Mapping[str, Any]) -> dict[str, str]:  # Any: as above
    """The words that fit a slot, with their letters."""
    is_denied, letter, is_plural = bool(slot[1]), slot[2], bool(slot[3])
    if letter.islower():
        return {name: to for to, name in words["names"].items()}
    if letter == "P":
        form = 2 if is_denied else int(is_plural)
        return {forms[form]: to for to, forms in words["properties"].items()}
    if letter == "R":
        return {forms[is_denied]: to for to, forms in words["relations"].items()}
    return {noun: to for to, noun in words["plurals" if is_plural else "nouns"].items()}


@lru_cache(maxsize=1)
def _compounds() -> tuple[_Compound, ...]:
    return tuple(
        _Compound(row["type"], tuple(re.split(r"\{[ABC]\}", row["surface"])), parse(row["formula"]))
        for row in _tables()["compounds"]
    )
