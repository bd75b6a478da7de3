"""Our own arguments: one TOML file each under `data/arguments/graphs/`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from engine.core.errors import InputError
from engine.core.resources import data_file
from engine.core.toml_files import read_toml
from engine.families.argqa.arguments.skeletons import Skeleton, skeletons
from engine.families.argqa.arguments.wording import Form
from engine.logic.argument_graph import (
    ArgumentGraph,
    Attack,
    Proposition,
    Support,
    argument_graph,
)

DOMAINS = ("product_reviews", "essays", "rule_making", "medical_abstracts")


class Reading(BaseModel):
    """What one reader saw in an argument, without its graph.

    `seen` are entries such as `n1>n4` (the first is a reason for the second) and `n4!n6` (the first
    speaks against the second). `is_sound` is false if the argument contradicts itself, makes no
    sense or is ungrammatical. `natural` is 1 (nobody would say it) to 5; `read` is the digest of
    the sentences as they were read (`judgements.digest`).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    reader: str = Field(min_length=1)
    date: date
    read: str = Field(pattern=r"^[0-9a-f]{8}$")
    is_sound: bool
    natural: int = Field(ge=1, le=5)
    note: str = ""
    seen: tuple[Annotated[str, Field(pattern=r"^n\d+[>!]n\d+$")], ...]

    def graph(self, read: ArgumentGraph) -> ArgumentGraph:
        """The argument as the reader saw it.

        Raises:
            InputError: the reading names an unknown sentence, or its reasons lead in a circle.
        """
        supports = [one.split(">") for one in self.seen if ">" in one]
        attacks = [one.split("!") for one in self.seen if "!" in one]
        return argument_graph(
            f"{read.name} as read by {self.reader}",
            read.propositions,
            [Support((source,), target) for source, target in supports],
            [Attack(source, target) for source, target in attacks],
        )


class ArgumentFile(BaseModel):
    """The contents of a file; `writer` and `reader` name persons or models.

    `forms` are those of the sentences, in their order.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[a-z_]+-\d{3}$")
    domain: Literal["product_reviews", "essays", "rule_making", "medical_abstracts"]
    topic: str = Field(min_length=3, max_length=100)
    skeleton: str
    writer: str = Field(min_length=1)
    written: date
    forms: tuple[Form, ...]
    propositions: dict[str, str]
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
    if len(stated.forms) != len(skeleton.ids):
        raise InputError(f"{path}: there must be a form for each proposition")
    sentences = [Proposition(one, text) for one, text in stated.propositions.items()]
    graph = argument_graph(stated.id, sentences, skeleton.supports, domain=stated.domain)
    return OwnArgument(stated, skeleton, graph)


def argument_paths() -> tuple[Path, ...]:
    """The files of our own arguments, by name."""
    return tuple(sorted((data_file("arguments") / "graphs").glob("*.toml")))


@lru_cache(maxsize=1)
def own_arguments() -> Sequence[OwnArgument]:
    """Our own arguments, by id."""
    return tuple(map(read_argument, argument_paths()))
