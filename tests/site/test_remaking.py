"""The command on a card that makes a data set again."""

from __future__ import annotations

import shlex
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.analysis.sources.reading import reading
from engine.cli import app
from engine.pipeline.generate.remaking import making_command
from engine.pipeline.publish.publishing import publish
from engine.store import Dataset, connect, list_datasets

MADE = [
    "justlogic --name small -n 9 --recipe faithful --set max_depth=2",
    "divlogiceval --name 'two words' -n 8 --seed 5 --set twins=true",
    "logicasker --name asked -n 12 --set question=three-way",
    "argqa --name few -n 18",
]


def only_set(db: Path) -> Dataset:
    with closing(connect(db)) as con:
        [dataset] = list_datasets(con)
    return dataset


@pytest.mark.parametrize("words", MADE)
def test_the_command_of_a_card_makes_the_same_set_again(tmp_path: Path, words: str) -> None:
    first, second = tmp_path / "first.duckdb", tmp_path / "second.duckdb"

    def run(command: str, db: Path) -> None:
        typed = [*shlex.split(command)[1:], "--db", str(db), "--workers", "1"]
        done = CliRunner().invoke(app, typed, catch_exceptions=False)
        assert done.exit_code == 0, done.output

    run(f"sorites generate {words}", first)
    made = only_set(first)
    with reading(publish(first)) as source:
        command = making_command(source, made)
    assert command is not None
    run(command, second)
    assert only_set(second).content_hash == made.content_hash
    assert only_set(second).name == made.name
