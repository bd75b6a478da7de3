"""The dashboard as a reader meets it: every page, wide and narrow, light and dark."""

from __future__ import annotations

import re
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Page

from engine.cli.publish.dashboard import HOST, running
from engine.store import connect, publish
from tests.dashboard.every_page import PAGES, SAME_PAGE, make_everything
from tests.dashboard.material import DATASET, answer_built_in
from tests.dashboard.skill_material import MODEL, SECOND, SKILLS
from tests.dashboard.test_run_pages import asking
from tests.examples import is_full
from tests.loopback import loopback

LEAF = "propositional.inference.modus_tollens.inference"
_PATIENCE_MS = 60_000
SCREENSHOTS = Path(__file__).parent.parent.parent / "build" / "screenshots"
"""Where pictures of all pages are left, for people to look at; CI keeps them."""
_WATCH = """() => {
    const app = document.querySelector('[data-testid="stApp"]');
    window.ranAnew = false;
    new MutationObserver(() => { window.ranAnew = app.dataset.testScriptState === 'notRunning'; })
        .observe(app, {attributeFilter: ['data-test-script-state']});
}"""
_DONE = """() => {
    const app = document.querySelector('[data-testid="stApp"]');
    return app && app.dataset.testScriptState === 'notRunning'
        && !document.querySelector('[data-testid="stSkeleton"]')
        && document.querySelector('h1');
}"""


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("served") / "small.duckdb"
    # Playwright's event loop runs in this thread, and asking a model needs one of its own.
    with ThreadPoolExecutor(1) as other:
        other.submit(make_everything, path).result()
    return path


@contextmanager
def serving(db: Path, port: int | None = None) -> Iterator[str]:
    """The address of a dashboard in a process of its own, at a port that is free or this one."""
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind((HOST, port or 0))
        port = free.getsockname()[1]
    with running(port, db) as process:
        wait_for(f"http://{HOST}:{port}/_stcore/health", process)
        yield f"http://{HOST}:{port}"


@pytest.fixture(scope="module")
def address(db: Path) -> Iterator[str]:
    with serving(db) as found:
        yield found


def wait_for(url: str, process: subprocess.Popen[bytes], patience_s: float = 60) -> None:
    """Wait until a server answers; fail if it ends before."""
    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline:
        assert process.poll() is None, "the dashboard ended"
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"{url} did not answer")


