"""No command of a user writes into the project's own data; two scripts of developers do."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.resources import data_file

PROJECT = Path(__file__).parents[2]
SCRIPTS = {
    "engine/families/argqa/arguments/choosing.py",
    "engine/families/argqa/arguments/reading.py",
}
WRITES = {"write_text", "write_bytes", "mkdir", "unlink", "touch", "rmdir", "rename", "replace"}
TO_SECOND = {"copy", "copy2", "copyfile", "copytree", "move", "rename", "replace"}
WHERE = {"data_file", "project_file", "argument_paths"}


def _named(node: ast.AST | None) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} if node else set()


def _written(call: ast.Call) -> list[ast.expr]:
    """The expressions that name what a call writes to."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else _named(call.func)
    owner = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    modes = [*call.args, *(word.value for word in call.keywords)]
    if name == "open" or name == {"open"}:
        is_written = any(
            isinstance(m, ast.Constant) and set("wax+") & set(str(m.value)) for m in modes
        )
        return [*owner, *call.args[:1]] if is_written else []
    if owner and _named(owner[0]) & {"shutil", "os"}:
        return call.args[1:2] if name in TO_SECOND else call.args[:1] if name == "rmtree" else []
    return owner if name in WRITES else []


def _writes_data(path: Path) -> bool:
    """Whether a module writes to a place that it takes from the project's own files.

    A name stands for such a place, too, if it is ever given one.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    ours = set(WHERE)
    given = [node for node in ast.walk(tree) if isinstance(node, ast.Assign | ast.NamedExpr)]
    for _ in range(3):
        for node in given:
            if isinstance(node.value, ast.Call | ast.BinOp | ast.Attribute) and (
                _places(node.value) & ours
            ):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                ours |= {one.id for one in targets if isinstance(one, ast.Name)}
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return any(_named(place) & ours for call in calls for place in _written(call))


def _places(value: ast.expr) -> set[str]:
    """The names of which an expression makes a path: of `data_file(x) / y`, `data_file`."""
    match value:
        case ast.BinOp(left=left):
            return _places(left)
        case ast.Attribute(value=inner, attr="parent"):
            return _places(inner)
        case ast.Call(func=ast.Name(id=name)):
            return {name}
        case ast.Call(
            func=ast.Attribute(value=inner, attr="with_name" | "joinpath" | "with_suffix")
        ):
            return _places(inner)
        case ast.Name(id=name):
            return {name}
    return set()


@pytest.mark.parametrize(
    "text",
    [
        "data_file('a').write_text('')",
        "place = data_file('a') / 'b'\nwith place.open('w') as file: pass",
        "open(project_file('a'), mode='a')",
        "folder = project_file('a')\nto = folder.parent / 'b'\nshutil.copy('x', to)",
    ],
)
def test_each_way_of_writing_is_seen(text: str, tmp_path: Path) -> None:
    (tmp_path / "writing.py").write_text(text, encoding="utf-8")
    assert _writes_data(tmp_path / "writing.py")


def test_reading_is_none(tmp_path: Path) -> None:
    text = "shutil.copy(data_file('a'), 'b')\nPath('c').write_text(data_file('a').read_text())"
    (tmp_path / "reading.py").write_text(text, encoding="utf-8")
    assert not _writes_data(tmp_path / "reading.py")


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
    tracked = data_file("reproduced"), data_file("readings"), PROJECT / "engine/families"
    files = (path for one in tracked for path in one.rglob("*.*"))
    return {path: path.stat().st_mtime_ns for path in files if path.suffix != ".pyc"}


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
