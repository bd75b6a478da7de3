"""Put the one file that lies in the project's root into the wheel, and into the wheel only.

The `force-include` of pyproject.toml would also copy it into every editable install, where its
folder looks like a second package named `engine`.
"""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProjectFiles(BuildHookInterface):  # type: ignore[type-arg] # its parameter is private
    """Lays `mkdocs.yml` where `engine.resources` looks for it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the file to a wheel; `build_data` is hatchling's own."""
        if version != "editable":
            build_data["force_include"]["mkdocs.yml"] = "engine/_project/mkdocs.yml"
