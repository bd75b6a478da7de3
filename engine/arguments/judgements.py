"""What readers found of single pairs, and whether it agrees with the graph.

Beside the judgements in the files of the arguments there are those of further pairs, on which
questions turn that are not made of the three triplets: `data/arguments/further.toml`. Each stands
with a digest of its two sentences: when one is reworded, the pair is unread again.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from engine.arguments.corpus import OwnArgument
from engine.arguments.graph import ArgumentGraph
from engine.errors import InputError
from engine.resources import data_file

_JUDGED = re.compile(r"(\w+)([<>|])(\w+)")


class FurtherReadings(BaseModel):
    """What stands in `data/arguments/further.toml`: who read, and lines like `n1|n2 5f3a91c2`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reader: str
    pairs: dict[str, tuple[str, ...]]


def path() -> Path:
    """The file of the further readings."""
    return data_file("arguments") / "further.toml"


@lru_cache(maxsize=1)
def further_readings() -> FurtherReadings:
    """The further readings there are."""
    return FurtherReadings.model_validate(tomllib.loads(path().read_text(encoding="utf-8")))


def judged(own: OwnArgument) -> dict[frozenset[str], str]:
    """What the reader found of the further pairs of an argument as it is worded now."""
    found = {}
    for line in further_readings().pairs.get(own.file.id, ()):
        judgement, _, read = line.partition(" ")
        first, sign, second = parts(judgement)
        if read == digest(own, first, second):
            found[frozenset((first, second))] = f"{first} {sign} {second}"
    return found


def agreed(own: OwnArgument) -> frozenset[frozenset[str]]:
    """The further pairs that the reader sees as the graph has them."""
    return frozenset(
        pair
        for pair, judgement in judged(own).items()
        if judgement in agreeing(own.graph, *sorted(pair))
    )


def unread(own: OwnArgument) -> tuple[tuple[str, str], ...]:
    """The further pairs of an argument that no one has judged as they are worded now."""
    found = judged(own)
    return tuple(pair for pair in own.skeleton.further if frozenset(pair) not in found)


def agreeing(graph: ArgumentGraph, one: str, other: str) -> tuple[str, ...]:
    """The readings that agree with the graph.

    Where support goes over others only, a reader need not see it: no question turns on it, as long
    as it is not found the other way round.
    """
    if graph.is_supported(other, one):
        one, other = other, one
    neither = f"{one} | {other}", f"{other} | {one}"
    if graph.is_direct(one, other):
        return (f"{one} > {other}",)
    return (f"{one} > {other}", *neither) if graph.is_supported(one, other) else neither


def parts(judgement: str) -> tuple[str, str, str]:
    """The two names and the sign of a judgement such as `A>C`.

    Raises:
        InputError: it is none.
    """
    match = _JUDGED.fullmatch(judgement)
    if match is None:
        raise InputError(f"{judgement!r} is not like `A>C`")
    return match[1], match[2], match[3]


def digest(own: OwnArgument, one: str, other: str) -> str:
    """What the wording of two sentences comes to, in eight characters."""
    told = "\n".join(sorted((own.graph.text(one), own.graph.text(other))))
    return hashlib.sha256(told.encode()).hexdigest()[:8]
