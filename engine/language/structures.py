"""Structures in words, individual by individual: names, what is true of each, and relations.

A formula's truth value in a structure comes with the individuals that show it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import orjson

from engine.core.items import Item, Symbol
from engine.language.clauses import read_out
from engine.logic import Constant, Exists, Forall, Formula, Predicate, Variable, parse
from engine.logic.first_order.structures import Structure, holds

_VARIABLES = ("x", "y")


def read_structure(text: str) -> Structure:
    """A structure from the JSON that `structure_text` writes.

    Predicates true of nothing are left out, because the JSON does not give their arity.
    """
    document = orjson.loads(text)
    predicates: dict[tuple[str, int], frozenset[tuple[int, ...]]] = {}
    for name, listed in document["predicates"].items():
        rows = frozenset(tuple(row) if isinstance(row, list) else (row,) for row in listed)
        for row in rows:
            predicates[name, len(row)] = rows
    return Structure(len(document["domain"]), predicates, document["constants"])


def describe(structure: Structure, symbols: Sequence[Symbol]) -> tuple[str, ...]:
    """A structure in words: its individuals and what is true of them; all else is false.

    If the symbols have words, each fact is also given in words.
    """
    words = {symbol.atom.partition("(")[0]: symbol.text for symbol in symbols}
    shown = [_domain(structure), *_names(structure, words)]
    for (name, places), rows in sorted(structure.predicates.items()):
        if rows:
            shown.append(f"{_extension(name, places, rows)}{_meaning(name, places, words)}.")
    return (*shown, "Nothing else is true in it.")


def facts(structure: Structure, symbols: Sequence[Symbol]) -> tuple[str, ...]:
    """A structure in the words of the symbols alone, where their letters are not known."""
    known = {symbol.atom.partition("(")[0]: symbol for symbol in symbols}
    shown = [_domain(structure)]
    for name, element in sorted(structure.constants.items()):
        shown.append(f"{known[name].text if name in known else name} is {element}.")
    for (name, _), rows in sorted(structure.predicates.items()):
        for row in sorted(rows):
            atom = Predicate(name, tuple(Constant(str(element)) for element in row))
            shown.append(f"{read_out(atom, known)}.")
    return (*shown, "Nothing else is true.")


def verdict(structure: Structure, formula: Formula, called: str) -> str:
    """A formula's truth value in a structure, and which individuals show it.

    >>> from engine.logic import parse
    >>> two = Structure(2, {("F", 1): frozenset({(0,)})})
    >>> verdict(two, parse("∀x F(x)"), "The conclusion")
    'The conclusion is false in it, as x = 1 shows.'
    """
    is_true = holds(structure, formula)
    shown = ", ".join(f"{variable.name} = {at}" for variable, at in _witness(structure, formula))
    because = f", as {shown} shows" if shown else ""
    return f"{called} is {'true' if is_true else 'false'} in it{because}."


def argument_verdicts(structure: Structure, item: Item) -> Iterator[str]:
    """The truth values of an argument's premises and conclusion in a structure."""
    for number, premise in enumerate(item.premises, 1):
        yield verdict(structure, parse(premise), f"Premise ({number})")
    yield verdict(structure, parse(item.query[0]), "The conclusion")


def _domain(structure: Structure) -> str:
    listed = [str(element) for element in range(structure.size)]
    if len(listed) == 1:
        return "There is one individual, 0."
    return f"There are {len(listed)} individuals, {', '.join(listed[:-1])} and {listed[-1]}."


def _names(structure: Structure, words: Mapping[str, str]) -> Iterator[str]:
    for name, element in sorted(structure.constants.items()):
        called = words.get(name, name)
        yield f"{name} is {element}." if called == name else f"{name}, {called}, is {element}."


def _extension(name: str, places: int, rows: frozenset[tuple[int, ...]]) -> str:
    if places == 0:
        return f"{name} is true"
    shown = [
        str(row[0]) if places == 1 else f"({', '.join(map(str, row))})" for row in sorted(rows)
    ]
    listed = f"{', '.join(shown[:-1])} and {shown[-1]}" if shown[1:] else shown[0]
    return f"{name} is true of {listed}"


def _meaning(name: str, places: int, words: Mapping[str, str]) -> str:
    """The words for a predicate, if they are more than its letter."""
    text = words.get(name)
    variables = _VARIABLES[:places]
    if text is None or re.sub(r"\W", "", text) == "".join((name, *variables)):
        return ""
    return f", where {name}({', '.join(variables)}) says “{text}”"


def _witness(structure: Structure, formula: Formula) -> Iterator[tuple[Variable, int]]:
    """The individuals that make an existential formula true, or a universal one false."""
    env: dict[Variable, int] = {}
    is_true = holds(structure, formula)
    while isinstance(formula, Exists if is_true else Forall):
        variable, body = formula.variable, formula.body
        env[variable] = next(
            element
            for element in range(structure.size)
            if holds(structure, body, {**env, variable: element}) is is_true
        )
        yield variable, env[variable]
        formula = body
