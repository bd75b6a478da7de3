"""Index which items the built pages show, and where, for links from the dashboard."""

from __future__ import annotations

import re
from pathlib import Path

import orjson

from engine.show.links.places import SHOWN_ITEMS

_PLACE = re.compile(r'<span class="el-item" id="(item-[0-9a-f]{16})">')
_FIRST = ("datasets/", "audits/", "gallery/")
"""Pages preferred if several show an item, because they say more about it."""


def write_shown_items(folder: Path) -> None:
    """Write the address of each item shown on the site, by its anchor."""
    pages = [path.relative_to(folder).as_posix() for path in folder.rglob("*.html")]
    shown: dict[str, str] = {}
    for name in sorted(pages, key=lambda name: (not name.startswith(_FIRST), name)):
        address = name.removesuffix("index.html")
        for anchor in _PLACE.findall((folder / name).read_text(encoding="utf-8")):
            shown.setdefault(anchor, f"{address}#{anchor}")
    document = orjson.dumps(shown, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS)
    (folder / SHOWN_ITEMS).write_bytes(document)
