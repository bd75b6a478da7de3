"""The verdict on a structure: right exactly if it is a countermodel of the argument.

The domain must be the one asked for, and every symbol of the argument must be interpreted in it.
Each premise must then be true and the conclusion false, as found by our evaluator and confirmed by
Z3. Interpretations of other symbols are ignored.
"""

from __future__ import annotations

from functools import lru_cache

import orjson

from engine.core.errors import InputError, VerificationError
from engine.core.items import Item, Mistake, Outcome
from engine.grade.judgement import Judgement
from engine.grade.reply.values import Row, Value
from engine.grade.structures.argument import Argument, argument
from engine.grade.structures.reading import DOMAIN, Given
from engine.logic.first_order.structures import Structure, structure_text


def asked_argument(item: Item) -> Argument:
    """The argument whose countermodel is asked for."""
    return argument(item.premises, item.query[0])


@lru_cache(maxsize=4096)
def domain_size(gold: str) -> int:
    """The size of the domain that a gold structure states."""
    domain = orjson.loads(gold).get("domain")
    if not isinstance(domain, list) or not domain or domain != list(range(len(domain))):
        raise InputError("the item's gold structure states no domain of the numbers from 0")
    return len(domain)


def judge_structure(asked: Argument, given: Given, size: int) -> tuple[Judgement, str]:
    """Judge a reply's assignments as a countermodel; return also the structure as JSON."""
    fault = _domain_fault(given, size)
    constants: dict[str, int] = {}
    predicates: dict[tuple[str, int], frozenset[tuple[int, ...]]] = {}
    for name in asked.vocabulary.names:
        found = _individual(given.get(name), size)
        if isinstance(found, Mistake):
            fault = fault or (found, name)
        else:
            constants[name] = found
    for name, places in asked.vocabulary.predicates:
        extension = _extension(given.get(name), places, size)
        if isinstance(extension, Mistake):
            fault = fault or (extension, name)
        else:
            predicates[name, places] = extension
    if fault is not None:
        mistake, symbol = fault
        evidence = orjson.dumps({"symbol": symbol}).decode()
        return Judgement(Outcome.WRONG, mistake, evidence), _as_given(given)
    structure = Structure(size, predicates, constants)
    return _judged(asked, structure), structure_text(structure)


def _judged(asked: Argument, structure: Structure) -> Judgement:
    false_premise = asked.first_false_premise(structure)
    is_countermodel = false_premise is None and not asked.is_conclusion_true(structure)
    if is_countermodel and not _is_confirmed(asked, structure):
        raise VerificationError(
            f"our evaluator and Z3 disagree on a structure for {asked}: {structure_text(structure)}"
        )
    if is_countermodel:
        return Judgement(Outcome.RIGHT)
    if false_premise is None:
        return Judgement(Outcome.WRONG, Mistake.TRUE_CONCLUSION)
    evidence = orjson.dumps({"premise": false_premise}).decode()
    return Judgement(Outcome.WRONG, Mistake.FALSE_PREMISE, evidence)


def _is_confirmed(asked: Argument, structure: Structure) -> bool:
    from engine.grade.structures.confirming import is_countermodel_for_z3

    return is_countermodel_for_z3(asked, structure)


def _domain_fault(given: Given, size: int) -> tuple[Mistake, str] | None:
    """A fault if the domain is not the one asked for; a missing domain means that one."""
    if DOMAIN not in given:
        return None
    domain = given[DOMAIN]
    is_asked = isinstance(domain, tuple) and set(domain) == set(range(size))
    return None if is_asked else (Mistake.WRONG_DOMAIN, "domain")


def _individual(value: Value, size: int) -> int | Mistake:
    if value is None:
        return Mistake.MISSING_INTERPRETATION
    if not isinstance(value, int):
        return Mistake.MALFORMED
    return value if 0 <= value < size else Mistake.OUTSIDE_DOMAIN


@lru_cache(maxsize=4096, typed=True)  # typed: a row is not an equal set
def _extension(value: Value, places: int, size: int) -> frozenset[tuple[int, ...]] | Mistake:
    """The rows of an extension; unary rows may be given as bare elements."""
    if value is None:
        return Mistake.MISSING_INTERPRETATION
    if isinstance(value, int | str):
        return Mistake.MALFORMED
    if places > 1 and isinstance(value, Row) and all(isinstance(part, int) for part in value):
        value = (value,) if value else ()
    rows = [(part,) if isinstance(part, int | str) else part or () for part in value]
    elements = [element for row in rows for element in row if isinstance(element, int)]
    if any(len(row) != places for row in rows) or len(elements) != places * len(rows):
        return Mistake.MALFORMED
    if any(not 0 <= element < size for element in elements):
        return Mistake.OUTSIDE_DOMAIN
    if not places:
        return frozenset(() for _ in rows)
    return frozenset(zip(*[iter(elements)] * places, strict=True))


def _as_given(given: Given) -> str:
    """The assignments as JSON, not a valid structure but comparable with the reply."""
    shown = {symbol or "domain": _plain(value) for symbol, value in given.items()}
    return orjson.dumps(shown, option=orjson.OPT_SORT_KEYS).decode()


def _plain(value: Value) -> object:
    return list(map(_plain, value)) if isinstance(value, tuple) else value
