"""Streamlit searches all installed packages for components in every app that is tested."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import pytest
from streamlit.components.v2 import manifest_scanner


@contextmanager
def packages_searched_once() -> Iterator[None]:
    """Let it search them once, which takes half of the time of a small page."""
    with pytest.MonkeyPatch.context() as patch:
        name = "scan_component_manifests"
        patch.setattr(manifest_scanner, name, cache(getattr(manifest_scanner, name)))
        yield
