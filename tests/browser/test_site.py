"""The public site in Chromium: as readers see it, by eye, by keyboard and by screen reader."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.show.links.slugs import slug
from engine.site import build_site
from tests.examples import is_full
from tests.site.every_family import built_site
from tests.site.material import HOSTILE, HOSTILE_NAME, publish_sample

OpenPage = Callable[..., Page]


@pytest.fixture(scope="module")
def site() -> Path:
    return built_site()


@pytest.fixture
def address(site: Path, serve: Callable[[Path], str]) -> str:
    return serve(site)


_ALIKE = re.compile(
    "models/(?!half|model-x|solver)[^/]+/|breakdowns/(?!sample|skills|formulas)[^/]+/|releases/small-1"
    "|datasets/(?!justlogic|logicskills)[^/]+/|gallery/[a-z]+-(?!1/)[0-9]+/|errors/(?!model-x-1/)[^/]+/|(changelog|cite|challenge|exports|python|reproduce)/"
)
"""Pages of the same template as others, which are looked at in `make test-full` only."""

_FIRST_ROWS = """document.querySelectorAll('tbody').forEach(
    body => [...body.rows].slice(5).forEach(row => row.remove()))"""
"""On push, axe sees five rows of each table: the others are made alike, and it takes seconds."""


_LINKS_IN_SIGHT = """[...document.querySelectorAll('a')].filter(
    link => link.checkVisibility({visibilityProperty: true})).map(link => link.href)"""


# Layout goes by width and contrast by colours: two of the four together show both; on push, every
# second page in each.
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_every_page_is_accessible_fits_the_screen_and_asks_nobody_else(
    chromium_page: OpenPage,
    axe_violations: Callable[[Page], list[str]],
    outside_requests: list[str],
    site: Path,
    address: str,
    width: int,
    dark: bool,
) -> None:
    page = chromium_page(width=width, dark=dark)
    collected: list[str] = []
    page.on("console", lambda message: collected.append(message.text))
    page.on("pageerror", lambda error: collected.append(str(error)))
    found: dict[str, list[str]] = {}
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    assert len(names) > 40
    chosen = names if is_full() else [n for n in names if not _ALIKE.match(n)][dark::2]
    assert len(chosen) > 9
    for name in chosen:
        page.goto(f"{address}/{name}")
        page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
        if page.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
            collected.append("wider than the screen")
        if not is_full():
            page.evaluate(_FIRST_ROWS)
        if faults := [*axe_violations(page), *collected, *outside_requests]:
            found[name] = faults
        collected.clear()
        outside_requests.clear()
    assert found == {}


def board_of(page: Page) -> Locator:
    """The board of the sample's models and baselines."""
    return page.locator('table[data-key="sample/measured/passage/all"]')


def column(page: Page, number: int) -> list[str]:
    return board_of(page).locator(f"tbody tr > :nth-child({number})").all_inner_texts()


def test_a_board_is_sorted_by_keyboard(chromium_page: OpenPage, address: str) -> None:
    page = chromium_page()
    page.goto(f"{address}/leaderboard/")
    header = board_of(page).get_by_role("columnheader", name="Model")
    header.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(header).to_have_attribute("aria-sort", "ascending")
    names = [text.split()[0] for text in column(page, 1)]
    assert names == ["bag-of-words", "guessing", "model-x", "prover-3", "solver"]
    page.keyboard.press("Space")
    expect(header).to_have_attribute("aria-sort", "descending")
    assert [text.split()[0] for text in column(page, 1)] == names[::-1]


def test_numbers_are_sorted_as_numbers_and_what_is_absent_stands_last(
    chromium_page: OpenPage, address: str
) -> None:
    page = chromium_page()
    page.goto(f"{address}/leaderboard/")
    accuracy = board_of(page).get_by_role("button", name="Accuracy")
    accuracy.click()
    assert column(page, 2) == ["100.0%", "77.8%", "33.3%", "33.3%", "31.5%"]
    accuracy.click()
    assert column(page, 2) == ["31.5%", "33.3%", "33.3%", "77.8%", "100.0%"]
    rank = board_of(page).get_by_role("button", name="Rank")
    for _ in range(2):
        rank.click()
        assert column(page, 5)[-1] == "–"


