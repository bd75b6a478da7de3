"""The Content-Security-Policy of every page, put in after the theme has written it.

A page may load scripts, styles, pictures and data from its own site, and nothing else from
anywhere. What the theme writes into the page itself is allowed by its hash, so that a script that
came in with a text from a model would not run even if escaping had failed.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Iterable

from engine.errors import ElenchusError

_INLINE = re.compile(r"<(script|style)\b([^>]*)>(.*?)</\1\s*>", re.DOTALL | re.IGNORECASE)
_STYLED = re.compile(r"<[a-z][^<>]*?\sstyle=\"([^\"]*)\"", re.IGNORECASE)
_CHARSET = re.compile(r"<meta charset=[\"']?utf-8[\"']?\s*/?>", re.IGNORECASE)
_DATA = ("application/json", "application/ld+json")
"""Types of script elements that hold data; no browser runs them."""


def restricted(page: str, name: str) -> str:
    """The page with its policy right after the declaration of its encoding.

    Raises:
        ElenchusError: the page has no such declaration.
    """
    if not _CHARSET.search(page):
        raise ElenchusError(f"{name} declares no encoding, so that its policy has no place")
    tag = f'<meta http-equiv="Content-Security-Policy" content="{policy(page)}">'
    return _CHARSET.sub(lambda found: found[0] + tag, page, count=1)


def policy(page: str) -> str:
    """What the page may load and run."""
    inline = _INLINE.findall(page)
    scripts = [body for tag, rest, body in inline if tag.lower() == "script" and _runs(rest)]
    styles = [body for tag, _, body in inline if tag.lower() == "style"]
    attributes = [html.unescape(style) for style in _STYLED.findall(page)]
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self'{_hashes(scripts)}",
            f"style-src 'self'{_hashes(styles)}",
            *([f"style-src-attr 'unsafe-hashes'{_hashes(attributes)}"] if attributes else []),
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "worker-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _runs(attributes: str) -> bool:
    return "src=" not in attributes and not any(kind in attributes for kind in _DATA)


def _hashes(texts: Iterable[str]) -> str:
    digests = dict.fromkeys(hashlib.sha256(text.encode()).digest() for text in texts)
    return "".join(f" 'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
