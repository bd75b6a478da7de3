"""A build is known by the commit of its clone or work tree, its content by a hash of the files."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.core import resources


def git(folder: Path, *words: str) -> str:
    names = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    ran = subprocess.run(["git", *names, *words], cwd=folder, capture_output=True, check=True)
    return ran.stdout.decode().strip()


def test_a_work_tree_has_its_own_commit(tmp_path: Path) -> None:
    clone, tree = tmp_path / "clone", tmp_path / "tree"
    clone.mkdir()
    git(clone, "init", "-q")
    git(clone, "commit", "-q", "--allow-empty", "-m", "one")
    git(clone, "worktree", "add", "-q", "-b", "other", str(tree))
    git(tree, "commit", "-q", "--allow-empty", "-m", "two")
    for place in (clone, tree):
        assert resources._commit_of(place) == git(place, "rev-parse", "HEAD")
    git(clone, "pack-refs", "--all")
    git(tree, "checkout", "-q", "--detach")
    for place in (clone, tree):
        assert resources._commit_of(place) == git(place, "rev-parse", "HEAD")
    (tree / ".git").write_text("gitdir: gone", encoding="utf-8")
    assert resources._commit_of(tree) is None
    assert resources._commit_of(tmp_path) is None


def test_the_content_changes_with_every_file_that_items_are_made_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "engine")
    monkeypatch.setattr(resources, "_CHECKOUT", tmp_path)
    seen = set()
    words, argument = "data/lexicon/words", "data/arguments/a.toml"
    for name in ("engine/a.py", "pyproject.toml", words, words, argument):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write("x")
        seen.add(resources.content_digest.__wrapped__())
    assert len(seen) == 4
    for name in ("data/sorites.duckdb", "data/sorites.duckdb.shards-0.1.partial/0.parquet"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("a user's", encoding="utf-8")
        assert resources.content_digest.__wrapped__() in seen


_READS = """
import sys
read = set()
def note(event, given):
    if event == "open" and isinstance(given[0], str):
        read.add(given[0])
sys.addaudithook(note)
from engine.families import FAMILIES
from engine.core.resources import _MATERIAL, data_file
from sorites import generate
for family in FAMILIES:
    assert generate(family, 6, seed=3)
own = tuple(f"{data_file(name)}/" for name in _MATERIAL)
data = [name for name in read if name.startswith(f"{data_file('')}")]
assert data
print(sorted(name for name in data if not name.startswith(own)))
"""


def test_generators_read_no_other_data(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _READS], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "[]", done.stderr
