"""The shapes of our own arguments, from `data/arguments/skeletons.toml`."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from engine.core.resources import data_file
from engine.families.argqa.arguments.questions import Triplet
from engine.logic.argument_graph import Support


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    about: str
    linear: tuple[str, str, str]
    convergent: tuple[str, str, str]
    divergent: tuple[str, str, str]
    further: tuple[tuple[str, str], ...]
    supports: dict[str, tuple[str, ...]]


class Skeleton(NamedTuple):
    """A shape: the ids of its propositions, its edges, and one triplet per structure.

    `further` are pairs on which questions may rest beyond those of the three triplets.
    """

    name: str
    about: str
    ids: tuple[str, ...]
    supports: tuple[Support, ...]
    triplets: tuple[Triplet, ...]
    further: tuple[tuple[str, str], ...]


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
    triplets = (
        Triplet("linear", entry.linear),
        Triplet("convergent", entry.convergent),
        Triplet("divergent", entry.divergent),
    )
    return Skeleton(name, entry.about, tuple(entry.supports), supports, triplets, entry.further)
