"""The Content-Security-Policy of every page, inserted after the theme has written the page.

A page may load scripts, styles, pictures and data from its own site only. Inline scripts of the
theme's templates are allowed by hash. Any other inline script fails the build, so a script in a
model's reply is neither published nor run, even if escaping failed.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path

from engine.core.errors import SoritesError

_INLINE = re.compile(r"<(script|style)\b([^>]*)>(.*?)</\1\s*>", re.DOTALL | re.IGNORECASE)
_STYLED = re.compile(r"<[a-z][^<>]*?\sstyle=\"([^\"]*)\"", re.IGNORECASE)
_CHARSET = re.compile(r"<meta charset=[\"']?utf-8[\"']?\s*/?>", re.IGNORECASE)
_DATA = ("application/json", "application/ld+json")
"""Types of script elements that hold data; browsers do not run them."""

_TEMPLATES = "partials/javascripts"
_FILLED_IN = re.compile(r"\{\{.*?\}\}")
_PLACE = r"[\w./~-]*"
"""The only value the theme inserts into a script: the path from the page to the home page."""


def own_scripts(templates: Path | None = None) -> re.Pattern[str]:
    """Match the inline scripts of a theme's templates (by default the installed theme's)."""
    if templates is None:
        templates = Path(str(distribution("mkdocs-material").locate_file("material/templates")))
    written = {
        body
        for template in (templates / _TEMPLATES).iterdir()
        for tag, _, body in _INLINE.findall(template.read_text(encoding="utf-8"))
        if tag == "script"
    }
    return re.compile("|".join(_PLACE.join(map(re.escape, _FILLED_IN.split(s))) for s in written))


def restricted(page: str, name: str, own: re.Pattern[str]) -> str:
    """The page with its policy right after the encoding declaration.

    Raises:
        SoritesError: the page has no such declaration, or a script in it is not the theme's own.
    """
    if not _CHARSET.search(page):
        raise SoritesError(f"{name} has no `<meta charset>` after which its policy could go")
    tag = f'<meta http-equiv="Content-Security-Policy" content="{policy(page, name, own)}">'
    return _CHARSET.sub(lambda found: found[0] + tag, page, count=1)


def policy(page: str, name: str, own: re.Pattern[str]) -> str:
    """What the page may load and run."""
    inline = _INLINE.findall(page)
    scripts = [body for tag, rest, body in inline if tag.lower() == "script" and _runs(rest)]
    for script in scripts:
        if not own.fullmatch(script):
            raise SoritesError(f"{name} has a script that is not the theme's: {script[:60]!r}")
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
