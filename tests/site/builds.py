"""What tests of building the site look at: its files, and the command that builds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cli import main
from engine.core.resources import project_file
from engine.core.suite_files import suite_releases
from engine.families import FAMILIES

_WRITTEN = list(project_file("site").glob("*.md"))
_GALLERY = 30
_ERRORS = 5
_GENERATED = len(FAMILIES) + 4 + 2 * len(suite_releases()) + 6 + _GALLERY + _ERRORS
"""A card a family and a model, two pages a release, a breakdown of the sample and five others, and
the questions of the gallery, and telling errors of the model."""

N_PAGES = len(_WRITTEN) + 1 + _GENERATED
"""Those written by hand, and the page for what is not there."""


def page(folder: Path, name: str) -> str:
    path = folder / name
    return (path if path.is_file() else path / "index.html").read_text(encoding="utf-8")


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def last_site(folder: Path) -> dict[str, bytes]:
    """What stands in for a site that was built before."""
    folder.mkdir()
    (folder / "index.html").write_text("good")
    return contents(folder)


def sorites(monkeypatch: pytest.MonkeyPatch, *words: str) -> object:
    """The exit code of the command."""
    monkeypatch.setattr("sys.argv", ["sorites", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    return stopped.value.code
