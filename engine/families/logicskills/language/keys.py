"""The key of formulas: what each letter stands for, in one language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.items import Symbol
from engine.families.logicskills.language.lexicon import Entry, symbol_of
from engine.logic import Formula, Predicate, constants, postorder


def key_of(
    formulas: Iterable[Formula], entries: Mapping[str, Entry], language: str
) -> tuple[Symbol, ...]:
    """What the letters of the formulas stand for, in alphabetical order, names last."""
    return tuple(symbol_of(letter, entries[letter], language) for letter in letters_of(formulas))


def letters_of(formulas: Iterable[Formula]) -> dict[str, str]:
    """The letters of formulas with their places, in alphabetical order, names last.

    >>> from engine.logic import parse
    >>> letters_of([parse("R(b, a) → F(b)")])
    {'F': 'F(x)', 'R': 'R(x, y)', 'a': 'a', 'b': 'b'}
    """
    found: dict[str, str] = {}
    for formula in formulas:
        for node in postorder(formula):
            if isinstance(node, Predicate):
                found[node.name] = f"{node.name}({'x, y' if len(node.args) == 2 else 'x'})"
        found.update((constant.name, constant.name) for constant in constants(formula))
    return dict(sorted(found.items()))
