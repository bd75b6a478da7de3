"""The public site in Chromium: as readers see it, by eye, by keyboard and by screen reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.site import build_site
from engine.site.sources import copied_place
from tests.dashboard.choice_material import make_choices
from tests.site.material import HOSTILE, publish_sample
from tests.site.skill_sample import publish_skills

DATASETS = ("datasets/justlogic/", "datasets/divlogiceval/", "datasets/logicasker/")
PAGES = ("", "leaderboard/", *DATASETS, "method/", "run/")
OpenPage = Callable[..., Page]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    snapshot = publish_sample(folder / "el.duckdb")
    make_choices(folder / "el.duckdb")
    publish_skills(folder / "el.duckdb")
    return build_site(snapshot, strict=True, place=copied_place(folder)).folder


@pytest.fixture
def address(site: Path, serve: Callable[[Path], str]) -> str:
    return serve(site)


# Layout goes by width and contrast by colours: two of the four together show both.
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_pages_are_accessible_fit_the_screen_and_ask_nobody_else(
    chromium_page: OpenPage,
    axe_violations: Callable[[Page], list[str]],
    outside_requests: list[str],
    address: str,
    name: str,
    dark: bool,
    width: int,
) -> None:
    page = chromium_page(width=width, dark=dark)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{address}/{name}")
    page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert outside_requests == []
    assert said == []


def column(page: Page, number: int) -> list[str]:
    return (
        page.locator(".el-table")
        .first.locator(f"tbody tr > :nth-child({number})")
        .all_inner_texts()
    )


def test_a_board_is_sorted_by_keyboard(chromium_page: OpenPage, address: str) -> None:
    page = chromium_page()
    page.goto(f"{address}/leaderboard/")
    header = page.locator(".el-table").first.get_by_role("columnheader", name="Respondent")
    header.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(header).to_have_attribute("aria-sort", "ascending")
    names = [text.split()[0] for text in column(page, 1)]
    assert names == ["bag-of-words", "model-x", "prover-3", "solver"]
    page.keyboard.press("Space")
    expect(header).to_have_attribute("aria-sort", "descending")
    assert [text.split()[0] for text in column(page, 1)] == names[::-1]


def test_numbers_are_sorted_as_numbers_and_what_is_absent_stands_last(
    chromium_page: OpenPage, address: str
) -> None:
    page = chromium_page()
    page.goto(f"{address}/leaderboard/")
    accuracy = page.get_by_role("button", name="Accuracy").first
    accuracy.click()
    assert column(page, 4) == ["100.0%", "77.8%", "33.3%", "31.5%"]
    accuracy.click()
    assert column(page, 4) == ["31.5%", "33.3%", "77.8%", "100.0%"]
    rank = page.get_by_role("button", name="Rank").first
    for _ in range(2):
        rank.click()
        assert column(page, 2)[-1] == "–"


def test_without_scripts_the_board_stands_as_a_plain_table(
    chromium_page: OpenPage, address: str
) -> None:
    page = chromium_page()
    page.route("**/*.js", lambda route: route.abort())
    page.goto(f"{address}/leaderboard/")
    assert column(page, 4) == ["100.0%", "77.8%", "33.3%", "31.5%"]
    assert page.locator(".el-table button").count() == 0


def test_row_names_stay_in_sight_while_a_wide_board_scrolls(
    chromium_page: OpenPage, address: str
) -> None:
    page = chromium_page(width=390)
    page.goto(f"{address}/leaderboard/")
    frame = page.locator(".el-scroll").first
    frame.evaluate("frame => frame.scrollLeft = 300")
    name = page.locator(".el-table tbody th").first.bounding_box()
    assert name is not None
    assert name["x"] >= 0


def search(page: Page, words: str) -> Locator:
    """Type into the search field; the first result."""
    field = page.get_by_role("textbox", name="Search")
    field.click()
    field.press_sequentially(words)
    result = page.locator(".md-search-result__link").first
    expect(result).to_be_visible()
    return result


def test_the_search_finds_a_section(chromium_page: OpenPage, address: str) -> None:
    page = chromium_page()
    page.goto(f"{address}/")
    result = search(page, "exchange triple")
    assert "justlogic" in (result.get_attribute("href") or "")


def test_hostile_names_are_shown_and_found_but_never_run(
    chromium_page: OpenPage,
    outside_requests: list[str],
    tmp_path: Path,
    serve: Callable[[Path], str],
) -> None:
    snapshot = publish_sample(tmp_path / "el.duckdb", name=HOSTILE, model=HOSTILE)
    address = serve(build_site(snapshot, strict=True, place=copied_place(tmp_path)).folder)
    page = chromium_page()
    for name in PAGES:
        page.goto(f"{address}/{name}")
        assert "owned" not in page.title()
        assert page.locator("img[src=x], a[href^=javascript]").count() == 0
    page.goto(f"{address}/leaderboard/")
    shown = page.locator(".el-name").filter(has_text="owned").first.inner_text()
    assert '<script>document.title="owned"</script>' in shown
    assert "| `code` [x](javascript:alert(1)) {{ 1+1 }}" in shown
    search(page, "owned")
    assert not re.search("owned", page.title())
    assert page.locator("img[src=x]").count() == 0
    assert outside_requests == []
