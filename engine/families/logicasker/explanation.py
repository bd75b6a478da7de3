"""Explains the answer to a question on a skill, in sentences a person can follow.

A conclusion that follows is explained by its derivation, one that is refuted by the derivation of
what contradicts it.
An undetermined one is explained by two cases, person by person, that agree with all premises and
differ about the conclusion.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random

from engine.core.errors import InputError
from engine.core.items import EntailmentCertificate, Item, Model, Step, Symbol
from engine.families.logicasker.language import sentence
from engine.families.logicasker.rules.lifting import Lift
from engine.families.logicasker.rules.skills import schemas
from engine.logic import parse
from engine.logic.proofs.rules import rules

_EN = "en"


def explain_skill(item: Item, certificate: EntailmentCertificate) -> tuple[str, ...]:
    """Put the certificate into words."""
    if certificate.models:
        return tuple(_left_open(item, certificate))
    steps = _derivation(item, certificate.steps)
    if item.role == "correct":
        return (
            f"The conclusion follows from the premises in {_steps(certificate.steps)}:",
            *steps,
        )
    return (
        f"From the premises follows, in {_steps(certificate.steps)}:",
        *steps,
        f"That and what is asked [{item.query[0]}] cannot both be true.",
    )


def rule_name(key: str) -> str:
    """The name of a rule's version: universal, existential, or read backwards."""
    schema = schemas().get(key)
    if schema is None:
        return key.replace("_", " ")
    name = rules()[schema.rule].name
    version = "" if schema.lift is Lift.NONE else f"{schema.lift} "
    return f"{version}{name}{', read backwards' if '.reversed' in key else ''}"


def _steps(steps: Sequence[Step]) -> str:
    n = len(steps)
    return "one step" if n == 1 else f"{n} steps"


def _derivation(item: Item, steps: Sequence[Step]) -> Iterator[str]:
    """The steps, numbered on from the premises."""
    for number, step in enumerate(steps, len(item.premises) + 1):
        sources = [f"({source + 1})" for source in step.sources]
        listed = " and ".join([", ".join(sources[:-1]), sources[-1]] if sources[1:] else sources)
        yield (
            f"({number}) {_in_words(step.formula, item)}[{step.formula}]"
            f" By {rule_name(step.form)} from {listed}."
        )


def _in_words(formula: str, item: Item) -> str:
    """The formula as a sentence, if the item is in English and has all its words."""
    if item.traits.language != _EN:
        return ""
    try:
        return f"{sentence(parse(formula), item.symbols, Random(0))} "
    except InputError:
        return ""


def _left_open(item: Item, certificate: EntailmentCertificate) -> Iterator[str]:
    yield "The premises leave the conclusion open: each of two cases agrees with all of them."
    for model, outcome in zip(certificate.models, ("true", "false"), strict=True):
        yield f"It is {outcome} in this case: {_case(item, model)}."
    if item.role == "fallacy":
        yield f"To conclude it all the same would be {rule_name(item.traits.root_form or '')}."
        if certificate.steps:
            yield (
                f"What does follow is [{certificate.conclusion}] from"
                f" [{'; '.join(certificate.sound_premises)}]."
            )


def _case(item: Item, model: Model) -> str:
    """Describe a structure: who exists, and what holds of whom, true facts first."""
    people = _people(item, model)
    atoms = [atom for symbol in item.symbols for atom in _ground(symbol, model.size)]
    ordered = sorted(atoms, key=lambda atom: atom[0] not in model.true)
    facts = [_fact(symbol, row, name in model.true, people) for name, symbol, row in ordered]
    has_people = any("(" in symbol.atom for symbol in item.symbols)
    n = f"there is just {people[0]}" if model.size == 1 else f"there are {' and '.join(people)}"
    return "; ".join([n, *facts] if has_people else facts)


def _people(item: Item, model: Model) -> list[str]:
    """What each individual is called."""
    words = {symbol.atom: symbol.text for symbol in item.symbols}
    names: dict[int, list[str]] = {}
    for constant, individual in model.names:
        names.setdefault(individual, []).append(words.get(constant, constant))
    return [
        " alias ".join(names[at]) if at in names else f"person {at + 1}" for at in range(model.size)
    ]


def _ground(symbol: Symbol, size: int) -> Iterator[tuple[str, Symbol, tuple[int, ...]]]:
    """The ground atoms of a symbol, as a structure writes them; a name has none."""
    name, _, places = symbol.atom.partition("(")
    if not places and symbol.negation is None and name.startswith("a"):
        return
    for row in product(range(size), repeat=places.count(",") + 1 if places else 0):
        yield (f"{name}({','.join(map(str, row))})" if row else name), symbol, row


def _fact(symbol: Symbol, row: tuple[int, ...], is_true: bool, people: list[str]) -> str:
    text = symbol.text if is_true else symbol.negation or f"not {symbol.text}"
    new: Mapping[str, str] = dict(zip("xy", (people[at] for at in row), strict=False))
    return re.sub(r"\b[xy]\b", lambda found: new.get(found[0], found[0]), text)
