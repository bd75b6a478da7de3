"""Which settings a file of answers may tell of: what an endpoint is sent, and nothing else.

They are shown beside the score, where runs of one model differ in them. So no score may stand among
them, nor a key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields

from pydantic import JsonValue

from engine.respondents.settings import Settings

_NAMES = frozenset({*(one.name for one in fields(Settings)), "prompt", "demonstrations"})
"""What the settings of runs that are measured here are called."""

_FREE = frozenset({"system", "stop"})
"""Settings that are texts of one's own."""

_TEXT = re.compile(r"[\w.:/@+-]{0,200}")

_OF_SCORES = re.compile(r"accura|score|correct|result|right|rank", re.IGNORECASE)
_OF_KEYS = re.compile(r"api_?key|secret|password|authori[sz]ation|bearer", re.IGNORECASE)


def settings_sent(settings: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """The settings of a submission as they are, where each may be told.

    Raises:
        ValueError: one is none that `elenchus evaluate` sends, or may not be told.
    """
    for name, value in settings.items():
        if name not in _NAMES:
            told = ", ".join(sorted(_NAMES))
            raise ValueError(f"there is no setting {name!r}, only {told}; see `extra` for others")
        for word, one in _parts(name, value):
            if _OF_SCORES.search(word):
                raise ValueError(f"{word!r} is no setting; scores are worked out here, not taken")
            if _OF_KEYS.search(word):
                raise ValueError(f"{word!r} must not be sent in; whoever reads the file has it")
            if name not in _FREE and isinstance(one, str) and not _TEXT.fullmatch(one):
                raise ValueError(f"{word!r} has to be a number, true, false or one word")
    return settings


def _parts(name: str, value: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    """Each value within a setting that is made of no others, and by which name it goes there."""
    match value:
        case Mapping():
            for inner, one in value.items():
                yield inner, None
                yield from _parts(inner, one)
        case list():
            for one in value:
                yield from _parts(name, one)
        case _:
            yield name, value
