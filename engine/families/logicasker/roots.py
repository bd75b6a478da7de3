"""What an argument is an instance of: a schema of the leaf, and which of its letters are denied.

No edit of an inference on everyone makes what is asked look like much else, so drawing edits by
weights (`weights`) does not by itself make what follows and what does not look alike. At one step
the arguments of a leaf can be listed one by one, and in the three-way form those come more often
that their edits can look like: by the shares of `data/lexicon/logicasker/shares.tsv`, which were
fitted together with the weights. Where the answer is yes or no they are listed with their edits
(`twins`). Elsewhere all are equally likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import accumulate
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from engine.core.errors import InputError
from engine.core.resources import data_file
from engine.families.logicasker.contrast import contrasts
from engine.families.logicasker.growth import is_askable
from engine.families.logicasker.rules.lifting import Schema
from engine.families.logicasker.rules.skills import Source, leaves


class Root(NamedTuple):
    """A schema of a leaf, and the signs of its letters, + or -; None where they are drawn later."""

    schema: Schema
    signs: str | None


class _Shares(NamedTuple):
    roots: tuple[Root, ...]
    up_to: tuple[float, ...]  # the sum of the shares to here


def draw_root(leaf: str, length: int, only_published: bool, rng: Random) -> Root:
    """The root of an argument; by its share where it is asked as it stands."""
    fitted = _shares().get(leaf) if length == 1 and not only_published else None
    if fitted is None:
        return Root(rng.choice(askable(leaf, only_published)), None)
    return rng.choices(fitted.roots, cum_weights=fitted.up_to)[0]


def as_asked(schema: Schema) -> Schema:
    """What a sound argument is made of: of a fallacy the rule that it is taken for."""
    contrast = contrasts().get(schema.key)
    return schema if contrast is None else contrast.sound


@cache
def askable(leaf: str, only_published: bool = False) -> tuple[Schema, ...]:
    """The schemas that a leaf may be asked by: fallacies, where they have a sound twin."""
    skill, _ = leaves()[leaf]
    return tuple(
        schema
        for form in skill.forms
        if form.source is Source.PUBLISHED or not only_published
        for schema in form.schemas
        if is_askable(schema) and (not skill.is_fallacy or schema.key in contrasts())
    )


@cache
def _shares() -> Mapping[str, _Shares]:
    """The shares of roots by leaf.

    Raises:
        InputError: a line of the data file is not a leaf, schema, signs and a share.
    """
    path = data_file("lexicon/logicasker/shares.tsv")
    found: dict[str, list[tuple[Root, float]]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()[1:], 2):
        try:
            leaf, key, signs, share = line.split("\t")
            schema = next(one for one in askable(leaf) if one.key == key)
            found.setdefault(leaf, []).append((Root(schema, signs), float(share)))
        except (ValueError, KeyError, StopIteration):
            raise InputError(f"{path.name}, line {number}: no root with its share") from None
    return MappingProxyType(
        {
            leaf: _Shares(
                tuple(root for root, _ in shared), tuple(accumulate(share for _, share in shared))
            )
            for leaf, shared in found.items()
        }
    )
