"""The address in a real browser: what it names by itself, and where Back leads."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from engine.core.workers import serial
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_spec
from engine.store import publish
from tests.browser.test_dashboard import choose, serving, visit
from tests.dashboard.material import DATASET, make_database
from tests.dashboard.skill_material import ask

_PATIENCE_MS = 60_000
BOARD = f"**/leaderboard?data={DATASET}&sort=rank"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("addressed") / "small.duckdb"
    make_database(path)
    return path


@pytest.fixture(scope="module")
def address(db: Path) -> Iterator[str]:
    with serving(db) as found:
        yield found


def named(page: Page, url: str) -> None:
    """Wait until the address is this."""
    page.wait_for_url(url, timeout=_PATIENCE_MS)


def entries(page: Page) -> int:
    """The length of the browser's history."""
    found: int = page.evaluate("history.length")
    return found


def test_a_page_names_its_view_and_back_leaves_it_in_one_press(
    chromium_page: Callable[..., Page], address: str
) -> None:
    page = chromium_page()
    visit(page, f"{address}/errors?data={DATASET}")
    named(page, f"**/errors?*data={DATASET}**")
    before = entries(page)
    visit(page, f"{address}/leaderboard?data={DATASET}")
    named(page, BOARD)
    assert entries(page) == before + 1
    page.get_by_role("link", name="Breakdown").click()
    named(page, "**/breakdown?**&down=Depth&**")
    assert entries(page) == before + 2
    page.go_back()
    named(page, BOARD)
    page.get_by_role("heading", name="Leaderboard").wait_for(timeout=_PATIENCE_MS)
    page.go_back()
    named(page, f"**/errors?*data={DATASET}**")
    page.go_forward()
    named(page, BOARD)


def test_back_undoes_a_choice(chromium_page: Callable[..., Page], address: str) -> None:
    page = chromium_page()
    visit(page, f"{address}/leaderboard?data={DATASET}")
    named(page, BOARD)
    choose(page, "Sorted by", "model")
    named(page, "**&sort=model")
    page.go_back()
    named(page, BOARD)
    page.wait_for_function(
        "document.querySelector('input[aria-label=\"Sorted by\"]')?.value === 'rank'",
        timeout=_PATIENCE_MS,
    )


def test_back_leads_from_question_to_question_and_to_the_list_as_it_was(
    chromium_page: Callable[..., Page], address: str
) -> None:
    page = chromium_page()
    visit(page, f"{address}/questions?data={DATASET}&depth=3&page=2")
    listed = f"**/questions?data={DATASET}&depth=3&order=index&page=2"
    named(page, listed)
    page.get_by_role("link", name=f"Question {DATASET}:").first.click()
    first = re.compile(rf"/item\?item={DATASET}%3A\d+&from=questions")
    page.wait_for_url(first, timeout=_PATIENCE_MS)
    page.get_by_role("button", name="question of its group").first.click()
    asked = page.url.split("&")[0]
    page.wait_for_url(lambda url: not url.startswith(asked), timeout=_PATIENCE_MS)
    page.get_by_role("heading", name="Right answer and explanation").wait_for(timeout=_PATIENCE_MS)
    page.go_back()
    page.wait_for_url(lambda url: url.startswith(asked), timeout=_PATIENCE_MS)
    place = asked.partition("item=")[2].replace("%3A", ":")
    page.wait_for_function(
        f"document.querySelector('input[aria-label=\"Question\"]')?.value === '{place}'",
        timeout=_PATIENCE_MS,
    )
    page.go_back()
    named(page, listed)
    page.get_by_role("button", name="Page 2").and_(page.locator("[aria-current]")).wait_for(
        timeout=_PATIENCE_MS
    )


def test_back_leads_to_the_question_of_which_a_heading_was_jumped_to(
    chromium_page: Callable[..., Page], address: str
) -> None:
    page = chromium_page()
    visit(page, f"{address}/item?item={DATASET}:3")
    named(page, f"**/item?item={DATASET}%3A3**")
    page.evaluate("location.hash = document.querySelector('h2[id], h3[id]').id")
    page.get_by_role("button", name="question of its group").first.click()
    page.wait_for_url(
        lambda url: "/item?" in url and f"item={DATASET}%3A3" not in url, timeout=_PATIENCE_MS
    )
    assert "#" not in page.url
    page.go_back()
    page.wait_for_url(lambda url: f"item={DATASET}%3A3" in url, timeout=_PATIENCE_MS)
    page.wait_for_function(
        f"document.querySelector('input[aria-label=\"Question\"]')?.value === '{DATASET}:3'",
        timeout=_PATIENCE_MS,
    )


@pytest.mark.full(quick="dashboard/test_address.py::test_the_address_of_a_page_opens_the_same_view")
def test_after_a_restart_of_the_server_a_page_begins_again_from_its_address(
    chromium_page: Callable[..., Page], db: Path
) -> None:
    page = chromium_page()
    with serving(db) as address:
        visit(page, f"{address}/breakdown?data={DATASET}")
        page.get_by_test_id("stMain").get_by_text("Height", exact=True).click()
        named(page, "**&down=Height&**")
    with serving(db, urlsplit(address).port):
        with page.expect_event("load", timeout=_PATIENCE_MS):
            page.get_by_test_id("stMain").get_by_text("Depth", exact=True).first.click()
        page.get_by_role("figure", name="by height").wait_for(timeout=_PATIENCE_MS)
        named(page, "**&down=Height&**")


@pytest.mark.full(quick="dashboard/test_address.py::test_the_address_of_a_page_opens_the_same_view")
def test_a_link_opens_the_same_view_after_a_newer_data_set_was_published(
    chromium_page: Callable[..., Page], db: Path, address: str
) -> None:
    page = chromium_page()
    visit(page, f"{address}/leaderboard?data={DATASET}")
    named(page, BOARD)
    link, shown = page.url, page.get_by_test_id("stMain").inner_text()
    spec = make_spec("justlogic", {"recipe": "sound"}, 2, 12)
    generate_dataset(spec, "newer", db, serial())
    with ThreadPoolExecutor(1) as other:  # Playwright's loop runs in this thread
        other.submit(ask, db, "newer", "solver").result()
    publish(db)
    fresh = chromium_page()
    assert visit(fresh, link) == []
    named(fresh, BOARD)
    before_stamp = re.compile(r"snapshot .*")
    assert before_stamp.sub("", fresh.get_by_test_id("stMain").inner_text()) == before_stamp.sub(
        "", shown
    )
