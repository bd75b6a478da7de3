"""A reader of propositional sentences that shares nothing with what words or reads them.

It brackets at will: “it is true that” may be passed over, and any two clauses may be joined by
“and”, “or” and “if and only if”. Only a comma closes: what joins without one never reaches across
one. A clause without connective is one letter, and so is its denial by “not”.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from engine.core.items import Symbol
from engine.logic import And, Formula, Iff, Implies, Not, Or, Predicate
from engine.logic.traversal import fold

Row = int
"""What a clause means: the lines of a truth table in which it is true, as bits."""

_SIGNS = re.compile(
    r"it is true both that|it is not true both that|it is not true that|it is true that"
    r"|if and only if|exactly if|and that|or that|, then|,|\d+|[a-z]+"
)
_PASSED_OVER = "it is true that"
_DENIED = "it is not true that"
_OPENED = {  # by what stands before and between two parts, and what the two then say
    ("if", ", then"): lambda all_, p, q: all_ ^ p | q,
    ("exactly if", ", then"): lambda all_, p, q: all_ ^ p ^ q,
    ("either", "or"): lambda all_, p, q: p | q,
    ("it is true both that", "and that"): lambda all_, p, q: p & q,
    ("it is not true both that", "and that"): lambda all_, p, q: all_ ^ p & q,
    ("it is not true that", "or that"): lambda all_, p, q: all_ ^ (p | q),
}
_BETWEEN = {
    "and": lambda all_, p, q: p & q,
    "or": lambda all_, p, q: p | q,
    "if and only if": lambda all_, p, q: all_ ^ p ^ q,
}


def meanings(sentence: str, symbols: Sequence[Symbol]) -> set[Row]:
    """All that the sentence can mean, as tables over the symbols in their order."""
    all_, letters = _letters(len(symbols))
    tables = [row for letter in letters for row in (letter, all_ ^ letter)]
    signs = _SIGNS.findall(_with_numbers(sentence, symbols))
    return set(_read(tuple(signs), tuple(tables), all_))


def meaning(formula: Formula, symbols: Sequence[Symbol]) -> Row:
    """What a formula means, as a table over the symbols in their order."""
    all_, letters = _letters(len(symbols))
    names = [symbol.atom for symbol in symbols]

    def row(node: Formula, parts: tuple[Row, ...]) -> Row:
        match node:
            case Predicate(name=name):
                return letters[names.index(name)]
            case Not():
                return all_ ^ parts[0]
            case And():
                return parts[0] & parts[1]
            case Or():
                return parts[0] | parts[1]
            case Implies():
                return all_ ^ parts[0] | parts[1]
        assert isinstance(node, Iff)
        return all_ ^ parts[0] ^ parts[1]

    return fold(formula, row)


def _letters(n: int) -> tuple[Row, list[Row]]:
    """The table of what is always true, and those of so many letters."""
    lines = range(1 << n)
    return (1 << len(lines)) - 1, [
        sum(1 << line for line in lines if line >> at & 1) for at in range(n)
    ]


def _with_numbers(sentence: str, symbols: Sequence[Symbol]) -> str:
    """The sentence with a number for each clause: an odd one where it is denied."""
    texts: dict[str, str] = {}
    for at, symbol in enumerate(symbols):
        texts |= {symbol.text: f" {2 * at} ", symbol.negation: f" {2 * at + 1} "}
    for text in sorted(texts, key=len, reverse=True):
        for each in (text, text[0].upper() + text[1:]):
            sentence = sentence.replace(each, texts[text])
    return sentence[0].lower() + sentence[1:]


def _read(signs: tuple[str, ...], tables: tuple[Row, ...], all_: Row) -> frozenset[Row]:
    @cache
    def clause(start: int, end: int) -> frozenset[Row]:
        return frozenset(clauses(start, end))

    def clauses(start: int, end: int) -> Iterator[Row]:
        if start >= end:
            return
        first = signs[start]
        if end - start == 1 and first.isdigit():
            yield tables[int(first)]
        if first == _PASSED_OVER:
            yield from clause(start + 1, end)
        if first == _DENIED:
            yield from (all_ ^ row for row in clause(start + 1, end))
        for (before, between), join in _OPENED.items():
            if before == first:
                yield from joined(start + 1, end, {between: join})
        yield from joined(start, end, _BETWEEN)

    def joined(start: int, end: int, known: Mapping) -> Iterator[Row]:  # type: ignore[type-arg]
        has_comma = any(sign.startswith(",") for sign in signs[start:end])
        for at in range(start + 1, end - 1):
            if signs[at] not in known:
                continue
            is_closed = signs[at - 1] == "," or signs[at] == ", then"
            if has_comma and not is_closed:
                continue
            before = at - (signs[at - 1] == ",")
            for left, right in product(clause(start, before), clause(at + 1, end)):
                yield known[signs[at]](all_, left, right)

    return clause(0, len(signs))
