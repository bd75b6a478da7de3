"""No command of a user writes into the project's own data; two scripts of developers do."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

from typer.testing import CliRunner

from engine.cli import app
from engine.core.resources import data_file

PROJECT = Path(__file__).parents[2]
SCRIPTS = {
    "engine/families/argqa/arguments/choosing.py",
    "engine/families/argqa/arguments/reading.py",
}
WRITES = {"write_text", "write_bytes", "mkdir", "unlink", "touch"}
WHERE = {"data_file", "project_file", "argument_paths"}


def _writes_data(path: Path) -> bool:
    """Whether a module writes to a place that it takes from the project's own files."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            named = {one.id for one in ast.walk(node.func.value) if isinstance(one, ast.Name)}
            if node.func.attr in WRITES and named & WHERE:
                return True
    return False


def test_only_scripts_of_developers_write_into_the_data_of_the_project() -> None:
    found = {
        str(path.relative_to(PROJECT))
        for path in (PROJECT / "engine").rglob("*.py")
        if _writes_data(path)
    }
    assert found <= SCRIPTS
    for name in SCRIPTS:
        assert "A script for developers" in (PROJECT / name).read_text(encoding="utf-8")


def _stamps() -> dict[Path, int]:
    tracked = data_file("reproduced"), data_file("reported"), data_file("readings")
    return {path: path.stat().st_mtime_ns for one in tracked for path in one.rglob("*")}


def test_reproduced_figures_go_where_the_user_says_and_nowhere_else(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    fixture = PROJECT / "tests" / "fixtures" / "published" / "justlogic_results.csv"
    shutil.copy(fixture, folder / "0_shot_llama8B_results.csv")
    before = _stamps()
    command = ["reproduce", "justlogic", "--from", str(folder)]
    assert CliRunner().invoke(app, command).exit_code == 2
    out = tmp_path / "figures.json"
    done = CliRunner().invoke(app, [*command, "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert out.is_file()
    assert _stamps() == before
