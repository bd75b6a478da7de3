"""Verified examples to show a model before each question."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.core.items import Item


@dataclass(frozen=True, slots=True)
class Demonstrations:
    """Examples in display order, from a file that `engine.pipeline.improve.demonstrations` reads.

    `digest` is the SHA-256 (hexadecimal) of their text.
    """

    path: Path
    strategy: str
    model: str
    items: tuple[Item, ...]
    digest: str

    @property
    def name(self) -> str:
        """The suffix of the prompt's name in runs with these examples, such as `weak:4`."""
        return f"{self.strategy}:{len(self.items)}"
