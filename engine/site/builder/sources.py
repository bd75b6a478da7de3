"""The sources of the site, of which each build gets its own copy, and the output folder."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import InputError
from engine.core.resources import project_file
from engine.pipeline.files.suites import RELEASES
from engine.show.links.places import output_folder

GENERATED = "generated"
"""The folder of generated fragments."""

CARDS = "models"
"""The generated folder with a page for each model."""

BREAKDOWNS = "breakdowns"
"""The generated folder with a page of scores by depth and skill for each data set."""

FAMILIES = "datasets"
"""The generated folder with the card of each family's data sets."""

GALLERY = "gallery"
"""The generated folder with a page for each item of the gallery."""

ERRORS = "errors"
"""The generated folder with a page for each telling error of a model."""

WRITTEN = (GENERATED, CARDS, RELEASES, BREAKDOWNS, FAMILIES, GALLERY, ERRORS)
"""The folders that the build adds to its copy of the sources."""

_PLACE = re.compile(r"^  - Data sets:.*\n", re.MULTILINE)
"""Where the navigation lists the cards of families."""

PARTS = "parts"
"""The folder of sections that several hand-written pages share."""


@dataclass(frozen=True, slots=True)
class Sources:
    """`root` holds mkdocs.yml, CHANGELOG.md and the folder site."""

    root: Path

    @property
    def pages(self) -> Path:
        """The folder of pages: hand-written, and in a build's copy also generated."""
        return self.root / "site"

    @property
    def fragments(self) -> Path:
        """Where the generated parts of the pages go."""
        return self.pages / GENERATED

    @property
    def cards(self) -> Path:
        """Where the generated pages of models go."""
        return self.pages / CARDS

    @property
    def families(self) -> Path:
        """Where the cards of families go."""
        return self.pages / FAMILIES

    @property
    def breakdowns(self) -> Path:
        """Where the generated pages of breakdowns go."""
        return self.pages / BREAKDOWNS

    @property
    def gallery(self) -> Path:
        """Where the pages of the gallery's items go."""
        return self.pages / GALLERY

    @property
    def errors(self) -> Path:
        """Where the pages of models' errors go."""
        return self.pages / ERRORS

    @property
    def releases(self) -> Path:
        """Where the generated pages of releases go."""
        return self.pages / RELEASES


def project_sources() -> Sources:
    """The project's own sources, which builds never change."""
    return Sources(project_file(""))


def copied(sources: Sources, root: Path) -> Sources:
    """A copy of the sources in a new folder, for one build to add to."""
    copy = Sources(root)
    shutil.copytree(sources.pages, copy.pages, ignore=shutil.ignore_patterns(*WRITTEN))
    for name in ("mkdocs.yml", "CHANGELOG.md"):
        shutil.copy(sources.root / name, root / name)
    return copy


def name_in_navigation(sources: Sources, titles: Mapping[str, str]) -> None:
    """Add the families' cards to the navigation in a copy, titled by `titles`."""
    path = sources.root / "mkdocs.yml"
    shown = path.read_text(encoding="utf-8")
    entries = [
        f"      - {json.dumps(title)}: {FAMILIES}/{name}.md\n" for name, title in titles.items()
    ]
    path.write_text(_PLACE.sub(rf"\g<0>{''.join(entries)}", shown, count=1), encoding="utf-8")


def output_for(named: Path | None) -> Path:
    """The folder for the built site that the user names, or the default one.

    Raises:
        InputError: the folder holds something other than a built site.
    """
    if named is None:
        return output_folder()
    target = named.resolve()
    if not _is_replaceable(target):
        raise InputError(
            f"{named} holds something other than a built site, which a build would delete; name a"
            " new or empty folder with --out"
        )
    return target


def _is_replaceable(folder: Path) -> bool:
    """Whether the folder is missing, empty, or a site that we built (no `.git`)."""
    names = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    ours = "index.html" in names and (folder / "assets" / "sorites.css").is_file()
    return not names or (ours and not any(name.startswith(".") for name in names))
