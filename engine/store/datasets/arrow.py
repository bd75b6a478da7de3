"""Keep pyarrow from loading pandas.

When it makes its first array, pyarrow imports pandas if it is installed. That takes every process
0.3 s and 60 MB, and generation has one process per core.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType


class _Hidden:
    """A module finder that hides pandas."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name == "pandas":
            raise ModuleNotFoundError(name)
        return None


def settle_without_pandas() -> None:
    """Make pyarrow's one search for pandas fail; later imports of pandas still work."""
    import pyarrow as pa

    sys.meta_path.insert(0, _Hidden)
    try:
        pa.array([0])
    finally:
        sys.meta_path.remove(_Hidden)
