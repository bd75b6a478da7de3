"""Where the hand-written fixtures lie, and where the real files may lie."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_PROJECT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def fixtures() -> Path:
    """Files of our own in the formats of others."""
    return _PROJECT / "tests" / "fixtures" / "published"


@pytest.fixture(scope="session")
def justlogic() -> Path:
    """The folder with JustLogic's real files, which are not part of the project."""
    published = Path(os.environ.get("SORITES_PUBLISHED", _PROJECT.parent / "shared" / "published"))
    folder = published / "justlogic"
    if not folder.is_dir():
        reason = "JustLogic's files are absent; name their folder's parent in SORITES_PUBLISHED"
        pytest.skip(reason)
    return folder
