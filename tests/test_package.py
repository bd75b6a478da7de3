"""The package as a stranger gets it: quick to import, complete in a wheel, exact in its exports."""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest

import engine

PROJECT = Path(__file__).parent.parent
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
# Each costs 0.1 to 2 seconds to import; a command that needs one imports it when it runs.
HEAVY = ("aiohttp", "cvc5", "duckdb", "mkdocs", "numpy", "openai", "pandas", "plotly", "pyarrow",
         "sklearn", "starlette", "streamlit", "uvicorn", "z3")  # fmt: skip
# an interpreter that starts with this can reach nothing but this machine
OFFLINE = """
import sys

def refuse(event, arguments):
    if event == "socket.getaddrinfo" and arguments[0] not in (None, "localhost", "127.0.0.1"):
        raise OSError(f"the network was asked for {arguments[0]}")
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        if not str(arguments[1][0]).startswith(("127.", "::1")):
            raise OSError(f"a connection to {arguments[1]} was asked for")

sys.addaudithook(refuse)
"""
SHIPPED = ("engine", "sorites", "dashboard", "data", "site", "mkdocs.yml", "CHANGELOG.md")
LICENCES = re.compile(r"\b(Apache|BSD|ISC|MIT|MPL|Mozilla|PSF|Python Software Foundation)\b")
PACKAGES = sorted(
    found.name for found in pkgutil.walk_packages(engine.__path__, "engine.") if found.ispkg
)


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """The output of a command that is expected to succeed."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}: {done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.parametrize(
    "statement",
    [
        "import sorites",
        "import sys; sys.argv = ['sorites', '--help']; from engine.cli import main; main()",
    ],
    ids=["import sorites", "sorites --help"],
)
def test_nothing_heavy_is_imported_before_it_is_needed(statement: str, tmp_path: Path) -> None:
    report = (
        "import atexit, sys; "
        f"atexit.register(lambda: print('loaded:', *(set({HEAVY}) & set(sys.modules))))"
    )
    output = run(sys.executable, "-c", f"{report}; {statement}", cwd=tmp_path)
    assert output.splitlines()[-1].strip() == "loaded:"


def test_asking_loads_neither_solvers_nor_arrow(tmp_path: Path) -> None:
    asked = (
        "import sys; from engine.cli.run import evaluate; from engine.pipeline.evaluate import"
        " evaluation; from engine.pipeline.evaluate.run_configuration import RunConfiguration;"
        " RunConfiguration(dataset='d', model='m').request('d', 'm');"
        " print({'z3', 'cvc5', 'pyarrow', 'numpy'} & set(sys.modules))"
    )
    assert run(sys.executable, "-c", asked, cwd=tmp_path).strip() == "set()"


def test_storing_items_loads_no_pandas_but_leaves_it_to_others(tmp_path: Path) -> None:
    made = (
        "import sys;"
        " from engine.pipeline.generate.generation import make_shard, make_spec;"
        " make_shard(make_spec('justlogic', {}, 1, 3), 0, 1);"
        " print('pandas' in sys.modules);"
        " import pandas, pyarrow;"
        " print(pyarrow.Table.from_pandas(pandas.DataFrame({'n': [1]})).to_pandas()['n'].sum())"
    )
    assert run(sys.executable, "-c", made, cwd=tmp_path).split() == ["False", "1"]


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_exports_exactly_its_public_names(name: str) -> None:
    package = importlib.import_module(name)
    exported = list(package.__all__) if hasattr(package, "__all__") else []
    assert len(exported) == len(set(exported)), "a name stands twice in __all__"
    assert [n for n in exported if not hasattr(package, n)] == []
    assert own_names(package) - set(exported) == set()


def own_names(package: ModuleType) -> set[str]:
    """The public names that a package defines, or takes from modules lying directly in it."""
    homes = {package.__name__} | {
        f"{package.__name__}.{found.name}"
        for found in pkgutil.iter_modules(package.__path__)
        if not found.ispkg
    }
    return {
        name
        for name, value in vars(package).items()
        if not name.startswith("_")
        and name != "TYPE_CHECKING"
        and not isinstance(value, ModuleType)
        and getattr(value, "__module__", package.__name__) in homes
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    building = ["wheel", "--no-deps", "--no-build-isolation", "--quiet", "-w", folder, PROJECT]
    run(*PIP, *building, cwd=folder)
    [made] = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The bin folder of an environment with our wheel, its dependencies borrowed from this one."""
    folder = wheel.parent
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    python = folder / "venv/bin/python"
    run(*PIP, "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    site_packages = run(
        python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder
    )
    borrowed = Path(site_packages.strip()) / "borrowed.pth"
    borrowed.write_text(sysconfig.get_path("purelib") + "\n")
    return python.parent


def test_a_wheel_works_away_from_the_checkout(installed: Path, tmp_path: Path) -> None:
    where = run(
        installed / "python", "-c", "import engine, sorites; print(engine.__file__)", cwd=tmp_path
    )
    assert Path(where.strip()).is_relative_to(installed.parent)
    assert "generate" in run(installed / "sorites", "--help", cwd=tmp_path)
    database = str(tmp_path / "small.duckdb")
    (tmp_path / "sitecustomize.py").write_text(OFFLINE, encoding="utf-8")
    for command in (
        ["generate", "justlogic", "-n", "3"],
        ["export", "justlogic-sound", "--to", "inspect", "--out", "task"],
    ):
        run(
            installed / "sorites",
            *command,
            cwd=tmp_path,
            SORITES_DB=database,
            PYTHONPATH=str(tmp_path),
        )
    assert (tmp_path / "task" / "task.py").is_file()


def test_a_wheel_holds_our_tracked_files_and_nothing_else(wheel: Path) -> None:
    tracked = run("git", "ls-files", "-z", *SHIPPED, cwd=PROJECT).split("\0")[:-1]
    if not tracked:
        pytest.skip("not a git checkout")
    with ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
    assert sorted(names) == sorted(
        name if name.startswith(("engine/", "sorites/")) else f"engine/_project/{name}"
        for name in tracked
    )


def test_every_dependency_s_licence_lets_anyone_use_the_whole() -> None:
    """Permissive licences, and MPL-2.0, which asks for nothing where its files are unchanged."""
    lock = (PROJECT / "requirements.lock").read_text(encoding="utf-8")
    unclear = {
        name: words
        for name in re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)
        if not LICENCES.search(words := _licence(name))
    }
    # cvc5's metadata name none; its wheel carries a BSD-3-Clause licence and those of what it links
    assert set(unclear) <= {"cvc5"}, unclear


def _licence(name: str) -> str:
    known = metadata.metadata(name)
    classifiers = [one for one in known.get_all("Classifier", []) if one.startswith("License ::")]
    stated = map(known.get, ("License-Expression", "License"))  # `[]` may raise
    return " ".join(filter(None, (*classifiers, *stated)))
