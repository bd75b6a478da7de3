"""Tasks that let Inspect run a suite from the Hugging Face Hub, one per data set it can grade.

eval.yaml        the tasks, as in the folders of the data sets
asked/NAME/…     the items of the tasks, with their messages
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from engine.analysis.sources.reading import Dataset
from engine.core.suite_files import Release
from engine.io.exports import ASKED, as_yaml, write_text
from engine.pipeline.files.datasets import DATASETS, N_ASKED, SCORING, FolderFile, Folders
from engine.show.links.slugs import slug

_NOTE = (
    "`eval.yaml` has a task for each of {names}: it asks at most {n:,} English items of a split,"
    " which a configuration `NAME-asked` holds with their messages, and judges by the last line"
    " alone, `Answer: …`. "
)


class Asked(NamedTuple):
    """The items of a task: the path of their file in the suite's folder, its split and rows."""

    place: str
    split: str
    n_rows: int | None


def write_tasks(
    release: Release, held: Mapping[str, Dataset], folders: Folders, files: Path, folder: Path
) -> dict[str, Asked]:
    """Write `eval.yaml` and the items it asks into the suite's folder; gives them by data set.

    Nothing is written if no scorer of the Hub can grade any of the data sets.
    """
    asked, tasks = {}, []
    for name, dataset in held.items():
        file = _asked_of(dataset, folders)
        if file is None:
            continue
        own = files / DATASETS / slug(dataset.name)
        path = own / file.name
        asked[name] = Asked(f"{ASKED}/{name}/{path.name}", path.stem, file.n_rows)
        place = folder / asked[name].place
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(path.read_bytes())
        tasks.append(_task(own / "eval.yaml") | {"id": name, "config": f"{name}-{ASKED}"})
    if tasks:
        shown = {
            "name": f"Sorites: {release.title}",
            "description": f"The suite {release.suite}, a task a data set.",
            "evaluation_framework": "inspect-ai",
            "tasks": tasks,
        }
        write_text(folder / "eval.yaml", as_yaml(shown))
    return asked


def scoring_note(asked: Mapping[str, Asked]) -> str:
    """The paragraph on scoring in the suite's card for the Hub."""
    names = ", ".join(f"`{name}`" for name in asked)
    return (_NOTE.format(names=names, n=N_ASKED) if asked else "") + SCORING


def _asked_of(dataset: Dataset, folders: Folders) -> FolderFile | None:
    own = folders.get(dataset.name, ())
    return next((file for file in own if file.name.startswith(f"{ASKED}/")), None)


def _task(path: Path) -> dict[str, Any]:
    """The one task of a data set's own `eval.yaml`. Any: YAML."""
    [task] = yaml.safe_load(path.read_text(encoding="utf-8"))["tasks"]
    return dict(task)
