"""Our own arguments: one TOML file each under `data/arguments/graphs/`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from engine.core.errors import InputError
from engine.core.resources import data_file
from engine.core.toml_files import read_toml
from engine.families.argqa.arguments.skeletons import Skeleton, skeletons
from engine.logic.argument_graph import ArgumentGraph, Proposition, argument_graph

DOMAINS = ("product_reviews", "essays", "rule_making", "medical_abstracts")


class Reading(BaseModel):
    """One reader's judgements of pairs of sentences, made without seeing the edges.

    `pairs` are lines such as `n1>n3 5f3a91c2` (the first is a reason for the second) and `n1|n2
    0c1d9e44` (neither is a reason for the other). A `?` after the judgement marks doubt; the digest
    is of the two sentences as they were read.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    reader: str = Field(min_length=1)
    date: date
    pairs: tuple[str, ...]


class Review(BaseModel):
    """The verdict of a reviewer who read the whole argument, without its edges.

    `read` is the digest of the sentences as they were read (`judgements.digest`). An argument to be
    revised is kept but not asked about; a dropped one is not even listed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    reviewer: str = Field(min_length=1)
    date: date
    read: str = Field(pattern=r"^[0-9a-f]{8}$")
    verdict: Literal["accepted", "mend", "dropped"]
    note: str = ""


class ArgumentFile(BaseModel):
    """The contents of a file; `writer`, `reader` and `reviewer` name persons or models."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[a-z_]+-\d{3}$")
    domain: Literal["product_reviews", "essays", "rule_making", "medical_abstracts"]
    topic: str = Field(min_length=3, max_length=100)
    skeleton: str
    writer: str = Field(min_length=1)
    written: date
    propositions: dict[str, str]
    review: Review | None = None
    readings: tuple[Reading, ...] = ()


class OwnArgument(NamedTuple):
    """One of our arguments, with the graph that its skeleton gives its sentences."""

    file: ArgumentFile
    skeleton: Skeleton
    graph: ArgumentGraph


def read_argument(path: Path) -> OwnArgument:
    """Read the argument in a file.

    Raises:
        InputError: it cannot be read or violates the format; names the file and place.
    """
    stated = read_toml(path, "the argument").fitted(ArgumentFile)
    if stated.id != path.stem or stated.id.rpartition("-")[0] != stated.domain:
        raise InputError(f"{path}: the id must be the file's name, {stated.domain}-NNN")
    if stated.skeleton not in skeletons():
        known = ", ".join(skeletons())
        raise InputError(f"{path}: there is no skeleton {stated.skeleton!r}; there are {known}")
    skeleton = skeletons()[stated.skeleton]
    if tuple(stated.propositions) != skeleton.ids:
        raise InputError(
            f"{path}: the propositions must be {', '.join(skeleton.ids)}, in this order"
        )
    return OwnArgument(stated, skeleton, own_graph(stated, skeleton))


def own_graph(stated: ArgumentFile, skeleton: Skeleton) -> ArgumentGraph:
    """The graph of a file: its sentences on its skeleton."""
    sentences = [Proposition(one, text) for one, text in stated.propositions.items()]
    return argument_graph(stated.id, sentences, skeleton.supports, domain=stated.domain)


def argument_paths() -> tuple[Path, ...]:
    """The files of our own arguments, by name."""
    return tuple(sorted((data_file("arguments") / "graphs").glob("*.toml")))


@lru_cache(maxsize=1)
def own_arguments() -> Sequence[OwnArgument]:
    """Our own arguments that were not dropped, by id."""
    found = tuple(map(read_argument, argument_paths()))
    return tuple(
        own for own in found if own.file.review is None or own.file.review.verdict != "dropped"
    )
