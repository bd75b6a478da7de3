"""Small data sets, made once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from engine.core.items import Item
from engine.core.progress import Progress
from engine.pipeline.generate.generation import make_spec
from tests.samples import Sample


def drawn(n: int, seed: int = 1, **settings: str) -> tuple[Item, ...]:
    return Sample(make_spec("justlogic", settings, seed, n)).all


@pytest.fixture(scope="session")
def sound() -> tuple[Item, ...]:
    return drawn(630)


@pytest.fixture(scope="session")
def faithful() -> tuple[Item, ...]:
    return drawn(420, recipe="faithful")


@pytest.fixture
def silent() -> Progress:
    @contextmanager
    def progress(description: str, total: int) -> Iterator[Callable[[int], None]]:
        assert description
        assert total > 0
        yield lambda done: None

    return progress
