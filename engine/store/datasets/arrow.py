"""Keep pyarrow from loading pandas.

At the first array it makes, pyarrow looks whether there is a pandas whose objects it might be
given. We give it none, and to load it takes every process 0.3 s and 60 MB, of which generation
has one a processor.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType


class _Hidden:
    """A finder of modules that denies that there is a pandas."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name == "pandas":
            raise ModuleNotFoundError(name)
        return None


def settle_without_pandas() -> None:
    """Let pyarrow look for pandas once, in vain; who imports it otherwise still finds it."""
    import pyarrow as pa

    sys.meta_path.insert(0, _Hidden)
    try:
        pa.array([0])
    finally:
        sys.meta_path.remove(_Hidden)
