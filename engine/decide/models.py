"""Structures in certificates, and the smallest ones that show a query is undetermined."""

from __future__ import annotations

from functools import lru_cache

from engine.core.errors import VerificationError
from engine.core.items import Model
from engine.logic import Formula, negate, show
from engine.logic.first_order.models import find_model
from engine.logic.first_order.structures import Structure, rows
from engine.logic.occurrences import closed

LARGEST = 3
"""The largest domain of structures that show a query is undetermined."""
LARGEST_EITHER_WAY = 5
"""The largest domain of structures in which a sentence is true, and false."""


@lru_cache(maxsize=1 << 12)
def open_models(premises: tuple[Formula, ...], query: Formula) -> tuple[Model, ...] | None:
    """The least structures in which the premises are true, and the query true, and false."""
    held, asked = [closed(premise) for premise in premises], closed(query)
    found = [find_model([*held, claim], LARGEST) for claim in (asked, negate(asked))]
    if any(structure is None for structure in found):
        return None
    return tuple(model_of(structure) for structure in found if structure is not None)


@lru_cache(maxsize=1 << 12)
def either_way(formula: Formula) -> tuple[Model, Model]:
    """The least structures in which a formula is true, and false.

    Raises:
        VerificationError: there are none of few individuals.
    """
    found = [find_model([claim], LARGEST_EITHER_WAY) for claim in (formula, negate(formula))]
    true, false = found
    if true is None or false is None:
        raise VerificationError(f"{show(formula)} was not found to be true, or not to be false")
    return model_of(true), model_of(false)


def model_of(structure: Structure) -> Model:
    """A structure as stored."""
    true = [
        f"{name}({','.join(map(str, row))})" if row else name
        for (name, places), extension in structure.predicates.items()
        for row in rows(structure.size, places)
        if row in extension
    ]
    return Model(structure.size, tuple(structure.constants.items()), tuple(true))


def structure_of(model: Model) -> Structure:
    """The structure of a stored model.

    Raises:
        ValueError: an atom is not written as one.
        InputError: a structure cannot be so.
    """
    extensions: dict[tuple[str, int], set[tuple[int, ...]]] = {}
    for atom in model.true:
        name, _, rest = atom.partition("(")
        row = tuple(map(int, rest.removesuffix(")").split(","))) if rest else ()
        extensions.setdefault((name, len(row)), set()).add(row)
    predicates = {key: frozenset(found) for key, found in extensions.items()}
    return Structure(model.size, predicates, dict(model.names))
