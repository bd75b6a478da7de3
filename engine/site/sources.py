"""Where a site is built: in the checkout itself, elsewhere from a copy of its sources."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.errors import InputError
from engine.places import output_folder
from engine.resources import is_checkout, project_file

GENERATED = "generated"
"""The folder of the source tree that the build writes, and git ignores."""

CARDS = "models"
"""Another such folder: a page for each model."""

RELEASES = "releases"
"""And another: a page of boards for each release of a suite."""

BREAKDOWNS = "breakdowns"
"""And a page of scores by depth and skill for each data set."""

WRITTEN = (GENERATED, CARDS, RELEASES, BREAKDOWNS)
"""What the build writes into the source tree."""

PARTS = "parts"
"""The folder of sections that several hand-written pages have alike."""


@dataclass(frozen=True, slots=True)
class Place:
    """`root` holds mkdocs.yml, CHANGELOG.md and the folder site; pages are built to `output`."""

    root: Path
    output: Path

    @property
    def fragments(self) -> Path:
        """Where the generated parts of the pages go."""
        return self.root / "site" / GENERATED

    @property
    def cards(self) -> Path:
        """Where the generated pages of models go."""
        return self.root / "site" / CARDS

    @property
    def breakdowns(self) -> Path:
        """Where the generated pages of breakdowns go."""
        return self.root / "site" / BREAKDOWNS

    @property
    def releases(self) -> Path:
        """Where the generated pages of releases go."""
        return self.root / "site" / RELEASES


def default_place() -> Place:
    """In a checkout its own folders; otherwise those under `build/` of the current folder."""
    output = output_folder()
    return Place(project_file(""), output) if is_checkout() else copied_place(output.parent)


def copied_place(folder: Path) -> Place:
    """The sources copied afresh to `folder/site-source`, to be built into `folder/site`."""
    root = folder / "site-source"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(project_file("site"), root / "site", ignore=shutil.ignore_patterns(*WRITTEN))
    for name in ("mkdocs.yml", "CHANGELOG.md"):
        shutil.copy(project_file(name), root / name)
    return Place(root, folder / "site")


@contextmanager
def place_for(output: Path | None) -> Iterator[Place]:
    """The default place; for a folder that the user names, that folder and a passing copy.

    Raises:
        InputError: the folder holds something else than a site, which a build would delete.
    """
    if output is None:
        yield default_place()
        return
    target = output.resolve()
    if not _is_replaceable(target):
        raise InputError(
            f"{output} holds something else than a built site, and a build would delete it;"
            " name a new or an empty folder with --out"
        )
    with TemporaryDirectory(prefix="elenchus-site-") as folder:
        yield Place(copied_place(Path(folder)).root, target)


def _is_replaceable(folder: Path) -> bool:
    """Whether nothing is there, or a site as we build them (without, say, a `.git` beside it)."""
    names = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    ours = "index.html" in names and (folder / "assets" / "elenchus.css").is_file()
    return not names or (ours and not any(name.startswith(".") for name in names))
