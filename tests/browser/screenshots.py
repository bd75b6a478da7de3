"""Pictures of every kind of page of dashboard and site, with one page that lists them.

`make screenshots` runs this over the built site and the database of `make demo`, or over the one
that `SORITES_DB` names.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

from dashboard.components.source.notices import FAILED, NOTHING_SHOWN
from engine.core.paths import db_path
from engine.show.links.places import output_folder
from tests.browser.conftest import CHROMIUM, FLAGS, NO_CHROMIUM, served
from tests.browser.test_dashboard import SCREENSHOTS, serving, visit

WIDTHS, COLOURS = (1280, 390), ("light", "dark")
PHONE = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36"
)
TALLEST = 5000
"""The most pixels of a page that a picture shows."""

_HEIGHT = """(document.querySelector('[data-testid="stMain"]') ?? document.documentElement)
    .scrollHeight"""
_DRAWING_MS = 500
"""Charts and tables that come into sight are drawn only then."""

ALIKE = ("models", "breakdowns", "releases", "gallery", "errors")
"""Folders of the site with many pages alike; the first of each are shown."""

DASHBOARD = ("", "leaderboard", "compare", "model", "breakdown", "errors", "questions", "datasets",
    "runs")  # fmt: skip


def site_pages(folder: Path) -> list[str]:
    """The pages of a built site that differ in kind."""
    often: Counter[str] = Counter()
    shown = []
    for name in sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html")):
        kind = name.split("/")[0]
        often[kind] += 1
        if kind not in ALIKE or often[kind] <= 3:
            shown.append(name.removesuffix("index.html"))
    return shown


def take(
    browser: Browser, address: str, face: str, names: Sequence[str], out: Path
) -> Iterator[tuple[str, str]]:
    """Take the pictures of each page in all widths and colours; give its name and their stem."""
    for width, colours in product(WIDTHS, COLOURS):
        page = browser.new_page(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if colours == "dark" else "light",
            reduced_motion="reduce",
            user_agent=PHONE if width < 600 else None,
        )
        for name in names:
            stem = f"{face}-{name.strip('/').removesuffix('.html').replace('/', '-') or 'home'}"
            _open(page, f"{address}/{name}", face)
            page.set_viewport_size({"width": width, "height": min(page.evaluate(_HEIGHT), TALLEST)})
            if face == "dashboard":
                page.wait_for_timeout(_DRAWING_MS)
            page.screenshot(path=out / f"{stem}-{width}-{colours}.png")
            page.set_viewport_size({"width": width, "height": 900})
            if (width, colours) == (WIDTHS[0], COLOURS[0]):
                yield f"{face}: {name or 'home'}", stem
        page.close()


def _open(page: Page, url: str, face: str) -> None:
    """Open a page; one of the dashboard that shows nothing ends the command."""
    if face != "dashboard":
        page.goto(url)
        return
    visit(page, url)
    for kind in ("stException", "stAlert"):
        for words in page.get_by_test_id(kind).all_inner_texts():
            if kind == "stException" or words.startswith((NOTHING_SHOWN, FAILED)):
                why = " ".join(words.split("\n\n")[:2])
                raise SystemExit(f"{urlsplit(url).path} shows no figures: {why}")


def sheet(shown: Sequence[tuple[str, str]]) -> str:
    """A page with all pictures, a row for each page."""
    rows = "".join(
        f"<h2>{escape(name)}</h2><p>"
        + "".join(
            f'<a href="{stem}-{width}-{colours}.png"><img loading="lazy" height="420"'
            f' alt="{width} pixels wide, {colours}" src="{stem}-{width}-{colours}.png"></a> '
            for width, colours in product(WIDTHS, COLOURS)
        )
        + "</p>"
        for name, stem in shown
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots</title>'
        "<style>body{font:15px sans-serif;margin:2em}img{border:1px solid #999;"
        "max-width:46vw;object-fit:cover;object-position:top}</style>"
        f"<h1>Every kind of page, in both widths and themes</h1>{rows}</html>"
    )


def main() -> None:
    """Take all pictures, or those of the site or of pages that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, default=output_folder())
    parser.add_argument("--face", choices=["site", "dashboard"])
    parser.add_argument("--out", type=Path, default=SCREENSHOTS)
    parser.add_argument("pages", nargs="*", help="only these pages, such as leaderboard/")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    if CHROMIUM is None:
        parser.error(NO_CHROMIUM)
    shown: list[tuple[str, str]] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        if asked.face != "dashboard":
            pages = asked.pages or site_pages(asked.site)
            with served(asked.site) as address:
                shown += take(browser, address, "site", pages, asked.out)
        if asked.face != "site":
            with serving(db_path()) as address:
                shown += take(browser, address, "dashboard", asked.pages or DASHBOARD, asked.out)
    (asked.out / "index.html").write_text(sheet(shown), encoding="utf-8")
    print(asked.out / "index.html")  # noqa: T201


if __name__ == "__main__":
    main()
