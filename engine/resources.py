"""Where the data that travel with the package lie, in a checkout and in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent
_CHECKOUT = _PACKAGE.parent


def is_checkout() -> bool:
    """Whether the engine runs from a checkout (or an editable install of one)."""
    return (_CHECKOUT / "pyproject.toml").is_file()


def project_file(name: str) -> Path:
    """The path of a file or folder of the project, such as `data/lexicon` or `mkdocs.yml`.

    A wheel carries these under `engine/_project/`, laid out as in a checkout.
    """
    return (_CHECKOUT if is_checkout() else _PACKAGE / "_project") / name


def data_file(name: str) -> Path:
    """The path of packaged data, such as `lexicon/propositions`."""
    return project_file("data") / name