def visit(page: Page, url: str) -> list[str]:
    """Open a page and wait until it has run; gives the errors of its scripts as they come."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(url)
    page.wait_for_function(_DONE, timeout=_PATIENCE_MS)
    return errors


# Layout goes by width and contrast by colours: two of the four together show both; on push, one.
LOOKS = ((1280, "light"), (390, "dark"))


@pytest.mark.parametrize("name", [name for name in PAGES if name not in SAME_PAGE])
def test_a_page_is_accessible_and_fits(
    chromium_page: Callable[..., Page],
    axe_violations: Callable[[Page], list[str]],
    outside_requests: list[str],
    address: str,
    name: str,
) -> None:
    page = chromium_page(width=1280)
    errors = visit(page, f"{address}/{PAGES[name]}")
    for width, colours in LOOKS if is_full() else LOOKS[list(PAGES).index(name) % 2 :][:1]:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=colours, reduced_motion="reduce")
        page.wait_for_function(
            f"getComputedStyle(document.querySelector('.stApp')).colorScheme === '{colours}'"
        )
        page.wait_for_function(_DONE, timeout=_PATIENCE_MS)
        page.screenshot(path=SCREENSHOTS / f"{name}-{width}-{colours}.png")
        assert axe_violations(page) == []
        assert overflow(page) <= width
    assert page.get_by_test_id("stException").count() == 0
    assert errors == []
    assert outside_requests == []


def overflow(page: Page) -> int:
    """The width in pixels that the page takes."""
    widest: int = page.evaluate(
        "Math.max(document.documentElement.scrollWidth,"
        " document.querySelector('[data-testid=\"stMain\"]').scrollWidth)"
    )
    return widest


@pytest.mark.parametrize("name", ["item", "megabyte"])
def test_what_a_model_wrote_does_not_run(
    chromium_page: Callable[..., Page], address: str, name: str
) -> None:
    page = chromium_page(width=390, dark=True)
    assert visit(page, f"{address}/{PAGES[name]}") == []
    page.get_by_text("onerror").first.wait_for(timeout=_PATIENCE_MS)
    page.get_by_text("\\u202egnorw si siht").first.wait_for(timeout=_PATIENCE_MS)
    assert not {"\u202e", "\u200b", "\x1b"} & set(page.locator("body").inner_text())
    assert page.title() != "owned"
    assert page.locator("img[src='x']").count() == 0
    assert page.locator("a[href^='javascript']").count() == 0
    assert page.locator("[data-testid='stCode'] :is(.katex, h1, strong)").count() == 0
    assert overflow(page) <= 390


def test_from_a_wrong_answer_to_its_question_and_back(
    chromium_page: Callable[..., Page], address: str
) -> None:
    page = chromium_page()
    wrong = f"questions?data={DATASET}&by={quote('prover-3 (measured)')}&outcome=wrong"
    visit(page, f"{address}/{wrong}")
    for back in (page.go_back, page.get_by_role("link", name="Back to the list").click):
        page.get_by_role("link", name=f"Question {DATASET}:").first.click()
        page.get_by_role("heading", name="Answers").wait_for(timeout=_PATIENCE_MS)
        page.get_by_text("Answer: uncertain", exact=True).wait_for(timeout=_PATIENCE_MS)
        back()
        page.get_by_text("answered uncertain: wrong").first.wait_for(timeout=_PATIENCE_MS)
        page.wait_for_url("**/questions?*outcome=wrong*", timeout=_PATIENCE_MS)


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the link of that name has the focus, then Enter."""
    link = page.get_by_role("link", name=name).first
    link.wait_for(timeout=_PATIENCE_MS)
    page.wait_for_function(_DONE, timeout=_PATIENCE_MS)
    for _ in range(80):  # a table takes two, not one for each of its cells
        page.keyboard.press("Tab")
        if link.evaluate("link => link === document.activeElement"):
            page.keyboard.press("Enter")
            return
    pytest.fail(f"Tab never came to the link {name}")


def test_a_keyboard_alone_leads_by_three_links_from_the_leaderboard_to_a_question(
    chromium_page: Callable[..., Page], address: str
) -> None:
    page = chromium_page()
    visit(page, f"{address}/leaderboard?data={SKILLS}")
    tab_to(page, f"{MODEL}: all results")
    page.get_by_role("heading", name="Strengths and weaknesses").wait_for(timeout=_PATIENCE_MS)
    tab_to(page, f"{SKILLS}, zero-shot")
    page.get_by_text(re.compile("^The first [0-9]+ not answered right")).wait_for(
        timeout=_PATIENCE_MS
    )
    tab_to(page, f"Question {SKILLS}:")
    page.get_by_role("heading", name="Right answer and explanation").wait_for(timeout=_PATIENCE_MS)


@pytest.mark.full(quick="store/test_sandbox.py::test_what_would_take_the_machine_is_stopped")
def test_a_runaway_query_keeps_nobody_else_waiting(
    chromium_page: Callable[..., Page], address: str, db: Path
) -> None:
    slow, other = chromium_page(), chromium_page()
    visit(other, f"{address}/{PAGES['item']}")
    asked = quote("SELECT count(*) FROM items a, items b, items c, items d, items e")
    for _ in range(4):  # on a machine with much else to do the page may once be the later one
        slow.goto(f"{address}/runs?view=SQL&q={asked}")
        slow.get_by_role("button", name="Run", exact=True).wait_for(timeout=_PATIENCE_MS)
        publish(db, patience_s=0)
        other.evaluate(_WATCH)
        other.keyboard.press("r")  # Streamlit's key to run a page anew
        other.wait_for_function("window.ranAnew", timeout=_PATIENCE_MS)
        was_first = not slow.get_by_test_id("stAlert").is_visible()
        slow.get_by_test_id("stAlert").wait_for(timeout=_PATIENCE_MS)
        if was_first:
            break
    assert was_first
    assert slow.get_by_test_id("stException").count() == 0
    assert other.get_by_test_id("stException").count() == 0


