"""What the generated parts of pages say of a small sample and of nothing, written once a worker."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.analysis.sources.reading import Reading, reading
from engine.site.builder.building import all_fragments
from tests.site.material import publish_sample


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reading]:
    with reading(publish_sample(tmp_path_factory.mktemp("sample") / "el.duckdb")) as source:
        yield source


@pytest.fixture(scope="session")
def fragments(sample: Reading) -> dict[str, str]:
    return all_fragments(sample)


@pytest.fixture(scope="session")
def empty_fragments() -> dict[str, str]:
    """The parts of pages where there is no snapshot."""
    with reading(None) as nothing:
        return all_fragments(nothing)
