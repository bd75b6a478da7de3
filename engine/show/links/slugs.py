"""Page names for untrusted names: readable, unique, and never a path."""

from __future__ import annotations

import hashlib
import re

_PLAIN = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_TAKEN = ("index", "readme")
_MOST = 40


def slug(name: str) -> str:
    """A path segment for a name; different names have different ones.

    A plain name is its own slug. Any other gets its plain letters and digits and the first digits
    of its SHA-256.

    >>> slug("bag-of-words"), slug("Llama3-8B")
    ('bag-of-words', 'llama3-8b-60239ad4')
    """
    if len(name) <= _MOST and _PLAIN.fullmatch(name) and name not in _TAKEN:
        return name
    readable = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:_MOST].strip("-")
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{readable}-{digest}".lstrip("-")
