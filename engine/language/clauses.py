"""Word formulas as plain clauses, using an item's own symbols."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.items import Symbol
from engine.logic import (
    And,
    Binary,
    Bottom,
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
                parts = zip(node.children, inner, strict=True)
                bracketed = (f"({t})" if isinstance(n, Binary) else t for n, t in parts)
                return _COMPOUNDS[type(node)].format(*bracketed)

    return fold(formula, combine)
