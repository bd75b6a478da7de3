"""What every figure keeps to: words in its place, and colours that models alone have."""

from __future__ import annotations

import ast
import html
import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

import dashboard
from dashboard.components.figures.charts import NEUTRAL, REFERENCE, THIN_COLOUR
from engine.core.paths import snapshot_path
from engine.show.drawings.looks import PALETTE
from engine.store import connect_read_only
from tests.dashboard.every_page import PAGES, SAME_PAGE, make_everything, page_of
from tests.examples import is_full

Opener = Callable[..., AppTest]
Trace = dict[str, Any]
FOLDER = Path(dashboard.__file__).parent
COLOUR = re.compile(r"#[0-9a-f]{6}|rgba?\((\d+), ?(\d+), ?(\d+)")


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    db = tmp_path_factory.mktemp("everything") / "small.duckdb"
    make_everything(db)
    return db


@pytest.fixture(scope="module")
def models(everything: Path) -> list[str]:
    """Everybody whom the database names, the longest names first."""
    with connect_read_only(snapshot_path(everything)) as con:
        found = con.execute("SELECT name FROM models UNION SELECT model FROM figures").fetchall()
    return sorted((name for (name,) in found), key=len, reverse=True)


def traces(app: AppTest) -> Iterator[Trace]:
    """What the figures of a page draw."""
    for chart in app.get("plotly_chart"):
        yield from json.loads(chart.proto.spec)["data"]


def colours(part: object) -> Iterator[str]:
    """All colours in a part of a figure, as `#rrggbb`."""
    if isinstance(part, dict):
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            yield from colours(one)
    elif isinstance(part, str) and (found := COLOUR.match(part.lower())):
        numbers = [int(number) for number in found.groups() if number is not None]
        yield f"#{bytes(numbers).hex()}" if numbers else found.group()


def whose(trace: Trace, models: list[str]) -> str | None:
    """The model of which a trace tells by its name; a long one has lost its middle or end."""
    found = trace.get("meta") or trace.get("legendgroup") or trace.get("name") or ""
    found = html.unescape(found.replace("<br>", "")).replace(" ", "")
    head, _, tail = found.partition("…")
    for model in models:
        name = model.replace(" ", "")
        is_whole = found == name or found.startswith(f"{name},")
        ends = {tail, tail.rpartition(",")[0] or tail}
        is_cut = head != found and len(head) > 5 and name.startswith(head)
        if is_whole or (is_cut and any(map(name.endswith, ends))):
            return model
    return None


def looked_at() -> list[str]:
    """The pages whose figures are looked at: on push, each with one data set."""
    return [name for name in PAGES if is_full() or name not in SAME_PAGE]


_OPENED: dict[str, AppTest] = {}


def shown(open_page: Opener, db: Path, name: str) -> AppTest:
    """A page of the list, opened once for all tests here, none of which changes it."""
    if name not in _OPENED:
        address = PAGES[name]
        _OPENED[name] = open_page(db, page_of(address), **parse_qs(address.partition("?")[2]))
        assert not _OPENED[name].exception
    return _OPENED[name]


def test_a_colour_is_that_of_one_model_in_every_figure_of_every_page(
    everything: Path, models: list[str], open_page: Opener
) -> None:
    seen: dict[str, set[str]] = defaultdict(set)
    strange = []
    for name in looked_at():
        for trace in traces(shown(open_page, everything, name)):
            drawn = set(colours(trace)) & set(PALETTE)
            model = whose(trace, models)
            if model:
                seen[model] |= drawn
            elif drawn:
                strange.append((name, trace.get("name"), drawn))
    assert strange == []
    assert {model: drawn for model, drawn in seen.items() if len(drawn) > 1} == {}
    assert len(set.union(*seen.values())) > 4


def test_each_figure_of_every_page_has_words_in_its_place(
    everything: Path, open_page: Opener
) -> None:
    drawn = set()
    for name in looked_at():
        app = shown(open_page, everything, name)
        tables = app.dataframe
        assert all(len(table.proto.alt) > 8 for table in tables)
        for chart in app.get("plotly_chart"):
            assert len(chart.proto.alt) > 20, name
            assert "table" not in chart.proto.alt or tables, name
            drawn.add(page_of(PAGES[name]))
    assert len(drawn) > 6


EXPLAINED = {
    "rest": "of the difference",
    "value": "of the difference",
    "first_share": "of the difference",
    "second_share": "of the difference",
    "micro": "interval of the share over all questions",
    "share_right": "interval is of the share chosen",
    "found": "interval is of the share chosen",
    "response_rate": "interval is of the accuracy",
    "response_accuracy": "interval is of the accuracy",
    "share": "Right answers",
}
"""What a page says of shares without an interval beside them: of a data set all is known."""


def test_each_share_of_every_table_has_an_interval_beside_it_or_the_page_says_which_has(
    everything: Path, open_page: Opener
) -> None:
    n_shares = 0
    for name in looked_at():
        app = shown(open_page, everything, name)
        text = "\n".join(str(one.value) for kind in (app.caption, app.header) for one in kind)
        for table in app.dataframe:
            document = json.loads(table.proto.columns or "{}")
            columns = [*table.value.columns, ""]
            for column, beside in pairwise(columns):
                if document.get(column, {}).get("type_config", {}).get("format") == "%.1f%%":
                    n_shares += 1
                    has_interval = beside.endswith(("interval", "_text"))
                    assert has_interval or EXPLAINED.get(column, "?") in text, (name, column)
    assert n_shares > (40 if is_full() else 30)


def test_no_figure_or_table_is_put_on_a_page_without_such_words() -> None:
    calls = [
        (path.name, call)
        for path in FOLDER.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in ("plotly_chart", "dataframe", "image", "graphviz_chart")
    ]
    assert calls
    bare = [name for name, call in calls if "alt" not in {word.arg for word in call.keywords}]
    assert bare == []


def test_every_page_of_the_navigation_is_in_the_list_that_is_looked_at() -> None:
    text = (FOLDER / "app.py").read_text(encoding="utf-8")
    listed = [*re.findall(r'^    "(\w+)": \(', text, re.MULTILINE), "item"]
    assert len(listed) == 10  # nine pages in the menu, and one question
    assert set(listed) == {page_of(address) for address in PAGES.values()}
    assert set(listed) == {path.stem for path in FOLDER.glob("app_pages/[a-z]*.py")}


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.2)."""

    def light(colour: str) -> float:
        shares = [part / 255 for part in bytes.fromhex(colour[1:])]
        red, green, blue = (
            s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted((light(one), light(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("ground", ["light", "dark"])
def test_marks_stand_out_from_the_ground_of_both_themes(ground: str) -> None:
    theme = tomllib.loads((FOLDER / ".streamlit" / "config.toml").read_text())["theme"][ground]
    for colour in (*PALETTE, NEUTRAL, REFERENCE, THIN_COLOUR):
        assert contrast(colour, theme["backgroundColor"]) >= 3
