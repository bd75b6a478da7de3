"""The commands that make a data set, and the scores of a board, again, from an empty folder on."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

import orjson

from engine.analysis.datasets.composition import is_whole
from engine.analysis.reading import Reading
from engine.families import family
from engine.pipeline.generation import canonical_json
from engine.pipeline.suites import suite_releases
from engine.show.tables import code
from engine.site.boards.scores import Score
from engine.store import Dataset

_RECIPE = "sound"
"""What `sorites generate` makes where no recipe is named."""


def commands(reading: Reading, scores: Sequence[Score]) -> str:
    """The commands, each once, folded away: what makes the data set, the answers, and the board."""
    told = list(dict.fromkeys(score.command for score in scores if score.command))
    if not told:
        return ""
    named = {dataset.name: dataset for dataset in reading.datasets}
    dataset = named.get(scores[0].dataset)
    if dataset and (made := making_command(reading, dataset)):
        told = [made, *told, shlex.join(["sorites", "leaderboard", dataset.name])]
    lines = "".join(f"<li>{code(command).html}</li>" for command in told)
    return (
        f'<details class="el-fold"><summary>How to get these figures again</summary>'
        f"<ul>{lines}</ul></details>"
    )


def making_command(reading: Reading, dataset: Dataset) -> str | None:
    """What makes exactly this data set; None of an imported one, or where it cannot be made so.

    That is where another version of the generator made it, or only some of its items are kept.
    """
    for release in suite_releases():
        if release.contents.get(dataset.name) == dataset.content_hash:
            return f"sorites suite {release.suite}"
    if dataset.source != "generated" or not is_whole(reading, dataset):
        return None
    if dataset.version != family(dataset.family).version:
        return None
    words = ["sorites", "generate", dataset.family, "--name", dataset.name]
    words += ["-n", str(dataset.n), "--seed", str(dataset.seed), *_settings(dataset)]
    return shlex.join(words)


def _settings(dataset: Dataset) -> Iterator[str]:
    """The options of what is not as it is by default."""
    recipe = dataset.recipe or _RECIPE
    if recipe != _RECIPE:
        yield from ("--recipe", recipe)
    params = family(dataset.family).params.model_validate({"recipe": recipe})
    usual = orjson.loads(canonical_json(params))
    for name, value in orjson.loads(dataset.params).items():
        if value != usual.get(name):
            yield from ("--set", f"{name}={_typed(value)}")


def _typed(value: object) -> str:
    return value if isinstance(value, str) else orjson.dumps(value).decode()