@pytest.mark.full(quick="dashboard/test_pages.py::test_questions_are_listed_page_by_page")
def test_the_list_of_questions_is_paged(chromium_page: Callable[..., Page], address: str) -> None:
    page = chromium_page()
    visit(page, f"{address}/questions?data={DATASET}")
    links = page.get_by_role("link", name=f"Question {DATASET}:")
    first = links.first.inner_text(timeout=_PATIENCE_MS)
    page.get_by_role("button", name="Page 2").click()
    page.wait_for_url("**/questions?*page=2*", timeout=_PATIENCE_MS)
    page.get_by_text(first, exact=True).wait_for(state="detached", timeout=_PATIENCE_MS)
    assert links.count() > 0


@pytest.mark.full(quick="store/test_locks.py::test_a_reader_never_stops_or_loses_a_run")
def test_a_dashboard_that_runs_hinders_neither_writing_nor_publishing(
    chromium_page: Callable[..., Page], db: Path, address: str
) -> None:
    page = chromium_page()
    shown = f"{address}/breakdown?data={DATASET}&shown=constant-true"
    visit(page, shown)
    assert page.get_by_text("constant-true", exact=True).count() == 0
    con = connect(db, patience_s=0)
    answer_built_in(con, "constant-true")
    con.close()
    publish(db, patience_s=0)
    visit(page, shown)
    page.get_by_text("constant-true", exact=True).first.wait_for(timeout=_PATIENCE_MS)


@pytest.mark.full(
    quick="dashboard/test_address.py::test_what_is_chosen_stays_chosen_on_the_next_page"
)
def test_a_data_set_stays_chosen_from_page_to_page(
    chromium_page: Callable[..., Page], address: str
) -> None:
    page = chromium_page()
    visit(page, f"{address}/{PAGES['published']}")
    page.get_by_role("link", name="Breakdown").click()
    page.get_by_role("heading", name="Breakdown").wait_for(timeout=_PATIENCE_MS)
    page.wait_for_url("**/breakdown?data=justlogic-published-test&**", timeout=_PATIENCE_MS)


@pytest.mark.full(
    quick="browser/test_view_links.py::test_a_page_names_its_view_and_back_leaves_it_in_one_press"
)
def test_back_leaves_a_page_whose_address_names_the_defaults(
    chromium_page: Callable[..., Page], address: str
) -> None:
    page = chromium_page()
    visit(page, f"{address}/errors?data={DATASET}")
    page.wait_for_url("**/errors?*shown=*", timeout=_PATIENCE_MS)
    first = page.url
    for place in (
        f"breakdown?data={SECOND}&origin=measured&down=Depth",
        f"breakdown?data={SECOND}&across={quote('Model, prompt and probe')}",
        f"compare?data={DATASET}&a=solver&b=prover-3",
    ):
        visit(page, f"{address}/{place}")
        asked, found = (parse_qs(urlsplit(url).query) for url in (place, page.url))
        assert asked.items() <= found.items()
        page.go_back()
        page.wait_for_url(first, timeout=_PATIENCE_MS)
        page.wait_for_function(_DONE, timeout=_PATIENCE_MS)


def choose(page: Page, label: str, option: str) -> None:
    """Choose one of the options of a list by its name."""
    box = page.get_by_role("combobox", name=label, exact=True)
    box.scroll_into_view_if_needed(timeout=_PATIENCE_MS)
    # An open list closes when the page scrolls under it, and a browser tells of that a frame late.
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    box.click()
    page.get_by_role("option", name=option, exact=True).click()
    page.wait_for_function(_DONE, timeout=_PATIENCE_MS)


