"""What works without any extra, and what a command says that lacks its own."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.core import extras
from engine.core.extras import how_to_install, lacking

PROJECT = Path(__file__).parent.parent
ABSENT = sorted({module for modules in extras._EXTRAS.values() for module in modules})
BASE = f"""
import sys
sys.modules |= dict.fromkeys({ABSENT!r})
from engine.cli import main
"""


def run(db: Path, script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", BASE + script],
        env={"SORITES_DB": str(db), "PATH": "", "COLUMNS": "200"},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )


def command(db: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return run(db, f"sys.argv = {['sorites', *words]!r}\nmain()")


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A set that was generated, verified and answered without any extra."""
    path = tmp_path_factory.mktemp("extras") / "e.duckdb"
    for words in (
        ["generate", "justlogic", "-n", "42", "--name", "small"],
        ["verify", "small"],
        ["evaluate", "small", "--baselines"],
        ["leaderboard", "small"],
    ):
        done = command(path, *words)
        assert done.returncode == 0, done.stderr
        if "--baselines" in words:
            assert "bag-of-words is left out" in " ".join(done.stderr.split())
            assert how_to_install("audit") in done.stderr
    return path


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["audit", "small"], "audit"),
        (["compare", "small", "solver", "random"], "audit"),
        (["power", "500"], "audit"),
        (["dashboard"], "dashboard"),
        (["site", "build"], "site"),
        (["serve", "solver"], "serve"),
        (["demo"], "audit"),
        (["check-family", "tests/fixtures/families/syllogism.py"], "audit"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_a_command_names_the_extra_that_it_lacks(db: Path, words: list[str], extra: str) -> None:
    done = command(db, *words)
    assert done.returncode == 2, done.stderr
    assert done.stderr.splitlines()[-1].startswith("sorites: this needs the extra")
    assert how_to_install(extra) in done.stderr
    assert "Traceback" not in done.stderr


def test_python_names_it_too(db: Path) -> None:
    done = run(db, "import sorites\nsorites.frame('datasets')")
    assert "InputError: this needs the extra 'frame'" in done.stderr


def test_other_missing_modules_belong_to_no_extra() -> None:
    assert lacking(ModuleNotFoundError(name="nowhere")) is None
    assert how_to_install("site") in str(lacking(ModuleNotFoundError(name="mkdocs.config")))


@pytest.mark.parametrize(
    ("record", "command"),
    [
        (None, "pip install 'sorites[audit]'"),
        ('{"url": "file:///a%20b/it", "dir_info": {}}', "pip install '/a b/it[audit]'"),
        ('{"url": "file:///it", "dir_info": {"editable": true}}', "pip install -e '/it[audit]'"),
        ('{"url": "file:///s-1.whl", "archive_info": {}}', "pip install '/s-1.whl[audit]'"),
        ('{"url": "https://h/s-1.whl"}', "pip install 'sorites[audit] @ https://h/s-1.whl'"),
    ],
)
def test_an_extra_is_installed_from_where_the_rest_was(
    record: str | None, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = SimpleNamespace(read_text=lambda _: record)
    monkeypatch.setattr(extras, "distribution", lambda _: installed)
    assert how_to_install("audit") == command


def test_the_extras_are_those_of_the_package() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    declared = project["optional-dependencies"]
    [whole] = declared.pop("all")
    assert whole == f"sorites[{','.join(sorted(declared))}]"
    homes = packages_distributions()
    for extra, modules in extras._EXTRAS.items():
        named = {re.split("[>=<]", one)[0] for one in declared[extra]}
        assert {name.lower() for module in modules for name in homes[module]} <= named
    makefile = (PROJECT / "Makefile").read_text()
    assert f"EXTRAS := {' '.join(sorted(declared))}\n" in makefile
