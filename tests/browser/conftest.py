"""A headless Chromium, a folder served on loopback, and axe-core."""

from __future__ import annotations

import functools
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Error, Page, Request, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
NO_CHROMIUM = "no Chromium on this machine: install Debian's package chromium"
FLAGS = [
    "--no-sandbox",  # CI runs as root in a container
    "--disable-gpu",
    # The others keep Chromium from calling out by itself.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Nothing leaves this machine. Playwright's own gate would switch the cache off.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]
LEVELS_A_AND_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
LOOPBACK = {"127.0.0.1", "localhost"}


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests of this folder, so that `-m "not browser"` leaves them out."""
    item.add_marker(pytest.mark.browser)


# Playwright keeps an event loop running in the thread of the tests; a wider scope would leave it
# running under the tests of other modules, which start loops of their own.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A Chromium for a module's tests; its absence skips, but fails where CI promises it."""
    if CHROMIUM is None:
        if os.environ.get("CI") == "true":
            pytest.fail(NO_CHROMIUM)
        pytest.skip(NO_CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """One cache for a module's pages; what a page stores is deleted after its test."""
    context = chromium.new_context()
    yield context
    context.close()


@pytest.fixture
def outside_requests(context: BrowserContext) -> Iterator[list[str]]:
    """The addresses beyond loopback that the test's pages asked for; each was refused."""
    found: list[str] = []

    def note(request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme not in {"data", "blob"} and url.hostname not in LOOPBACK:
            found.append(request.url)

    context.on("request", note)
    yield found
    context.remove_listener("request", note)


@pytest.fixture
def chromium_page(context: BrowserContext) -> Iterator[Callable[..., Page]]:
    """Open pages as a reader sees them: `chromium_page(width=390, dark=True)`, width in pixels."""

    def open_page(width: int = 1280, dark: bool = False) -> Page:
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
        return page

    yield open_page
    for page in context.pages:
        with suppress(Error):  # a page of nowhere stores nothing
            page.evaluate("localStorage.clear()")
        page.close()
    context.clear_cookies()


@pytest.fixture
def axe_violations() -> Callable[[Page], list[str]]:
    """What axe-core finds on a page against WCAG 2.2 levels A and AA, a line for each element."""

    def violations(page: Page) -> list[str]:
        asked = {"runOnly": LEVELS_A_AND_AA, "resultTypes": ["violations"]}  # others take as long
        found = Axe().run(page, options=asked).response["violations"]
        return [
            f"{rule['id']} ({rule['impact']}): {node['target']}: {node['html']}"
            for rule in found
            for node in rule["nodes"]
        ]

    return violations


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Say nothing: pytest shows what failed."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder on loopback."""
    handler = functools.partial(QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


@pytest.fixture
def serve() -> Iterator[Callable[[Path], str]]:
    """Serve folders on loopback for the time of a test; gives the address of each."""
    with ExitStack() as stack:
        yield lambda folder: stack.enter_context(served(folder))
