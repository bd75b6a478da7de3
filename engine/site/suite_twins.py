"""A suite's card for programs: what it is made of, with the files of its data sets.

`card.json` has the suite and its data sets as rows, `croissant.json` is Croissant 1.1 and names
each file of each data set with its hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from engine.exports import suite_description, write_document
from engine.site.machine_card import LICENCE
from engine.site.reading import Reading
from engine.site.releases import held_sets
from engine.site.sources import RELEASES
from engine.site.twins import TwinFile, Twins
from engine.slugs import slug
from engine.store import Dataset
from engine.suites import Release, load_suite, suite_releases

SuiteTwins = Mapping[str, tuple[TwinFile, ...]]
"""The files of each suite, by its name."""


def write_suite_twins(reading: Reading, twins: Twins, files: Path, root: str) -> SuiteTwins:
    """Write the folder of each suite below `files`, which stands at `root` in the site."""
    return {one.suite: _written(reading, one, twins, files, root) for one in suite_releases()}


def _written(
    reading: Reading, release: Release, twins: Twins, files: Path, root: str
) -> tuple[TwinFile, ...]:
    own = f"{RELEASES}/{release.suite}"
    held = held_sets(reading, release)
    documents = {
        "card.json": suite_machine_card(release, held),
        "croissant.json": suite_description(
            release,
            sorted({entry.spec.family for entry in load_suite(release.suite)}),
            [file for name, dataset in held.items() for file in _objects(name, dataset, twins)],
        ),
    }
    made = []
    for name, document in documents.items():
        path = files / own / name
        write_document(path, document)
        content = path.read_bytes()
        digest = hashlib.sha256(content).hexdigest()
        made.append(TwinFile(f"{root}/{own}/{name}", None, len(content), digest))
    return tuple(made)


def suite_machine_card(release: Release, held: Mapping[str, Dataset]) -> dict[str, Any]:
    """What the card of a suite says, as JSON. `held` are its sets in the snapshot. Any: JSON."""
    entries = load_suite(release.suite)
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


def _objects(name: str, dataset: Dataset, twins: Twins) -> list[dict[str, Any]]:
    """How the description names the items' files of a data set, beside it. Any: JSON."""
    return [
        {
            "@type": "cr:FileObject",
            "@id": f"{name}/{file.name}",
            "name": f"{name}/{file.name}",
            "contentUrl": f"../../datasets/{slug(dataset.name)}/{file.name}",
            "encodingFormat": "application/x-parquet",
            "sha256": file.sha256,
        }
        for file in twins.get(dataset.name, ())
        if file.n_rows is not None
    ]
