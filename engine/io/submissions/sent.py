"""What is stored of submitted settings: numbers and known words, otherwise a digest.

Settings are shown next to the score if runs of one model differ in them, and free text could claim
anything there or hold a key. Its digest also distinguishes runs, and can be checked against the
text.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

import orjson
from pydantic import JsonValue

from engine.ask.endpoints.request_fields import Api

OTHERS = "others"
"""The key for the digest of all settings that `sorites evaluate` does not know."""

_NUMBERS = frozenset({"temperature", "top_p", "max_tokens", "seed", "stream", "until"})
_WORDS: Mapping[str, re.Pattern[str]] = {
    "reasoning_effort": re.compile("none|minimal|low|medium|high|xhigh|max"),
    "api": re.compile("|".join(Api)),
    "prompt": re.compile(r"[\w.:+~-]{1,60} v\d{1,4}@[0-9a-f]{8}"),
    "demonstrations": re.compile("[0-9a-f]{8,64}"),
}
_TEXTS = frozenset({"system", "stop", "extra"})


def settings_kept(settings: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The settings that identify a run here, from those submitted."""
    named = {*_NUMBERS, *_WORDS, *_TEXTS}
    kept = {name: _kept(name, value) for name, value in settings.items() if name in named}
    others = {name: value for name, value in settings.items() if name not in named}
    return {**kept, OTHERS: _digest(others)} if others else kept


def _kept(name: str, value: JsonValue) -> JsonValue:
    """The value itself if it cannot carry arbitrary text, otherwise a digest."""
    if name in _NUMBERS and (value is None or isinstance(value, int | float)):
        return value
    if name in _WORDS and isinstance(value, str) and _WORDS[name].fullmatch(value):
        return value
    return _digest(value)


def _digest(value: JsonValue) -> str:
    written = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    return f"SHA-256 {hashlib.sha256(written).hexdigest()[:12]}"