def test_what_is_filtered_and_sorted_stands_in_the_address_and_is_what_is_saved(
    chromium_page: OpenPage, address: str
) -> None:
    page = chromium_page()
    page.goto(f"{address}/leaderboard/")
    page.locator("select[name=kind]").select_option("baseline")
    page.get_by_label("Provenance").select_option("measured")
    page.get_by_label("Rows containing").fill("sample")
    board = board_of(page)
    board.get_by_role("button", name="Accuracy").click()
    board.get_by_role("button", name="Accuracy").click()
    page.goto(page.url)  # as a reader to whom the address was sent
    shown = board.locator("tbody tr:visible > th")
    assert [text.split()[0] for text in shown.all_inner_texts()] == ["bag-of-words", "prover-3"]
    assert page.locator("table[data-sortable]:visible").count() == 1
    # of a data set without such rows nothing is left, and what is told of the whole page is
    assert page.locator("h2:visible").count() == 1
    assert page.locator("p.el-contents a:visible").all_inner_texts() == ["sample"]
    expect(page.get_by_text("Made from snapshot")).to_be_visible()
    expect(page.locator("output")).to_have_text("2 rows")
    with page.expect_download() as saved:
        page.get_by_role("button", name="as CSV").locator("visible=true").click()
    rows = list(csv.reader(saved.value.path().read_text(encoding="utf-8").splitlines()))
    assert [row[0].split()[0] for row in rows] == ["Model", "bag-of-words", "prover-3"]
    named = ["Accuracy", "95% interval low", "95% interval high", "Rank", "n"]
    assert rows[0][1:6] == named
    assert rows[1][1:6] == ["0.3148148148148148", "0.207", "0.447", "2–3", "54"]
    assert "Consistency" in rows[0]  # also of columns that are shown by choice
    with page.expect_download() as saved:
        page.get_by_role("button", name="as JSON").locator("visible=true").click()
    document = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert [document["columns"], *document["rows"]] == rows


def test_back_undoes_a_filter_and_a_filter_that_leaves_nothing_says_so(
    chromium_page: OpenPage, address: str
) -> None:
    page = chromium_page()
    page.goto(f"{address}/leaderboard/")
    before = page.locator("output").inner_text()
    page.get_by_label("Provenance").select_option("measured")
    page.get_by_label("Rows containing").press_sequentially("no such row")
    expect(page.locator("output")).to_have_text("No row matches. Clear a filter.")
    page.go_back()
    expect(page.get_by_label("Rows containing")).to_have_value("")
    expect(page.get_by_label("Provenance")).to_have_value("measured")
    page.go_back()
    expect(page.locator("output")).to_have_text(before)


def test_every_page_is_reached_by_links_in_sight(
    chromium_page: OpenPage, address: str, site: Path
) -> None:
    page = chromium_page()
    reached = [f"{address}/"]
    unreached = {f"{address}/{path.relative_to(site).as_posix().removesuffix('index.html')}" for
        path in site.rglob("index.html")} - set(reached)  # fmt: skip
    for at in reached:  # which grows
        if not unreached:
            break
        page.goto(at, wait_until="domcontentloaded")
        links = page.evaluate(_LINKS_IN_SIGHT)
        found = {link.partition("#")[0].partition("?")[0] for link in links} & unreached
        reached += sorted(found)
        unreached -= found
    assert unreached == set()


def test_the_index_of_the_search_is_loaded_when_somebody_searches(
    chromium_page: OpenPage, address: str
) -> None:
    page = chromium_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/", wait_until="networkidle")
    assert not [url for url in asked if url.endswith("search_index.json")]
    search(page, "padded blocks")
    assert [url for url in asked if url.endswith("search_index.json")]


