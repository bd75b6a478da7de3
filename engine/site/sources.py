"""Where a site is built: in the checkout itself, elsewhere in a copy of what the wheel carries."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from engine.resources import is_checkout, project_file

GENERATED = "generated"
"""The folder of the source tree that the build writes, and git ignores."""


@dataclass(frozen=True, slots=True)
class Place:
    """`root` holds mkdocs.yml and the folder site; `output` is where the finished pages go."""

    root: Path
    output: Path

    @property
    def fragments(self) -> Path:
        """Where the generated parts of the pages go."""
        return self.root / "site" / GENERATED


def output_folder() -> Path:
    """Where the finished pages go: `build/site` of the checkout, or of the current folder."""
    return (project_file("build") if is_checkout() else Path("build").absolute()) / "site"


def default_place() -> Place:
    """In a checkout its own folders; otherwise those under `build/` of the current folder."""
    output = output_folder()
    return Place(project_file(""), output) if is_checkout() else copied_place(output.parent)


def copied_place(folder: Path) -> Place:
    """The sources copied afresh to `folder/site-source`, to be built into `folder/site`."""
    root = folder / "site-source"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(project_file("site"), root / "site", ignore=shutil.ignore_patterns(GENERATED))
    shutil.copy(project_file("mkdocs.yml"), root / "mkdocs.yml")
    return Place(root, folder / "site")
