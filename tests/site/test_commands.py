"""What a board says of how to get its figures again gives them, in a folder that holds nothing."""

from __future__ import annotations

import re
import shlex
from html import unescape
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.analysis.sources.reading import reading
from engine.cli import app
from engine.pipeline.generate.remaking import making_command
from engine.pipeline.publish.publishing import publish
from engine.site.boards.leaderboard import leaderboard_fragments
from engine.site.cards.commands import commands
from engine.store import connect
from tests.examples import SAME_TEST
from tests.site.material import publish_sample
from tests.site.suite_sample import freeze

FIGURES = """
SELECT d.content_hash, a.model, a.language, a.n, a.value, a.low, a.high
FROM accuracy a JOIN datasets d ON d.name = a.dataset ORDER BY ALL
"""


def typed(*lines: str) -> None:
    """Type commands, as a reader would."""
    for line in lines:
        done = CliRunner().invoke(app, shlex.split(line)[1:])
        assert done.exit_code == 0, (line, done.output)


def folded(leaderboard: str) -> list[str]:
    """The commands in the folds of a board."""
    folds = re.findall(r"Reproduce these figures</summary>(.*?)</details>", leaderboard)
    return [unescape(line) for fold in folds for line in re.findall(r"<code>(.*?)</code>", fold)]


@pytest.mark.parametrize(
    ("making", "asking"),
    [
        pytest.param(
            "justlogic --recipe faithful --set max_depth=2 -n 9",
            "--model random",
            marks=pytest.mark.full(quick=SAME_TEST),
        ),
        ("divlogiceval --set twins=true --seed -4 -n 6", "--model random --rotations"),
        ("logicskills --set task=validity -n 2", "--model solver --language carroll"),
    ],
)
def test_the_commands_of_a_board_give_its_figures_in_an_empty_folder(
    making: str, asking: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SORITES_DB", raising=False)
    found = []
    lines = [f"sorites generate {making} --name own", f"sorites evaluate own {asking}"]
    for folder in (tmp_path / "here", tmp_path / "elsewhere"):
        folder.mkdir()
        monkeypatch.chdir(folder)
        typed(*lines)
        snapshot = publish(folder / "data/sorites.duckdb")
        with reading(snapshot) as source:
            found.append(source.rows(FIGURES))
            shown = leaderboard_fragments(source)["leaderboard"]
        lines = [line for line in folded(shown) if " own" in line]
    assert found[0] == found[1]
    assert [line.split()[1] for line in lines] == ["generate", "evaluate", "leaderboard"]


def test_a_frozen_set_is_made_by_its_suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = publish_sample(tmp_path / "e.duckdb")
    freeze(tmp_path / "e.duckdb", tmp_path, "small", ["sample"], "2026-11-20")
    with reading(snapshot) as source:
        [sample] = source.datasets
        assert making_command(source, sample) == (
            "sorites generate justlogic --name sample -n 54 --seed 1 --set max_depth=3"
        )
        monkeypatch.setattr("engine.core.suite_files.data_file", lambda name: tmp_path / name)
        assert making_command(source, sample) == "sorites suite small"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE datasets SET version = version - 1",
        "UPDATE datasets SET source = 'imported'",
        "UPDATE items SET idx = idx + 6",
    ],
)
def test_what_no_command_makes_exactly_names_none(change: str, tmp_path: Path) -> None:
    db = tmp_path / "e.duckdb"
    publish_sample(db)
    with connect(db) as con:
        con.execute(change)
    with reading(publish(db)) as source:
        assert making_command(source, source.datasets[0]) is None
        folds = folded(leaderboard_fragments(source)["leaderboard"])
    assert "sorites evaluate sample --model solver" in folds
    assert not [line for line in folds if line.startswith("sorites generate")]


def test_figures_without_commands_have_no_fold() -> None:
    with reading(None) as nothing:
        assert commands(nothing, ()) == ""
