"""Whether every link of the built site leads somewhere: what mkdocs does not see in HTML, too."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

_TARGET = re.compile(
    r"<(?:a|link|script|img|source)\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*?"
    r"\s(?:href|src)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))",
    re.IGNORECASE,
)
_ANCHOR = re.compile(r"\s(?:id|name)=\"([^\"]+)\"")


_ANYWHERE = "404.html"
"""The page that is shown at any address, so that its links must begin at the host's root."""


def broken_links(folder: Path, base: str = "/") -> tuple[str, ...]:
    """Links from a page of the site to a file or place in it that is not there, a sentence each.

    `base` is the path at which the site is published. Only the page for what is not found may link
    from the root of the host: on all others such a link would lead out of a site in a folder.
    """
    pages = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.html"))
    }
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    anchors = {name: set(map(html.unescape, _ANCHOR.findall(page))) for name, page in pages.items()}
    return tuple(
        f"{name}: the link {target} leads nowhere"
        for name, page in pages.items()
        for target in dict.fromkeys(html.unescape("".join(one)) for one in _TARGET.findall(page))
        if not _leads_somewhere(name, _below(name, target, base), files, anchors)
    )


def _below(page: str, target: str, base: str) -> str | None:
    """An address from the root of the host as one from that of the site; None if it leads out."""
    if not target.startswith("/") or target.startswith("//"):
        return target
    return (
        f"/{target.removeprefix(base)}" if page == _ANYWHERE and target.startswith(base) else None
    )


def _leads_somewhere(
    page: str, target: str | None, files: set[str], anchors: dict[str, set[str]]
) -> bool:
    if target is None:
        return False
    url = urlsplit(target)
    if url.scheme or url.netloc:
        return True
    place = _place(page, unquote(url.path))
    found = next((name for name in _candidates(place) if name in files), None)
    if found is None:
        return False
    anchor = unquote(url.fragment)
    return not anchor or found not in anchors or anchor in anchors[found]


def _place(page: str, path: str) -> str:
    """The path from the root of the site; one that leads out of it keeps its dots."""
    if not path:
        return page
    parts: list[str] = [] if path.startswith("/") else list(PurePosixPath(page).parent.parts)
    for part in path.split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _candidates(place: str) -> Iterator[str]:
    yield place
    yield f"{place}/index.html".lstrip("/")
