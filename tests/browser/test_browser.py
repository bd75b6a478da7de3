"""The browser fixtures themselves: a fault in them would pass every page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

PAGE = """<!doctype html><html lang="en"><head><title>Proof</title><style>
body {{ background: white; color: {colour} }}
@media (prefers-color-scheme: dark) {{ body {{ background: black; color: white }} }}
</style></head><body><main><h1>Sorites</h1><p>{body}</p></main></body></html>"""


@pytest.fixture
def address(tmp_path: Path, serve: Callable[[Path], str]) -> str:
    (tmp_path / "sound.html").write_text(PAGE.format(colour="black", body="A sentence."))
    (tmp_path / "faulty.html").write_text(
        PAGE.format(colour="#eee", body='<img src="http://example.invalid/a.png">')
    )
    return serve(tmp_path)


@pytest.mark.parametrize("dark", [False, True])
def test_a_page_opens_at_the_width_and_in_the_colours_asked_for(
    chromium_page: Callable[..., Page], address: str, dark: bool
) -> None:
    page = chromium_page(width=390, dark=dark)
    page.goto(f"{address}/sound.html")
    assert page.evaluate("window.innerWidth") == 390
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == ("rgb(0, 0, 0)" if dark else "rgb(255, 255, 255)")


def test_axe_passes_a_sound_page(
    chromium_page: Callable[..., Page],
    axe_violations: Callable[[Page], list[str]],
    address: str,
    outside_requests: list[str],
) -> None:
    page = chromium_page()
    page.goto(f"{address}/sound.html")
    assert axe_violations(page) == []
    assert outside_requests == []


def test_axe_names_low_contrast_and_a_picture_without_words(
    chromium_page: Callable[..., Page],
    axe_violations: Callable[[Page], list[str]],
    address: str,
    outside_requests: list[str],
) -> None:
    page = chromium_page()
    page.goto(f"{address}/faulty.html")
    rules = {line.split(" ")[0] for line in axe_violations(page)}
    assert rules == {"color-contrast", "image-alt"}
    assert outside_requests == ["http://example.invalid/a.png"]
