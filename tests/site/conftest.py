"""What the generated parts of pages say of a small sample and of nothing, written once for all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.analysis.sources.reading import Reading, reading
from engine.site.builder.building import all_fragments
from tests.samples import kept
from tests.site.material import publish_sample


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reading]:
    with reading(publish_sample(tmp_path_factory.mktemp("sample") / "el.duckdb")) as source:
        yield source


@pytest.fixture(scope="session")
def fragments() -> dict[str, str]:
    return _parts(kept(_of_sample))


@pytest.fixture(scope="session")
def empty_fragments() -> dict[str, str]:
    """The parts of pages where there is no snapshot."""
    return _parts(kept(_of_nothing))


def _parts(path: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _of_sample(path: Path) -> None:
    _write(publish_sample(path.with_suffix(".duckdb")), path)


def _of_nothing(path: Path) -> None:
    _write(None, path)


def _write(snapshot: Path | None, path: Path) -> None:
    with reading(snapshot) as source:
        path.write_text(json.dumps(all_fragments(source)), encoding="utf-8")
