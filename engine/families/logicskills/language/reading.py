"""Parses a sentence into the formulas that it can mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.families.logicskills.language.chart import Chart, Mark, Token, TooHard
from engine.families.logicskills.language.formulas import constraint_of
from engine.families.logicskills.language.realise import constraint_sentence
from engine.families.logicskills.language.words import words_of
from engine.logic import Formula

MAX_LENGTH = 2_000
_WORD = re.compile(r"[^\s,]+|,")
_Words = tuple[str, ...]


def readings(sentence: str, symbols: Iterable[Symbol]) -> tuple[Formula, ...]:
    """All distinct formulas that the sentence can mean, with x bound before y.

    A sentence ends in a full stop; an unreadable one has no reading. Quantifiers have scope in
    order of occurrence, “it” is the subject of the sentence, and a relative clause belongs to the
    noun before it; connectives may join any clauses.

    Raises:
        InputError: two symbols have the same words, or a symbol has unusable words.
    """
    known = tuple(symbols)
    if not sentence.endswith(".") or len(sentence) > MAX_LENGTH:
        return ()
    if (constraint := _constraints(known).get(sentence)) is not None:
        return (constraint,)
    phrases = _phrases_of(known)
    words = _WORD.findall(sentence[:-1])
    if words and words[0] not in phrases:  # else it is a name, which keeps its capital
        words[0] = words[0][:1].lower() + words[0][1:]
    try:
        return Chart(_tokens(tuple(words), phrases)).readings()
    except TooHard:
        return ()


def _tokens(words: _Words, phrases: Mapping[str, list[tuple[_Words, Token]]]) -> tuple[Token, ...]:
    """Replace each symbol's phrase by a token, preferring the longest."""
    tokens: list[Token] = []
    place = 0
    while place < len(words):
        for phrase, token in phrases.get(words[place], ()):
            if words[place : place + len(phrase)] == phrase:
                tokens.append(token)
                place += len(phrase)
                break
        else:
            tokens.append(Token(Mark.WORD, words[place]))
            place += 1
    return tuple(tokens)


@lru_cache(maxsize=256)
def _phrases_of(symbols: tuple[Symbol, ...]) -> dict[str, list[tuple[_Words, Token]]]:
    """The phrases of all symbols by their first word, longest first."""
    words = words_of(symbols)
    known: dict[_Words, Token] = {}

    def add(text: str, token: Token) -> None:
        phrase = tuple(_WORD.findall(text))
        if not phrase or phrase in known:
            raise InputError(f"{text!r} words two symbols, or none")
        known[phrase] = token

    for letter, name in words.names.items():
        add(name, Token(Mark.NAME, letter))
    for mark, verbs in ((Mark.PROPERTY, words.properties), (Mark.RELATION, words.relations)):
        for letter, verb in verbs.items():
            add(verb.affirmed, Token(mark, letter, auxiliary=verb.auxiliary))
            if verb.plural != verb.affirmed:
                add(verb.plural, Token(mark, letter, auxiliary="are"))
            add(verb.denied, Token(mark, letter, is_denied=True))
    for letter, noun in words.nouns.items():
        add(noun.bare, Token(Mark.NOUN, letter))
        add(noun.with_article, Token(Mark.A_NOUN, letter))
        add(noun.plural, Token(Mark.NOUNS, letter))
        # else “is an otter” would be read in “there is an otter that”
        add(f"there is {noun.with_article} that", Token(Mark.THERE, letter))
        add(f"there is no {noun.bare} that", Token(Mark.THERE, letter, is_denied=True))
    by_first: dict[str, list[tuple[_Words, Token]]] = {}
    for phrase in sorted(known, key=len, reverse=True):
        by_first.setdefault(phrase[0], []).append((phrase, known[phrase]))
    return by_first


@lru_cache(maxsize=256)
def _constraints(symbols: tuple[Symbol, ...]) -> dict[str, Formula]:
    """The domain constraints that can be stated, by their sentence."""
    words = words_of(symbols)
    nouns = tuple(words.nouns)
    return {
        constraint_sentence((one, two, three), words): constraint_of((one, two, three))
        for one in nouns
        for two in nouns
        for three in nouns
        if len({one, two, three}) == 3
    }
