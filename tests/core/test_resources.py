"""A build is known by the commit of its clone or work tree, its content by a hash of the files."""

import subprocess
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


def test_the_content_changes_with_every_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "engine")
    monkeypatch.setattr(resources, "_CHECKOUT", tmp_path)
    seen = set()
    for name in ("engine/a.py", "pyproject.toml", "data/words", "data/words"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write("x")
        seen.add(resources.content_digest.__wrapped__())
    assert len(seen) == 3
