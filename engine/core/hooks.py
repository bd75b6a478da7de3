"""Calls of a family's hooks: whatever goes wrong in one names the family and what it was given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from traceback import walk_tb
from typing import Any

from engine.core.errors import InputError, SoritesError
from engine.core.items import Item

Hook = Callable[..., Any]  # Any: hooks take and give what `Family` says of each

_LATER = frozenset({"readings", "checks"})
"""Hooks that give a function or an iterator, whose code runs later."""


def framed(family: str, name: str, hook: Hook, home: Path) -> Hook:
    """A hook whose errors are one sentence: family, group, item, hook, and the place in `home`.

    Errors that are a sentence already stay as they are.
    """

    @contextmanager
    def named_if_it_fails(given: tuple[object, ...]) -> Iterator[None]:
        try:
            yield
        except SoritesError:
            raise
        except Exception as error:  # a family's code may raise anything
            what = f"{type(error).__name__}: {error}{_place(error, home)}"
            sentence = f"{_named(family, name, given)}: its {name} raised {what}"
            raise InputError(sentence) from error

    @wraps(hook)
    def called(*given: Any, **named: Any) -> Any:
        with named_if_it_fails(given):
            found = hook(*given, **named)
        if name not in _LATER or found is None:
            return found
        return iterated(found, given) if isinstance(found, Iterator) else later(found, given)

    def iterated(found: Iterator[Any], given: tuple[object, ...]) -> Iterator[Any]:
        with named_if_it_fails(given):
            yield from found

    def later(found: Hook, given: tuple[object, ...]) -> Hook:
        def read(*more: Any) -> Any:
            with named_if_it_fails(given):
                return found(*more)

        return read

    return called


def _named(family: str, name: str, given: tuple[object, ...]) -> str:
    """The family, and the group, item or words that the hook was given."""
    if name == "draft" and len(given) == 4:
        return f"{family} seed {given[2]} group {given[3]}"
    for one in given:
        item = getattr(one, "item", one)
        if isinstance(item, Item):
            return f"{family}, group {item.group}, item {item.index}"
    words = ", ".join(repr(one) for one in given if isinstance(one, str))
    return f"{family}, given {words}" if words else family


def _place(error: Exception, home: Path) -> str:
    """The family's function that failed, with its file and line."""
    place = ""
    for frame, line in walk_tb(error.__traceback__):
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(home):
            place = f"; in {frame.f_code.co_name} ({file.name}, line {line})"
    return place
