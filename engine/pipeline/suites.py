"""Suites: frozen recipes of data sets with their content hashes.

A suite is a TOML file under `data/suites/`. Items are a pure function of recipe and seed, so the
hashes hold on any machine; a data set with other content is an error.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from engine.core.errors import InputError, VerificationError
from engine.core.progress import Progress, silent
from engine.core.resources import data_file
from engine.pipeline.datasets import find_generated, generate_dataset
from engine.pipeline.generation import Spec, make_spec
from engine.store import Dataset


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    family: str
    seed: int
    n: int = Field(ge=1)
    settings: dict[str, str] = {}
    content_hash: str


class _Suite(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    released: date
    dataset: tuple[_Entry, ...]


@dataclass(frozen=True, slots=True)
class SuiteEntry:
    """A data set of a suite: its name, its spec and the hash that its content must have."""

    name: str
    spec: Spec
    content_hash: str


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


def held_sets(datasets: Sequence[Dataset], release: Release) -> dict[str, Dataset]:
    """The data sets with the content of a release, by their names in the release."""
    by_content = {dataset.content_hash: dataset for dataset in datasets}
    return {
        name: by_content[content]
        for name, content in release.contents.items()
        if content in by_content
    }


def suite_names() -> tuple[str, ...]:
    """The names of all suites."""
    return tuple(sorted(path.stem for path in data_file("suites").glob("*.toml")))


def suite_title(name: str) -> str:
    """The title of a suite.

    Raises:
        InputError: there is no such suite.
    """
    return _read(name).title


def suite_release(name: str) -> date:
    """The day of a suite's first release; a model trained before has not seen it.

    Raises:
        InputError: there is no such suite.
    """
    return _read(name).released


def suite_releases() -> tuple[Release, ...]:
    """All releases, the newest first."""
    found = []
    for name in suite_names():
        read = _read(name)
        contents = {entry.name: entry.content_hash for entry in read.dataset}
        found.append(Release(name, read.title, read.released, contents))
    return tuple(sorted(found, key=lambda one: (-one.released.toordinal(), one.suite)))


def releases() -> dict[str, date]:
    """The release day of every data set of every suite, by content hash."""
    return {
        content: release.released
        for release in suite_releases()
        for content in release.contents.values()
    }


def load_suite(name: str) -> tuple[SuiteEntry, ...]:
    """The data sets of a suite.

    Raises:
        InputError: there is no such suite.
    """
    return tuple(
        SuiteEntry(e.name, make_spec(e.family, e.settings, e.seed, e.n), e.content_hash)
        for e in _read(name).dataset
    )


def _read(name: str) -> _Suite:
    if name not in suite_names():
        raise InputError(f"there is no suite {name!r}; the suites are: {', '.join(suite_names())}")
    text = (data_file("suites") / f"{name}.toml").read_text(encoding="utf-8")
    return _Suite.model_validate(tomllib.loads(text))


def find_entry(entry: SuiteEntry, db: Path) -> Dataset | None:
    """The data set of a suite if the database has it with the frozen content, else None.

    Raises:
        InputError: its name is taken by another data set.
    """
    found = find_generated(entry.spec, entry.name, db)
    return found if found and found.content_hash == entry.content_hash else None


def generate_entry(
    entry: SuiteEntry, db: Path, executor: Executor | None = None, progress: Progress = silent
) -> Dataset:
    """Generate one data set of a suite.

    Raises:
        VerificationError: its content differs from the frozen content.
    """
    dataset = generate_dataset(entry.spec, entry.name, db, executor, progress, replace=True)
    if dataset.content_hash != entry.content_hash:
        raise VerificationError(
            f"{entry.name} has content {dataset.content_hash}, but the suite froze"
            f" {entry.content_hash}; the generator or its word lists have changed since"
        )
    return dataset
