"""The files of frozen suites under `data/suites/`: recipes, and the content each must have."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from pydantic import BaseModel, ConfigDict, Field

from engine.core.errors import InputError
from engine.core.resources import data_file


class FrozenSet(BaseModel):
    """A data set of a suite: its recipe, and the hash that its content must have."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    family: str
    seed: int
    n: int = Field(ge=1)
    settings: dict[str, str] = {}
    content_hash: str


class SuiteFile(BaseModel):
    """What a suite's file says."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    released: date
    dataset: tuple[FrozenSet, ...]


@dataclass(frozen=True, slots=True)
class Release:
    """A suite with its release date and the content hashes of its data sets, by their names.

    A suite in a released version of Sorites (dated in the changelog) never changes; a new version
    of it is a new suite.
    """

    suite: str
    title: str
    released: date
    contents: Mapping[str, str]


def suite_names() -> tuple[str, ...]:
    """The names of all suites."""
    return tuple(sorted(path.stem for path in data_file("suites").glob("*.toml")))


def suite_title(name: str) -> str:
    """What a suite is, in a few words.

    Raises:
        InputError: there is no such suite.
    """
    return read_suite(name).title


def suite_release(name: str) -> date:
    """The day on which a suite was first to be had; a model trained before has not seen it.

    Raises:
        InputError: there is no such suite.
    """
    return read_suite(name).released


def suite_releases() -> tuple[Release, ...]:
    """All releases, the newest first."""
    found = []
    for name in suite_names():
        read = read_suite(name)
        contents = {entry.name: entry.content_hash for entry in read.dataset}
        found.append(Release(name, read.title, read.released, contents))
    return tuple(sorted(found, key=lambda one: (-one.released.toordinal(), one.suite)))


def releases() -> dict[str, date]:
    """The day of release by content hash, for every data set of every suite."""
    return {
        content: release.released
        for release in suite_releases()
        for content in release.contents.values()
    }


def read_suite(name: str) -> SuiteFile:
    """The file of a suite.

    Raises:
        InputError: there is no such suite.
    """
    if name not in suite_names():
        raise InputError(f"there is no suite {name!r}; the suites are: {', '.join(suite_names())}")
    text = (data_file("suites") / f"{name}.toml").read_text(encoding="utf-8")
    return SuiteFile.model_validate(tomllib.loads(text))
