"""The root of an argument: a schema of the leaf, and which of its letters are negated.

No edit of a universal inference makes a question look like many others, so weighting edits
(`weights`) is not enough to make valid and invalid arguments look alike. At one step a leaf's
arguments can be listed, and in the three-way form those whose edits can look like them come up more
often, by the shares in `data/lexicon/logicasker/shares.tsv`, fitted together with the weights. In
the two-way form they are listed with their edits (`twins`). Elsewhere all are equally likely.
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
    """A schema of a leaf, and the signs of its letters, + or -; None if they are drawn later."""

    schema: Schema
    signs: str | None


class _Shares(NamedTuple):
    roots: tuple[Root, ...]
    up_to: tuple[float, ...]  # cumulative shares


def draw_root(leaf: str, length: int, only_published: bool, rng: Random) -> Root:
    """Draw the root of an argument; by its share if it is asked as it is."""
    fitted = _shares().get(leaf) if length == 1 and not only_published else None
    if fitted is None:
        return Root(rng.choice(askable(leaf, only_published)), None)
    return rng.choices(fitted.roots, cum_weights=fitted.up_to)[0]


def as_asked(schema: Schema) -> Schema:
    """The schema of the sound argument: for a fallacy, the rule it is mistaken for."""
    contrast = contrasts().get(schema.key)
    return schema if contrast is None else contrast.sound


@cache
def askable(leaf: str, only_published: bool = False) -> tuple[Schema, ...]:
    """The schemas a leaf may be asked by; fallacies only if they have a sound twin."""
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
            raise InputError(f"{path.name}, line {number}: not a root with its share") from None
    return MappingProxyType(
        {
            leaf: _Shares(
                tuple(root for root, _ in shared), tuple(accumulate(share for _, share in shared))
            )
            for leaf, shared in found.items()
        }
    )
