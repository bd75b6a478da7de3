"""Load the client's package without its models of requests and replies, which asking does not use.

They are a thousand classes in `openai.types`, more work than everything else in the package. It and
the packages in it are loaded when something first looks into them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

_MODELS = "openai.types"


class _Unloaded(ModuleType):
    """A package whose code runs when something first looks into it."""

    def __getattr__(self, name: str) -> object:
        self.__class__ = ModuleType  # type: ignore[assignment]
        assert self.__spec__ is not None
        self.__spec__.loader_state.exec_module(self)
        return getattr(self, name)


class _Later(Loader):
    def exec_module(self, module: ModuleType) -> None:
        module.__class__ = _Unloaded


class _Models(MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not f"{name}.".startswith(f"{_MODELS}."):
            return None
        found = PathFinder.find_spec(name, path)
        if found is not None and found.submodule_search_locations is not None:
            found.loader, found.loader_state = _Later(), found.loader
        return found


@contextmanager
def without_models() -> Iterator[None]:
    """While the block runs, importing the client's package leaves its models unloaded."""
    finder = _Models()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
