"""A snapshot with a small set of each family, answered, and two versions of a suite of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.pipeline.publish.publishing import publish
from engine.site import build_site
from tests.dashboard.argument_material import make_arguments
from tests.dashboard.choice_material import make_choices
from tests.dashboard.formal_material import make_formal
from tests.samples import kept, shared
from tests.site.material import publish_sample
from tests.site.skill_sample import publish_skills
from tests.site.suite_sample import freeze

OLD, NEW = "small-1", "small-2"
"""The versions of the suite; both hold the same first data set, and only the new one a second."""


@shared
def publish_every_family(db: Path) -> Path:
    """Fill a database and publish it."""
    publish_sample(db)
    for make in (make_choices, publish_skills, make_formal, make_arguments):
        make(db)
    return publish(db)


def built_site() -> Path:
    """The site of a database with every family and of two versions of a suite; to be looked at."""
    return kept(_build) / "site"


def _build(folder: Path) -> None:
    folder.mkdir()
    db = folder / "el.duckdb"
    snapshot = publish_every_family(db)
    freeze_two_versions(db, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.core.suite_files.data_file", lambda name: folder / name)
        build_site(snapshot, strict=True, output=folder / "site")


def freeze_two_versions(db: Path, folder: Path) -> None:
    """Write the two suites where `engine.core.suite_files` reads, were `folder` our data."""
    freeze(db, folder, OLD, ["sample"], "2026-11-01")
    freeze(db, folder, NEW, ["sample", "choices"], "2026-11-20")
