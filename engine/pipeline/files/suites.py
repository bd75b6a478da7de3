"""The download folder of a suite: its machine-readable card and its items.

    card.json        the suite and its data sets, as rows
    croissant.json   Croissant 1.1: every file with its hash, and every column
    README.md        the card for the Hugging Face Hub, one configuration per data set
    data/NAME/…      the items of each data set in the snapshot, one file per split
    eval.yaml        tasks for Inspect, one per data set whose answers it can grade
    asked/NAME/…     the items of those tasks, with their messages

The folder is self-contained and can be pushed as it is; its files are copied from the data sets.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson

from engine.analysis.sources.reading import Dataset, Reading
from engine.core.suite_files import Release, suite_releases
from engine.io.exports import (
    FrozenSet,
    file_object,
    schema_of,
    suite_description,
    suite_readme,
    write_document,
    write_text,
)
from engine.pipeline.files.datasets import (
    COLUMNS,
    DATASETS,
    LICENCE,
    FolderFile,
    Folders,
    card_facts,
    folder_file,
)
from engine.pipeline.files.tasks import scoring_note, write_tasks
from engine.pipeline.generate.suites import SuiteEntry, held_sets, load_suite
from engine.show.links.slugs import slug

RELEASES = "releases"
"""The folder of all releases."""

_DOCUMENTS = ("card.json", "croissant.json", "README.md")

SuiteFolders = Mapping[str, tuple[FolderFile, ...]]
"""The files of each suite, by its name."""


def write_suite_folders(reading: Reading, folders: Folders, files: Path, root: str) -> SuiteFolders:
    """Write the folder of each suite below `files`, which the site serves at `root`."""
    return {
        one.suite: tuple(_written(reading, one, folders, files, root)) for one in suite_releases()
    }


def _written(
    reading: Reading, release: Release, folders: Folders, files: Path, root: str
) -> Iterator[FolderFile]:
    own = f"{RELEASES}/{release.suite}"
    folder = files / own
    held = held_sets(reading.datasets, release)
    items = {
        f"data/{name}/{path.name}": (path, n_rows)
        for name, dataset in held.items()
        for path, n_rows in _parquet(dataset, folders, files)
    }
    for name, (path, _) in items.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / name)
    entries = load_suite(release.suite)
    families = sorted({entry.spec.family for entry in entries})
    parts = [name.removeprefix("data/").removesuffix(".parquet") for name in items]
    described = [file_object(part, folder / f"data/{part}.parquet") for part in parts]
    columns = schema_of().names
    asked = write_tasks(release, held, folders, files, folder)
    splits = {name: one.split for name, one in asked.items()}
    facts = {
        name: replace(card_facts(reading, dataset), asked=splits.get(name))
        for name, dataset in held.items()
    }
    write_document(folder / "card.json", suite_machine_card(release, entries, held))
    spoken = {language for one in facts.values() for language in one.known.languages}
    croissant = suite_description(release, spoken, families, described, columns)
    write_document(folder / "croissant.json", croissant)
    sets = [
        FrozenSet(one.name, one.spec.family, one.spec.seed, one.spec.n_items, one.content_hash)
        for one in entries
    ]
    shown = suite_readme(release, sets, facts, columns=COLUMNS, scoring=scoring_note(asked))
    write_text(folder / "README.md", shown)
    written: dict[str, int | None] = {name: None for name in _DOCUMENTS}
    written |= {"eval.yaml": None} if asked else {}
    written |= {one.place: one.n_rows for one in asked.values()}
    written |= {name: n_rows for name, (_, n_rows) in items.items()}
    for name, n in written.items():
        yield folder_file(folder / name, f"{root}/{own}/{name}", n)


def _parquet(dataset: Dataset, folders: Folders, files: Path) -> Iterator[tuple[Path, int]]:
    """The written item files of a data set, and their rows."""
    for file in folders.get(dataset.name, ()):
        if file.has_items and file.n_rows is not None:
            yield files / DATASETS / slug(dataset.name) / file.name, file.n_rows


def suite_machine_card(
    release: Release, entries: Sequence[SuiteEntry], held: Mapping[str, Dataset]
) -> dict[str, Any]:
    """The card of a suite as JSON; `held` are its sets in the snapshot. Any: JSON."""
    return {
        "name": release.suite,
        "title": release.title,
        "status": "frozen",
        "released": release.released.isoformat(),
        "licence": LICENCE,
        "items": sum(entry.spec.n_items for entry in entries),
        "data_sets": [
            {
                "name": entry.name,
                "family": entry.spec.family,
                "seed": entry.spec.seed,
                "parameters": orjson.loads(entry.spec.params),
                "items": entry.spec.n_items,
                "content_sha256": entry.content_hash,
                "in_snapshot": held[entry.name].name if entry.name in held else None,
            }
            for entry in entries
        ],
    }
