"""The command that regenerates a data set exactly."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

import orjson

from engine.analysis.datasets.composition import is_whole
from engine.analysis.sources.reading import Reading
from engine.core.settings import canonical_json
from engine.core.suite_files import suite_releases
from engine.families import family, find_family
from engine.store import Dataset


def making_command(reading: Reading, dataset: Dataset) -> str | None:
    """The command that regenerates exactly this data set; None if none can.

    None can for an imported set, a set of another generator version, or a selection of items.
    """
    for release in suite_releases():
        if release.contents.get(dataset.name) == dataset.content_hash:
            return f"sorites suite {release.suite}"
    chosen = find_family(dataset.family) if dataset.source == "generated" else None
    if chosen is None or not is_whole(reading, dataset):
        return None
    if chosen.version_for(dataset.params) != dataset.version:
        return None
    words = ["sorites", "generate", dataset.family, "--name", dataset.name]
    words += ["-n", str(dataset.n), "--seed", str(dataset.seed), *_settings(dataset)]
    return shlex.join(words)


def _settings(dataset: Dataset) -> Iterator[str]:
    """The options that differ from the defaults."""
    usual = _defaults(dataset, {})
    if dataset.recipe and dataset.recipe != usual.get("recipe"):
        yield from ("--recipe", dataset.recipe)
        usual = _defaults(dataset, {"recipe": dataset.recipe})
    for name, value in orjson.loads(dataset.params).items():
        if value != usual.get(name):
            yield from ("--set", f"{name}={_typed(value)}")


def _defaults(dataset: Dataset, settings: dict[str, str]) -> dict[str, object]:
    found: dict[str, object] = orjson.loads(
        canonical_json(family(dataset.family).params.model_validate(settings))
    )
    return found


def _typed(value: object) -> str:
    return value if isinstance(value, str) else orjson.dumps(value).decode()
