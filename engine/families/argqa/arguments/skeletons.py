"""The shapes of our own arguments, from `data/arguments/skeletons.toml`."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from engine.core.resources import data_file
from engine.logic.argument_graph import ArgumentGraph, Proposition, Support, argument_graph


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    about: str
    supports: dict[str, tuple[str, ...]]


class Skeleton(NamedTuple):
    """A shape: the ids of its propositions, and its edges."""

    name: str
    ids: tuple[str, ...]
    supports: tuple[Support, ...]


@lru_cache(maxsize=1)
def skeletons() -> dict[str, Skeleton]:
    """All skeletons by name."""
    text = (data_file("arguments") / "skeletons.toml").read_text(encoding="utf-8")
    return {
        name: _skeleton(name, _Entry.model_validate(entry))
        for name, entry in tomllib.loads(text).items()
    }


def _skeleton(name: str, entry: _Entry) -> Skeleton:
    supports = tuple(
        Support((source,), target)
        for source, targets in entry.supports.items()
        for target in targets
    )
    return Skeleton(name, tuple(entry.supports), supports)


@lru_cache(maxsize=8)
def bare_graph(shape: str) -> ArgumentGraph:
    """The graph of a shape, without sentences."""
    skeleton = skeletons()[shape]
    bare = [Proposition(one, one) for one in skeleton.ids]
    return argument_graph(shape, bare, skeleton.supports)
