"""Find broken links in the built site, including those in HTML, which mkdocs does not check."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import SplitResult, unquote, urlsplit

# Finds tags; HTMLParser reads only these, because on whole pages it takes ten times as long.
_TAG = re.compile(
    r"<!--.*?-->|<[a-z][^>\"']*(?:(?:\"[^\"]*\"|'[^']*')[^>\"']*)*>", re.IGNORECASE | re.DOTALL
)
_LINK = ("href", "xlink:href", "src", "poster", "data")
_LINKS = ("srcset", "imagesrcset")
_ONE_OF_SEVERAL = re.compile(r"(?:^|,)\s*(\S*[^\s,])[^,]*")
"""One address of a `srcset`, and the width that it is for."""

_ANYWHERE = "404.html"
"""The page shown at any unknown address, so its links must start at the host's root."""


def broken_links(folder: Path, published: str | None = None) -> tuple[str, ...]:
    """One sentence for each link to a file or anchor of the site that does not exist.

    Links that begin with `published`, the site's public address, are checked too. Only the 404 page
    may use root-relative links: if the site is hosted in a folder, they leave it.
    """
    site = urlsplit(published or "")
    tags = {
        path.relative_to(folder).as_posix(): tuple(
            map(_read, dict.fromkeys(_TAG.findall(path.read_text(encoding="utf-8"))))
        )
        for path in sorted(folder.rglob("*.html"))
    }
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    places = {name: {place for _, ids in read for place in ids} for name, read in tags.items()}
    return tuple(
        f"{name}: broken link {link}"
        for name, read in tags.items()
        for link in dict.fromkeys(link for links, _ in read for link in links)
        if not _leads_somewhere(name, urlsplit(link), site, files, places)
    )


@lru_cache(1 << 16)
def _read(tag: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The addresses that a tag links to, and the anchors that it defines."""
    one = _Tag()
    one.feed(tag)
    return tuple(one.links), tuple(one.places)


class _Tag(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name in _LINK:
                self.links.append(value.strip())
            elif name in _LINKS:
                self.links += _ONE_OF_SEVERAL.findall(value)
            elif name == "id" or (tag, name) == ("a", "name"):
                self.places.append(value)


def _leads_somewhere(
    page: str,
    link: SplitResult,
    site: SplitResult,
    files: set[str],
    places: Mapping[str, set[str]],
) -> bool:
    is_ours = bool(site.netloc) and link.netloc.lower() == site.netloc.lower()
    if (link.scheme or link.netloc) and not is_ours:
        return True
    path = link.path
    if is_ours or path.startswith("/"):
        below = f"{site.path.rstrip('/')}/"
        if not f"{path}/".startswith(below):
            return is_ours  # something else at that host
        if page != _ANYWHERE and not is_ours:
            return False
        path = "/" + f"{path}/".removeprefix(below)
    place = _place(page, unquote(path))
    found = next((name for name in _candidates(place) if name in files), None)
    if found is None:
        return False
    anchor = unquote(link.fragment)
    return not anchor or found not in places or anchor in places[found]


def _place(page: str, path: str) -> str:
    """The path from the root of the site; a path that leaves the site keeps its dots."""
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
