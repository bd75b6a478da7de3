"""How many examples a law is tried on, where the profile's number is not the fitting one."""

from __future__ import annotations

from hypothesis import settings

ON_PUSH = 25


def examples(n: int) -> settings:
    """A decorator: so many examples in `make test-full`, and few of them on push."""
    is_full = settings.default is not None and settings.default.max_examples > ON_PUSH
    return settings(max_examples=n if is_full else min(n, ON_PUSH))
