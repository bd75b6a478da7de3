"""Parses a sentence with quantifiers over people into the formulas it can mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.families.logicasker.language import chart, verb_reading
from engine.families.logicasker.language.terms import TRUTH, Vocabulary, vocabulary_of
from engine.logic.syntax import (
    Binary,
    Constant,
    Formula,
    Not,
    Predicate,
    Quantified,
    Top,
)

MAX_LENGTH = 10_000

_WORD = re.compile(r"[^\s,]+|,")
_Phrase = tuple[str, ...]
_Meaning = tuple[str, str, bool]
"""A phrase's meaning: the mark of its kind, the name of its symbol, and whether it is negated."""


def readings(sentence: str, vocabulary: Iterable[Symbol]) -> tuple[Formula, ...]:
    """All distinct formulas that the sentence can mean, with canonical bound variables.

    A sentence ends in a full stop; an unreadable one has no reading. If there are very many
    readings, only some are returned.

    Raises:
        InputError: two symbols have the same words, or one has none that can be used.
    """
    if not sentence.endswith(".") or len(sentence) > MAX_LENGTH:
        return ()
    phrases = _phrases_of(tuple(vocabulary))
    words = _WORD.findall(sentence[:-1])
    if not words:
        return ()
    if words[0] not in phrases:  # else it is a name, which keeps its capital
        words[0] = words[0][:1].lower() + words[0][1:]
    skeleton, meanings = _skeleton(tuple(words), phrases)
    found = (_named(reading, meanings) for reading in chart.skeleton_readings(skeleton))
    return tuple(dict.fromkeys(found))


def _skeleton(
    words: _Phrase, phrases: Mapping[str, list[tuple[_Phrase, _Meaning]]]
) -> tuple[_Phrase, dict[str, _Meaning]]:
    """Replace each symbol's phrase by a mark; returns the skeleton, and meanings by place."""
    skeleton: list[str] = []
    meanings: dict[str, _Meaning] = {}
    place = 0
    while place < len(words):
        for phrase, meaning in phrases.get(words[place], ()):
            if words[place : place + len(phrase)] == phrase:
                meanings[str(len(skeleton))] = meaning
                skeleton.append(meaning[0])
                place += len(phrase)
                break
        else:
            skeleton.append(words[place])
            place += 1
    return tuple(skeleton), meanings


@lru_cache(maxsize=64)
def _phrases_of(symbols: tuple[Symbol, ...]) -> dict[str, list[tuple[_Phrase, _Meaning]]]:
    """The phrases of all symbols by their first word, longest first."""
    vocabulary = vocabulary_of(symbols)
    known: dict[_Phrase, _Meaning] = {}

    def add(text: str, mark: str, name: str, *, is_denied: bool = False) -> None:
        phrase = tuple(_WORD.findall(text))
        if not phrase or phrase in known:
            raise InputError(f"{text!r} words two symbols, or none")
        known[phrase] = (mark, name, is_denied)

    for truth, text in TRUTH.items():
        add(text, chart.TOP if truth is Top else chart.BOTTOM, "")
    for name, proposition in vocabulary.propositions.items():
        add(proposition.text, chart.CLAUSE, name)
        add(proposition.negation, chart.CLAUSE, name, is_denied=True)
    for name, text in vocabulary.names.items():
        add(text, verb_reading.NAME, name)
    for marks, verbs in (
        (verb_reading.VERB, vocabulary.predicates),
        (verb_reading.RELATION, vocabulary.relations),
    ):
        for name, verb in verbs.items():
            if verb.complement is not None:
                marks = verb_reading.BE
            for mark, texts in zip(marks, (verb.singular, verb.plural), strict=True):
                add(texts[0], mark, name)
                add(texts[1], verb_reading.DENIED + mark, name)
    for name, verb in vocabulary.predicates.items():
        if verb.noun is not None:
            add(verb.noun, chart.NOUN, name)
        if verb.complement is not None:
            add(verb.complement, verb_reading.COMPLEMENT, name)
    for name, verb in vocabulary.relations.items():
        for mark, text in zip(verb_reading.PASSIVE, verb.passive or (), strict=True):
            add(text, mark, name)
    _refuse_one_clause_for_two(vocabulary)
    by_first: dict[str, list[tuple[_Phrase, _Meaning]]] = {}
    for phrase in sorted(known, key=len, reverse=True):
        by_first.setdefault(phrase[0], []).append((phrase, known[phrase]))
    return by_first


def _refuse_one_clause_for_two(vocabulary: Vocabulary) -> None:
    """Refuse a vocabulary in which a symbol's clause is also another's name with another's verb."""
    clauses = {p.text for p in vocabulary.propositions.values()}
    clauses |= {p.negation for p in vocabulary.propositions.values()}
    for name in vocabulary.names.values():
        for verb in vocabulary.predicates.values():
            for text in verb.singular:
                if f"{name} {text}" in clauses:
                    raise InputError(f"“{name} {text}” words a proposition and a predicate")


def _named(formula: Formula, meanings: Mapping[str, _Meaning]) -> Formula:
    """Replace the marks by the symbols' names."""
    match formula:
        case Predicate(name=mark, args=args):
            _, name, is_denied = meanings[mark]
            if args:
                args = tuple(
                    Constant(meanings[t.name][1]) if isinstance(t, Constant) else t for t in args
                )
            return Not(Predicate(name)) if is_denied else Predicate(name, args)
        case Not(operand=operand):
            return Not(_named(operand, meanings))
        case Binary(left=left, right=right):
            return type(formula)(_named(left, meanings), _named(right, meanings))
        case Quantified(variable=variable, body=body):
            return type(formula)(variable, _named(body, meanings))
    return formula
