"""Optional extras of the installation, and the message when one is missing."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from urllib.parse import urlsplit
from urllib.request import url2pathname

from engine.core.errors import InputError

_EXTRAS = {
    "audit": ("scipy", "sklearn", "threadpoolctl"),
    "cluster": ("distributed",),
    "dashboard": ("plotly", "streamlit"),
    "embeddings": ("model2vec", "safetensors"),
    "frame": ("pandas",),
    "lake": ("fsspec",),
    "serve": ("starlette", "uvicorn"),
    "site": ("material", "mkdocs"),
}
_EXTRA_OF = {module: extra for extra, modules in _EXTRAS.items() for module in modules}


def is_installed(extra: str) -> bool:
    """Whether all packages of an extra are installed."""
    return all(find_spec(module) is not None for module in _EXTRAS[extra])


def require(extra: str) -> None:
    """Check that an extra is installed, before starting work that needs it.

    Raises:
        InputError: it is not.
    """
    if not is_installed(extra):
        raise InputError(_sentence(extra))


def lacking(error: ModuleNotFoundError) -> str | None:
    """A sentence naming the extra to install; None if the missing module belongs to none."""
    extra = _EXTRA_OF.get((error.name or "").partition(".")[0])
    return _sentence(extra) if extra else None


def _sentence(extra: str) -> str:
    return f"this needs the extra {extra!r}; install it with: {how_to_install(extra)}"


def how_to_install(extra: str) -> str:
    """The command that adds an extra, from where we were installed: checkout, wheel or index."""
    try:
        record = json.loads(distribution("sorites").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:
        record = {}
    address = urlsplit(record.get("url", ""))
    if address.scheme == "file":
        is_editable = record.get("dir_info", {}).get("editable", False)
        return f"pip install {'-e ' * is_editable}'{url2pathname(address.path)}[{extra}]'"
    source = f" @ {address.geturl()}" if address.scheme else ""
    return f"pip install 'sorites[{extra}]{source}'"
