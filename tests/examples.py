"""How much of a test runs on push, and how much in `make test-full`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import settings

ON_PUSH = 25

SAME_TEST = "the same test"
"""What keeps watch on push over parameters that only `make test-full` tries."""


def is_full() -> bool:
    """Whether the whole of each test was asked for (`--full`)."""
    return settings.default is not None and settings.default.max_examples > ON_PUSH


def examples(n: int) -> settings:
    """A decorator: so many examples in `make test-full`, and few of them on push."""
    return settings(max_examples=n if is_full() else min(n, ON_PUSH))


def few(values: Iterable[Any], on_push: Callable[[Any], bool]) -> list[Any]:
    """Parameters of a test of which those alone run on push that `on_push` chooses."""
    mark = pytest.mark.full(quick=SAME_TEST)
    return [value if on_push(value) else pytest.param(value, marks=mark) for value in values]
