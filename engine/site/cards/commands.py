"""The commands that reproduce a data set and a board's scores from an empty folder."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from engine.analysis.boards import Score
from engine.analysis.sources.reading import Reading
from engine.pipeline.generate.remaking import making_command
from engine.show.tables.html import code


def commands(reading: Reading, scores: Sequence[Score]) -> str:
    """A folded list of the distinct commands that make the data set, the answers and the board."""
    shown = list(dict.fromkeys(score.command for score in scores if score.command))
    if not shown:
        return ""
    named = {dataset.name: dataset for dataset in reading.datasets}
    dataset = named.get(scores[0].dataset)
    if dataset and (made := making_command(reading, dataset)):
        shown = [made, *shown, shlex.join(["sorites", "leaderboard", dataset.name])]
    lines = "".join(f"<li>{code(command).html}</li>" for command in shown)
    return (
        f'<details class="el-fold"><summary>Reproduce these figures</summary>'
        f"<ul>{lines}</ul></details>"
    )