@pytest.mark.full(
    quick="dashboard/test_side_by_side.py::test_both_replies_to_a_question_stand_side_by_side"
)
def test_two_models_are_compared_down_to_a_question_that_one_got_right(
    chromium_page: Callable[..., Page], address: str
) -> None:
    page = chromium_page()
    visit(page, f"{address}/compare?data={DATASET}&a=solver")
    choose(page, "Model B", "prover-3")
    page.wait_for_url("**b=prover-3**", timeout=_PATIENCE_MS)
    page.wait_for_function(_DONE, timeout=_PATIENCE_MS)
    page.get_by_text("McNemar’s exact p =").wait_for(timeout=_PATIENCE_MS)
    question = page.get_by_role("link", name=f"Question {DATASET}:").first
    before = question.inner_text(timeout=_PATIENCE_MS)
    choose(page, "Outcome", "both right")
    page.wait_for_url("**side=both+right**", timeout=_PATIENCE_MS)
    page.get_by_text(before, exact=True).wait_for(state="detached", timeout=_PATIENCE_MS)
    shown = page.get_by_text(re.compile(r"A answered .*, B answered "))
    shown.first.wait_for(timeout=_PATIENCE_MS)
    assert all(text.count("(right)") == 2 for text in shown.all_inner_texts())
    question.click()
    page.get_by_role("heading", name="Right answer and explanation").wait_for(timeout=_PATIENCE_MS)


def test_a_query_is_run_and_taken_away_and_a_harmful_one_is_refused(
    chromium_page: Callable[..., Page], address: str
) -> None:
    page = chromium_page()
    visit(page, f"{address}/runs?view=SQL")
    query = page.get_by_role("textbox", name="Query")
    # the example's rows are there at once: these are told by their number
    query.fill("SELECT 'solver' AS model, range AS value FROM range(123)")
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_text(re.compile("^123 rows")).wait_for(timeout=_PATIENCE_MS)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download CSV").click()
    assert saved.value.path().read_text(encoding="utf-8").splitlines()[1].startswith("solver,")
    query.fill("SELECT * FROM read_text('/etc/passwd')")
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_test_id("stAlert").wait_for(timeout=_PATIENCE_MS)
    assert "root:" not in page.content()


@pytest.mark.full(
    quick="dashboard/test_run_pages.py::test_a_run_is_watched_while_another_process_asks"
)
def test_a_run_is_seen_to_go_on_while_another_process_asks(
    chromium_page: Callable[..., Page], address: str, db: Path
) -> None:
    with ExitStack() as stack:
        other = stack.enter_context(ThreadPoolExecutor(1))  # Playwright's loop runs in this one
        serving = loopback(latency_s=2)
        server = other.submit(serving.__enter__).result()
        stack.callback(lambda: other.submit(serving.__exit__, None, None, None).result())
        stack.enter_context(asking(db, server))
        page = chromium_page()
        visit(page, f"{address}/runs")
        counted = page.get_by_text(re.compile(r"^[0-9]+ of [0-9]+ \("))
        counted.wait_for(timeout=_PATIENCE_MS)
        before = counted.inner_text()
        counted.filter(has_not_text=before).wait_for(timeout=_PATIENCE_MS)
        page.get_by_text(re.compile("^Running: .* a second")).wait_for(timeout=_PATIENCE_MS)


def click_in_tree(page: Page, name: str) -> None:
    """Click the place of that name in the picture of the tree of skills."""
    place = page.locator("g.slice").filter(has_text=re.compile(f"^{name}")).first.locator("path")
    place.scroll_into_view_if_needed(timeout=_PATIENCE_MS)
    box = place.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.full(quick="dashboard/test_skill_pages.py::test_a_skill_lists_its_forms_and_questions")
def test_from_the_tree_of_skills_to_a_skill_to_one_of_its_questions_and_back(
    chromium_page: Callable[..., Page], address: str
) -> None:
    page = chromium_page()
    visit(page, f"{address}/breakdown?data={SKILLS}&down={quote('Skill tree')}")
    for name, place in (("modus tollens", "modus_tollens"), ("follows", LEAF)):
        click_in_tree(page, name)
        page.wait_for_url(f"**/breakdown?*part=*{place}", timeout=_PATIENCE_MS)
    page.get_by_role("heading", name="Questions").wait_for(timeout=_PATIENCE_MS)
    page.get_by_role("link", name=f"Question {SKILLS}:").first.click()
    page.get_by_role("heading", name="Right answer and explanation").wait_for(timeout=_PATIENCE_MS)
    page.get_by_text("The conclusion follows from the premises").wait_for(timeout=_PATIENCE_MS)
    page.go_back()
    page.wait_for_url(f"**/breakdown?*part={LEAF}*", timeout=_PATIENCE_MS)
    page.get_by_role("heading", name="Questions").wait_for(timeout=_PATIENCE_MS)