def test_without_scripts_the_board_stands_as_a_plain_table(
    chromium_page: OpenPage, address: str
) -> None:
    page = chromium_page()
    page.route("**/*.js", lambda route: route.abort())
    page.goto(f"{address}/leaderboard/")
    assert column(page, 2) == ["33.3%", "100.0%", "77.8%", "31.5%", "33.3%"]
    assert page.locator(".el-table button, .el-filter:visible").count() == 0


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


def test_a_phone_shows_name_rank_and_score_and_that_the_board_goes_on(
    chromium_page: OpenPage, address: str
) -> None:
    page = chromium_page(width=390)
    page.goto(f"{address}/leaderboard/")
    frame = page.locator(".el-scroll", has=board_of(page))
    shown = frame.bounding_box()
    score = board_of(page).get_by_role("columnheader", name="Accuracy").bounding_box()
    assert shown
    assert score
    assert score["x"] + score["width"] <= shown["x"] + shown["width"]
    faded = re.compile(r"to left, rgba\(0, 0, 0, 0\), rgb\(0, 0, 0\) [1-9]\d*px\)$")
    expect(frame).to_have_css("mask-image", faded)
    frame.evaluate("frame => frame.scrollLeft = frame.scrollWidth")
    expect(frame).to_have_css("mask-image", re.compile(r" 0px\)$"))


def test_files_to_download_stand_in_few_lines_on_a_phone(
    chromium_page: OpenPage, address: str
) -> None:
    page = chromium_page(width=390)
    for name in ("downloads/", "datasets/justlogic/"):
        page.goto(f"{address}/{name}")
        rows = page.locator('table[data-key="files"] tbody tr')
        heights = rows.evaluate_all("rows => rows.map(row => row.offsetHeight)")
        assert len(heights) > 3
        assert max(heights) < 80, name


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
    search(page, "padded blocks")
    found = page.locator('.md-search-result__link[href*="datasets/justlogic/"]').first
    expect(found).to_be_visible()


def test_hostile_names_are_shown_and_found_but_never_run(
    chromium_page: OpenPage,
    outside_requests: list[str],
    tmp_path: Path,
    serve: Callable[[Path], str],
) -> None:
    snapshot = publish_sample(tmp_path / "el.duckdb", name=HOSTILE_NAME, model=HOSTILE_NAME)
    address = serve(build_site(snapshot, strict=True, output=tmp_path / "site").folder)
    page = chromium_page()
    collected: list[str] = []
    page.on("console", lambda message: collected.append(message.text))
    card = f"models/{slug(HOSTILE_NAME)}/"
    for name in (
        "",
        "datasets/justlogic/",
        "models/",
        card,
        f"breakdowns/{slug(HOSTILE_NAME)}/",
        "sql/",
    ):
        page.goto(f"{address}/{name}")
        assert page.title() != "owned"
        if slug(HOSTILE_NAME) in name:  # of such a page the name is the title, as it is
            assert page.title().startswith('</title><script>document.title="owned"</script>')
        assert page.locator("img[src=x], a[href^=javascript]").count() == 0
    page.goto(f"{address}/leaderboard/")
    shown = page.locator(".el-name").filter(has_text="owned").first.inner_text()
    assert '<script>document.title="owned"</script>' in shown
    assert "| `code` [x](javascript:alert(1)) {{ 1+1 }}" in shown
    search(page, "owned")
    assert page.title() != "owned"
    assert page.locator("img[src=x]").count() == 0
    assert outside_requests == []
    assert collected == []


def test_the_policy_of_a_page_stops_scripts_that_came_in_with_a_text(
    chromium_page: OpenPage, outside_requests: list[str], site: Path, serve: Callable[[Path], str]
) -> None:
    hole = site / "hole.html"
    text = (site / "index.html").read_text(encoding="utf-8")
    hole.write_text(text.replace("</h1>", f"</h1>{HOSTILE}"), encoding="utf-8")
    page = chromium_page()
    page.goto(f"{serve(site)}/hole.html")
    hole.unlink()
    assert page.locator("img[src=x]").count() == 1  # escaping failed on purpose
    assert "owned" not in page.title()
    assert outside_requests == []
