"""Verified examples to show a model before each question."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.core.items import Item


@dataclass(frozen=True, slots=True)
class Demonstrations:
    """Examples in the order shown, from a file that `engine.pipeline.demonstrations` reads.

    `digest` is SHA-256 (hexadecimal) of what is shown.
    """

    path: Path
    strategy: str
    model: str
    items: tuple[Item, ...]
    digest: str

    @property
    def name(self) -> str:
        """What runs with these examples are called beside their prompt, such as `weak:4`."""
        return f"{self.strategy}:{len(self.items)}"
