"""Suites: frozen recipes of data sets with their content hashes.

A suite is a TOML file under `data/suites/`. Items are a pure function of recipe and seed, so the
hashes hold on any machine; a data set with other content is an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import VerificationError
from engine.core.progress import Progress, silent
from engine.core.suite_files import Release, read_suite
from engine.pipeline.generate.datasets import find_generated, generate_dataset
from engine.pipeline.generate.generation import Spec, make_spec
from engine.store import Dataset


@dataclass(frozen=True, slots=True)
class SuiteEntry:
    """A data set of a suite: its name, its spec and the hash that its content must have."""

    name: str
    spec: Spec
    content_hash: str


def held_sets(datasets: Sequence[Dataset], release: Release) -> dict[str, Dataset]:
    """The data sets with the content of a release, by their names in the release."""
    by_content = {dataset.content_hash: dataset for dataset in datasets}
    return {
        name: by_content[content]
        for name, content in release.contents.items()
        if content in by_content
    }


def load_suite(name: str) -> tuple[SuiteEntry, ...]:
    """The data sets of a suite.

    Raises:
        InputError: there is no such suite.
    """
    return tuple(
        SuiteEntry(e.name, make_spec(e.family, e.settings, e.seed, e.n), e.content_hash)
        for e in read_suite(name).dataset
    )


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
