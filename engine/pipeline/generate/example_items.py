"""Examples to show where a data set has too few to train on: by its recipe, from another seed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.ask.prompts import choose_examples, kind_of, style
from engine.ask.respondents import is_baseline
from engine.ask.runs import Material, Request
from engine.ask.runs.material import prompt_of
from engine.core.errors import InputError
from engine.core.items import Item
from engine.store import Dataset

if TYPE_CHECKING:
    from engine.pipeline.generate.generation import Spec

_SIZES = (6, 12, 24, 48)
"""The groups to make, as many as the prompt needs."""


def with_examples(material: Material, request: Request) -> Material:
    """The material with enough items to show; they are the same for every run on the data set.

    Raises:
        InputError: the train split has too few, and there is no recipe to make others by.
    """
    if is_baseline(request.model) or request.demonstrations is not None:
        return material
    chosen = style(prompt_of(request))
    if not chosen.shots:
        return material
    try:
        choose_examples(material.train, chosen.shots, chosen.selection)
    except InputError as error:
        for train in _made(material):
            try:
                choose_examples(train, chosen.shots, chosen.selection)
            except InputError:
                continue
            return replace(material, train=train)
        raise error
    return material


def _made(material: Material) -> Iterator[tuple[Item, ...]]:
    """More and more items of the kind and languages asked, none of them among the items."""
    spec = _spec(material.dataset)
    languages = {item.traits.language for item in material.items}
    for n in _SIZES if spec else ():
        yield tuple(
            item
            for item in _items(spec, n)
            if kind_of(item) is material.kind
            and item.traits.language in languages
            and material.items.place(item.hash) is None
        )


@lru_cache(maxsize=4)
def _items(spec: Spec, n_groups: int) -> tuple[Item, ...]:
    # late, because it loads the solvers
    from engine.pipeline.generate.generation import make_items

    try:
        return tuple(make_items(spec, range(n_groups)))
    except InputError:  # the family has no material for so many
        return ()


def _spec(dataset: Dataset) -> Spec | None:
    """The recipe of a data set with a seed of its own for examples; None if it was imported."""
    from engine.pipeline.generate.generation import reseeded

    digest = hashlib.sha256(f"examples {dataset.family} {dataset.seed}".encode()).digest()
    return reseeded(dataset, int.from_bytes(digest[:7]))
