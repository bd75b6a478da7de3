"""The pages over a small database, each run as Streamlit runs it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import dashboard
from engine.core.paths import snapshot_path
from tests.dashboard.material import make_database
from tests.dashboard.searched_once import packages_searched_once
from tests.dashboard.skill_material import make_skills

VIEWS = {
    "skills": ("breakdown", {"down": "Skill tree"}),
    "weaknesses": ("model", {"view": "Weakest skills"}),
    "disagreements": ("errors", {"view": "Disagreements"}),
    "sql": ("runs", {"view": "SQL"}),
}
"""Views that are looked at by a name of their own: their page, and what its address chooses."""

APP = Path(dashboard.__file__).with_name("app.py")


@pytest.fixture(scope="session", autouse=True)
def _packages_are_searched_once() -> Iterator[None]:
    with packages_searched_once():
        yield


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database, made once a worker and not to be changed."""
    db = tmp_path_factory.mktemp("dashboard") / "small.duckdb"
    make_database(db)
    return db


@pytest.fixture(scope="session")
def skills(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of questions on skills, made once a worker and not to be changed."""
    db = tmp_path_factory.mktemp("skills") / "skills.duckdb"
    make_skills(db)
    return db


@pytest.fixture
def db(made: Path, tmp_path: Path) -> Path:
    """A copy that a test may change, with its snapshot."""
    return copy_of(made, tmp_path)


def copy_of(made: Path, folder: Path) -> Path:
    """A copy of a database and its snapshot."""
    copy = folder / "small.duckdb"
    shutil.copy(made, copy)
    shutil.copy(snapshot_path(made), snapshot_path(copy))
    return copy


@pytest.fixture
def open_page(monkeypatch: pytest.MonkeyPatch) -> Callable[..., AppTest]:
    """Open a page of a database, or one of `VIEWS`, with the parameters of an address."""

    def opened(db: Path, name: str = "leaderboard", /, **address: str | list[str]) -> AppTest:
        monkeypatch.setenv("SORITES_DB", str(db))
        app = AppTest.from_file(str(APP), default_timeout=60)
        page, view = VIEWS.get(name, (name, {}))
        for key, value in {**view, **address}.items():
            app.query_params[key] = value
        app.switch_page(f"app_pages/{page}.py").run()
        return app

    return opened
