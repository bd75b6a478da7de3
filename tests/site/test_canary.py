"""Every page that shows items holds the canary; cards are looked at in `test_every_family`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.core.canary import canary

SITE = Path(__file__).parent.parent.parent / "site"
SNIPPET = re.compile(r'^--8<-- "(parts/[^"]+)"$', re.MULTILINE)
SHOWS_ITEMS = re.compile(r'--8<-- "generated/(?:(?!sql)\w+-examples|gallery)\.md"')
PAGES = [path for path in sorted(SITE.rglob("*.md")) if SHOWS_ITEMS.search(path.read_text("utf-8"))]


def whole(text: str) -> str:
    return SNIPPET.sub(lambda found: (SITE / found[1]).read_text(encoding="utf-8"), text)


def test_there_are_pages_that_show_items() -> None:
    assert {"gallery.md"} <= {path.name for path in PAGES}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_that_shows_items_holds_the_canary(path: Path) -> None:
    assert canary() in whole(path.read_text(encoding="utf-8"))
