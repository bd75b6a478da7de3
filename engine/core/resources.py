"""Paths of the data shipped with the package, in a checkout and in an installed wheel."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
_CHECKOUT = _PACKAGE.parent

_MATERIAL = ("arguments", "lexicon")
"""The folders of `data/` that generators read; beside them may lie databases and journals."""


def is_checkout() -> bool:
    """Whether the engine runs from a checkout (or an editable install of one)."""
    return (_CHECKOUT / "pyproject.toml").is_file()


def project_file(name: str) -> Path:
    """The path of a file or folder of the project, such as `data/lexicon` or `mkdocs.yml`.

    A wheel has these under `engine/_project/`, laid out as in a checkout.
    """
    return (_CHECKOUT if is_checkout() else _PACKAGE / "_project") / name


def data_file(name: str) -> Path:
    """The path of packaged data, such as `lexicon/propositions`."""
    return project_file("data") / name


@cache
def checkout_commit() -> str | None:
    """The commit checked out, in hexadecimal; None in an installed wheel.

    Uncommitted changes do not show in it.
    """
    return _commit_of(_CHECKOUT) if is_checkout() else None


def _commit_of(checkout: Path) -> str | None:
    """The commit of a clone or of one of its work trees; None if there is none."""
    git = checkout / ".git"
    if git.is_file():  # of a work tree or a submodule: it names the folder
        git = checkout / git.read_text(encoding="utf-8").strip().removeprefix("gitdir: ")
    if not (git / "HEAD").is_file():
        return None
    head = (git / "HEAD").read_text(encoding="utf-8").strip()
    if not head.startswith("ref: "):
        return head
    name = head.removeprefix("ref: ")
    shared = git / "commondir"  # a work tree has its branch in the clone
    if shared.is_file():
        git = git / shared.read_text(encoding="utf-8").strip()
    if (git / name).is_file():
        return (git / name).read_text(encoding="utf-8").strip()
    packed = git / "packed-refs"
    lines = packed.read_text(encoding="utf-8").splitlines() if packed.is_file() else []
    return next((line.split()[0] for line in lines if line.endswith(f" {name}")), None)


@cache
def content_digest() -> str:
    """SHA-256 over the engine's files and the data that generators read, as they are on the disk.

    Unlike the commit it shows uncommitted changes.
    """
    digest = hashlib.sha256()
    for folder in (_PACKAGE, *map(data_file, _MATERIAL)):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                content = path.read_bytes()
                digest.update(f"{path.relative_to(folder)} {len(content)} ".encode())
                digest.update(content)
    return digest.hexdigest()


def engine_version() -> str:
    """The version of Sorites that is running."""
    try:
        return version("sorites")
    except PackageNotFoundError:
        return "not installed"


def engine_build() -> str:
    """The version with the commit of a checkout, recorded with everything that is written."""
    commit = checkout_commit()
    return f"{engine_version()}+g{commit[:12]}" if commit else engine_version()
