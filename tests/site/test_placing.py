from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.site.builder import placing
from engine.site.builder.placing import clear, put_in_place, sweep, work_folder


def folder(path: Path, text: str) -> Path:
    path.mkdir(parents=True)
    (path / "index.html").write_text(text)
    return path


def page_of(path: Path) -> str:
    return (path / "index.html").read_text()


@pytest.fixture
def ended() -> int:
    """The number of a process that is no more."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


@pytest.fixture(params=["in one step", "in two"])
def output(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    if request.param == "in two":
        monkeypatch.setattr(placing, "_exchanged", lambda *_: False)
    return folder(tmp_path / "site", "old")


def put(output: Path, text: str) -> None:
    """As a build does it."""
    work = work_folder(output)
    try:
        put_in_place(folder(work / "pages", text), output)
    finally:
        clear(work, output)


def test_a_new_site_stands_in_place_of_the_one_before(output: Path) -> None:
    put(output, "new")
    assert page_of(output) == "new"
    assert [path.name for path in output.parent.iterdir()] == ["site"]


def test_a_first_site_needs_none_before(tmp_path: Path) -> None:
    put(tmp_path / "site", "new")
    assert page_of(tmp_path / "site") == "new"


def test_a_site_that_cannot_be_put_in_place_leaves_the_last_one(output: Path) -> None:
    work = folder(work_folder(output), "half")
    with pytest.raises(FileNotFoundError):
        put_in_place(work / "pages", output)
    clear(work, output)
    assert page_of(output) == "old"
    assert [path.name for path in output.parent.iterdir()] == ["site"]


@pytest.mark.skipif(sys.platform != "linux", reason="only there folders are exchanged in one step")
def test_there_is_a_site_at_every_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed after any of its steps: what follows a step does nothing any more."""
    output = folder(tmp_path / "site", "old")
    monkeypatch.setattr(Path, "replace", lambda *_: pytest.fail("a moment without a site"))
    monkeypatch.setattr(shutil, "rmtree", lambda *_, **__: None)
    put(output, "new")
    assert page_of(output) == "new"


def test_what_killed_builds_left_is_removed(output: Path, ended: int) -> None:
    for within in ("sources", "pages", "files", "before"):
        folder(output.with_name(f"site.{ended}.partial") / within, "left")
    kept = [folder(output.with_name(name), "not ours") for name in ("site.old", "site.1x.partial")]
    running = folder(output.with_name(f"site.{os.getppid()}.partial"), "being built")
    folder(work_folder(output), "left by a process that had our number before a restart")
    sweep(output)
    assert sorted(output.parent.iterdir()) == sorted([output, running, *kept])
    assert page_of(output) == "old"


def test_a_site_taken_out_of_its_place_by_a_killed_build_is_put_back(
    tmp_path: Path, ended: int
) -> None:
    folder(tmp_path / f"site.{ended}.partial" / "before", "old")
    folder(tmp_path / f"site.{ended}.partial" / "pages", "half")
    sweep(tmp_path / "site")
    assert page_of(tmp_path / "site") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
