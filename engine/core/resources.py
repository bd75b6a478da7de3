"""Paths of the data shipped with the package, in a checkout and in an installed wheel."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
_CHECKOUT = _PACKAGE.parent


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
    git = _CHECKOUT / ".git"
    if not is_checkout() or not git.is_dir():
        return None
    head = (git / "HEAD").read_text(encoding="utf-8").strip()
    if not head.startswith("ref: "):
        return head
    name = head.removeprefix("ref: ")
    if (git / name).is_file():
        return (git / name).read_text(encoding="utf-8").strip()
    packed = git / "packed-refs"
    lines = packed.read_text(encoding="utf-8").splitlines() if packed.is_file() else []
    return next((line.split()[0] for line in lines if line.endswith(f" {name}")), None)


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
