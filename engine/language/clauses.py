"""Word formulas as plain clauses, using an item's own symbols."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.core.items import Symbol
from engine.logic import (
    And,
    Binary,
    Bottom,
    Equals,
    Exists,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Top,
    Xor,
    fold,
    is_propositional,
    show,
)

_COMPOUNDS: Mapping[type[Formula], str] = {
    And: "both {} and {}",
    Or: "either {} or {}",
    Implies: "if {}, then {}",
    Iff: "{} if and only if {}",
    Xor: "either {} or {} but not both",
}


def words(formula: Formula, symbols: Mapping[str, Symbol]) -> str:
    """A formula in plain words, in mid-sentence form; formulas with quantifiers stay formulas.

    Connectives come in pairs (both … and, either … or, if … then), and a compound inside another
    stands in brackets: "if if a, then b, then c" would have to be read twice.
    """
    if not is_propositional(formula):
        return show(formula)

    def combine(node: Formula, inner: tuple[str, ...]) -> str:
        match node:
            case Predicate(name=name):
                return symbols[name].text if name in symbols else name
            case Not(operand=Predicate(name=name)) if name in symbols:
                return symbols[name].negation or f"it is not the case that {inner[0]}"
            case Not():
                return f"it is not the case that {inner[0]}"
            case Top():
                return "what is always so is so"
            case Bottom():
                return "there is a contradiction"
            case _:
                return _COMPOUNDS[type(node)].format(*_bracketed(node, inner))

    return fold(formula, combine)


def read_out(formula: Formula, symbols: Mapping[str, Symbol]) -> str:
    """A formula of first-order logic as it is read aloud: `for every x, if x is tame, then …`.

    Predicates and names stand for the words of `symbols`, which go by letter. A compound or
    quantified part of a compound stands in brackets.
    """

    def combine(node: Formula, inner: tuple[str, ...]) -> str:
        match node:
            case Predicate():
                return _literal(node, symbols, False)
            case Not(operand=Predicate() as denied):
                return _literal(denied, symbols, True)
            case Not():
                return f"it is not the case that {_bracketed(node, inner)[0]}"
            case Forall(variable=variable):
                return f"for every {variable.name}, {inner[0]}"
            case Exists(variable=variable):
                return f"there is some {variable.name} such that {inner[0]}"
            case Equals() | Top() | Bottom():
                return show(node)
            case _:
                return _COMPOUNDS[type(node)].format(*_bracketed(node, inner))

    return fold(formula, combine)


def _bracketed(node: Formula, inner: tuple[str, ...]) -> list[str]:
    parts = zip(node.children, inner, strict=True)
    return [f"({text})" if isinstance(n, Binary | Forall | Exists) else text for n, text in parts]


def _literal(atom: Predicate, symbols: Mapping[str, Symbol], is_denied: bool) -> str:
    """An atom in the words of its symbol, with its own terms in place of x and y."""
    terms = [symbols[t.name].text if t.name in symbols else t.name for t in atom.args]
    symbol = symbols.get(atom.name)
    if symbol is None:
        clause = f"{atom.name}({', '.join(terms)})" if terms else atom.name
        return f"not {clause}" if is_denied else clause
    places = dict(zip(("x", "y"), terms, strict=False))
    text, denied = symbol.text, symbol.negation
    template = denied if is_denied and denied else text
    clause = re.sub(r"\b[xy]\b", lambda found: places.get(found[0], found[0]), template)
    return f"it is not the case that {clause}" if is_denied and not denied else clause
