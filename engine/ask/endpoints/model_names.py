"""Whether the model that answers is the one asked for, by their names."""

from __future__ import annotations

import re

_VERSION = re.compile(
    r"[-@:_.](?:latest|free|\d{4}-\d{2}-\d{2}|\d{3,8}|v\d+(?::\d+)?)$|\.gguf$|\.safetensors$"
)
"""The end of a name that is a date, a version, a tag or the ending of a file."""


def is_other_model(asked: str, served: str) -> bool:
    """Whether a name is that of another model, not only of a version or place of the one asked for.

    >>> is_other_model("gpt-4o", "gpt-4o-2024-08-06"), is_other_model("gpt-4o", "gpt-4o-mini")
    (False, True)
    >>> is_other_model("qwen2.5:0.5b", "Qwen2.5"), is_other_model("m", "/models/M.gguf")
    (False, False)
    >>> is_other_model("claude-sonnet-4", "us.anthropic.claude-sonnet-4-20250514-v1:0")
    False
    >>> is_other_model("llama3:8b", "llama3:70b"), is_other_model("gpt-4", "gpt-3.5-turbo-0125")
    (True, True)
    """
    one, other = _bare(asked), _bare(served)
    parts, others = one.split(":"), other.split(":")
    if parts[0] != others[0]:
        return not (one.endswith(f".{other}") or other.endswith(f".{one}"))
    return len(parts) == len(others) and one != other


def _bare(name: str) -> str:
    """A name without path, ending, date and version."""
    bare = name.strip().lower().replace("\\", "/").rstrip("/").rpartition("/")[2]
    while (shorter := _VERSION.sub("", bare)) not in (bare, ""):
        bare = shorter
    return bare
