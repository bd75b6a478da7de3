"""Builds in processes of their own: two at once by the usual command, and one that is killed."""

from __future__ import annotations

import hashlib
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.site.builder.placing import sweep
from tests.killing import kills

# As it is where Sorites is installed: the site goes to the folder build of the current one.
_BUILD = """
import engine.show.links.places, engine.site
engine.show.links.places.is_checkout = lambda: False
print(flush=True)
engine.site.build_site(None, strict=True)
"""

# In the place of mkdocs, something that tells its number, goes on for long and reads no parts.
_LONG = """
import engine.site.builder.building
engine.site.builder.building.all_fragments = lambda *_: {}
one = engine.site.builder.building._MKDOCS
long = "import os, time; os.mkdir(str(os.getpid())); time.sleep(60)"
engine.site.builder.building._MKDOCS = one.replace("cli()", long)
"""


def build(folder: Path, before: str = "") -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", before + _BUILD], cwd=folder)


def wait_for(is_so: Callable[[], bool], *, at_most_s: float = 60) -> bool:
    until = time.monotonic() + at_most_s
    while not is_so() and time.monotonic() < until:
        time.sleep(0.01)
    return is_so()


@pytest.mark.full(quick="site/test_placing.py")
def test_two_builds_at_once_are_both_whole(tmp_path: Path) -> None:
    builds = [build(tmp_path), build(tmp_path)]
    assert [one.wait() for one in builds] == [0, 0]
    assert [path.name for path in (tmp_path / "build").iterdir()] == ["site"]
    assert (tmp_path / "build/site/datasets/argqa/index.html").is_file()


@pytest.mark.full(quick="site/test_placing.py")
def test_a_build_killed_at_any_moment_leaves_the_former_site_whole(tmp_path: Path) -> None:
    site = tmp_path / "build/site"
    former: dict[str, str] = {}
    what = "a site build: the former site is whole, to the byte"
    for _ in kills(what, _BUILD, n=20, cwd=tmp_path):
        former = former or content(site)
        assert content(site) == former
    assert build(tmp_path).wait() == 0
    assert content(site) == former
    assert [path.name for path in site.parent.iterdir()] == ["site"]


def content(folder: Path) -> dict[str, str]:
    """The digest of every file, by its path."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
def test_nothing_goes_on_after_a_build_that_is_killed_and_the_next_clears_up(
    tmp_path: Path,
) -> None:
    with build(tmp_path, _LONG) as killed:
        site = tmp_path / "build/site"
        sources = site.with_name(f"site.{killed.pid}.partial") / "sources"
        assert wait_for(lambda: any(sources.glob("[0-9]*")))
        [mkdocs] = sources.glob("[0-9]*")
        killed.kill()
    assert killed.returncode == -signal.SIGKILL
    assert wait_for(lambda: not is_running(mkdocs.name), at_most_s=20)
    assert sources.exists()
    sweep(site)
    assert list(site.parent.iterdir()) == []


def is_running(process: str) -> bool:
    """Whether it is there, and is not only waiting for somebody to ask how it ended."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
    return text.rpartition(") ")[2][0] != "Z"
