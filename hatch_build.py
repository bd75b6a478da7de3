"""Put the files that lie in the project's root into the wheel, and into the wheel only.

The `force-include` of pyproject.toml would also copy it into every editable install, where its
folder looks like a second package named `engine`.
"""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProjectFiles(BuildHookInterface):  # type: ignore[type-arg] # its parameter is private
    """Lays what the site needs where `engine.core.resources` looks for it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files to a wheel; `build_data` is hatchling's own."""
        if version != "editable":
            for name in ("mkdocs.yml", "CHANGELOG.md"):
                build_data["force_include"][name] = f"engine/_project/{name}"
