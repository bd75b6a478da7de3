"""The command that makes a data set again, of the same questions in the same order."""

from __future__ import annotations

import json
import shlex

from engine.families import family
from engine.generation import canonical_json
from engine.site.machine_card import release_of
from engine.store import Dataset


def remaking_command(dataset: Dataset) -> str:
    """The suite's command for a frozen set; for another the generator's, with what is not default.

    It makes the same where the generator's version is still that of the set.
    """
    release = release_of(dataset)
    if release:
        return f"elenchus suite {release.suite}"
    params = json.loads(dataset.params)
    default = json.loads(canonical_json(family(dataset.family).params()))
    words = ["elenchus", "generate", dataset.family, "--name", dataset.name]
    words += ["-n", str(dataset.n), "--seed", str(dataset.seed)]
    for name, value in params.items():
        if value != default.get(name):
            words += ["--set", f"{name}={_typed(value)}"]
    return shlex.join(words)


def _typed(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
