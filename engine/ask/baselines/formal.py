"""Respondents for questions whose answers are formulas, structures or sets.

Solvers are imported on use, so that runs of models do not load them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import orjson

from engine.ask.prompts import answer_line
from engine.core.items import NONE_FOLLOWS, AnswerKind, Item
from engine.families import find_family
from engine.logic import constants, negate, parse, show
from engine.logic.first_order.structures import Structure, signature, structure_text


def worked_out(item: Item) -> str:
    """The oracle's answer, from reading the sentence, searching structures or deciding entailment.

    It fails only if a gold answer is wrong, or if the family cannot read a sentence. Of the gold
    answer it uses only the domain, which the question states.
    """
    if item.answer_kind is AnswerKind.FORMULA:
        return _read(item)
    if item.answer_kind is AnswerKind.STRUCTURE:
        return _refuted(item)
    return _chosen(item)


def _read(item: Item) -> str:
    family = find_family(item.family)
    meanings = family.readings(item) if family is not None and family.readings else None
    if meanings is None:
        return "No grammar of the sentence is known, so that it cannot be read."
    found = meanings(" ".join(item.passage))
    if len(found) == 1:
        return answer_line(show(found[0]))
    return f"The sentence has {len(found)} readings, so that no formula symbolizes it."


def _refuted(item: Item) -> str:
    from engine.logic.first_order.models import find_model_of

    premises, conclusion = list(map(parse, item.premises)), parse(item.query[0])
    found = find_model_of([*premises, negate(conclusion)], domain_size(item))
    if found is None:
        return "The argument has no countermodel of that size."
    return answer_line(structure_text(found))


def _chosen(item: Item) -> str:
    from engine.logic.first_order.entailment import follows

    premises = tuple(map(parse, item.premises))
    right = [
        option.key
        for option, formula in zip(item.options, item.query, strict=True)
        if follows(premises, parse(formula))
    ]
    return answer_line(", ".join(right) or NONE_FOLLOWS)


def domain_size(item: Item) -> int:
    """The number of individuals of the domain that the question names."""
    return len(orjson.loads(item.gold)["domain"])


@dataclass(frozen=True, slots=True)
class Uniform:
    """A structure that ignores the argument: every predicate is true of everything, or of nothing.

    All names denote the first individual.
    """

    name: str
    is_true: bool
    kind: str = "baseline"

    def answer(self, item: Item) -> str:
        """The structure over the requested domain."""
        formulas = list(map(parse, (*item.premises, *item.query)))
        size = domain_size(item)
        extensions = {
            (name, places): frozenset(product(range(size), repeat=places) if self.is_true else ())
            for name, places in signature(formulas)
        }
        names = {term.name: 0 for formula in formulas for term in constants(formula)}
        return answer_line(structure_text(Structure(size, extensions, names)))
