"""The pages about formulas, countermodels and validity."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection
from streamlit.testing.v1 import AppTest

from dashboard.components.figures.drawings import draw_structure
from engine.analysis.items.disagreements import KINDS
from engine.logic.first_order.structures import Structure
from engine.show.drawings.structure_layout import structure_layout
from engine.store import connect, connect_read_only, publish
from tests.dashboard.formal_material import (
    COUNTERMODEL,
    EXTRACTOR,
    PUBLISHER,
    SCHOLAR,
    SYMBOLIZATION,
    VALIDITY,
    make_formal,
)

Opener = Callable[..., AppTest]


@pytest.fixture(scope="module")
def formal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    db = tmp_path_factory.mktemp("formal") / "formal.duckdb"
    make_formal(db)
    return db


@pytest.fixture
def con(formal: Path) -> Iterator[DuckDBPyConnection]:
    with closing(connect_read_only(formal)) as opened:
        yield opened


def page_text(app: AppTest) -> str:
    kinds = ("markdown", "text", "caption", "info", "warning", "code", "header")
    return "\n".join(str(element.value) for kind in kinds for element in app.get(kind))


def spec(app: AppTest, at: int) -> dict[str, Any]:
    """A chart as it is sent to the browser."""
    found: dict[str, Any] = json.loads(app.get("plotly_chart")[at].proto.spec)
    return found


def test_each_task_is_broken_down_by_language_with_the_views_figures(
    formal: Path, open_page: Opener, con: DuckDBPyConnection
) -> None:
    app = open_page(formal, "breakdown", data=SYMBOLIZATION, down="Language")
    assert not app.exception
    shown = app.dataframe[0].value
    mine = shown[(shown["across"] == f"{SCHOLAR}, zero-shot, all")]
    wanted = con.execute(
        "SELECT 100 * value, n FROM formal_accuracy WHERE model = $model AND type = 'all'"
        " AND dataset = $dataset ORDER BY language DESC",
        {"model": SCHOLAR, "dataset": SYMBOLIZATION},
    ).fetchall()
    by_language = mine.set_index("down").loc[["English", "Carroll"]]
    assert list(zip(by_language["value"], by_language["n"], strict=True)) == wanted
    assert mine["interval"].str.contains("–").all()


def test_english_and_carroll_are_compared_in_pairs(formal: Path, open_page: Opener) -> None:
    app = open_page(formal, "breakdown", data=SYMBOLIZATION, down="Paired contrasts")
    pairs = app.dataframe[0].value
    # of 24 pairs English is right in all but the one with the hostile reply, Carroll in each second
    [row] = pairs[pairs["name"] == f"{SCHOLAR}, zero-shot"].to_dict("records")
    assert (row["n"], row["n_first_only"]) == (24, 11)
    assert row["difference"] == pytest.approx(100 * 11 / 24)
    assert row["low"] < row["difference"] < row["high"]


def test_types_and_mistakes_of_a_task_are_listed(formal: Path, open_page: Opener) -> None:
    types = open_page(formal, "breakdown", data=SYMBOLIZATION, down="Argument form")
    names = set(types.dataframe[0].value["down"])
    assert {"Quantified all some", "Negation"} <= names
    kind = {"kind": "symbolization, carroll"}
    mistakes = open_page(formal, "errors", data=SYMBOLIZATION, **kind).dataframe[0].value
    mine = mistakes[mistakes["name"] == f"{SCHOLAR}, zero-shot, all"]
    assert list(mine["cell"]) == ["well formed, not equivalent"]
    assert list(mine["n_chosen"]) == [12]
    mistakes = open_page(formal, "errors", data=COUNTERMODEL).dataframe[0].value
    assert "well formed, a premise is false" in set(mistakes["cell"])


def test_without_disagreements_the_page_names_the_command(
    tmp_path: Path, open_page: Opener
) -> None:
    db = tmp_path / "empty.duckdb"
    connect(db).close()
    publish(db)
    assert open_page(db, "disagreements").code[0].value == "sorites generate --help"


def test_nonsense_in_the_address_is_left_aside(formal: Path, open_page: Opener) -> None:
    nonsense = dict.fromkeys(("data", "model", "prompt", "which", "page"), "<x>")
    assert not open_page(formal, "disagreements", **nonsense).exception


def test_every_verdict_that_differs_is_listed_with_the_structure_that_tells(
    formal: Path, open_page: Opener
) -> None:
    app = open_page(formal, "disagreements", which=KINDS["not-equivalent"])
    assert not app.exception
    counts = app.dataframe[0].value
    assert set(counts["model"]) == {PUBLISHER}
    assert list(counts["n_withdrawn"]) == list(counts["n_not_equivalent"]) == [8, 8]
    assert "**16 replies**" in page_text(app)
    assert page_text(app).count("It is not equivalent: in this structure") == 5
    assert len(app.get("plotly_chart")) == 5


def test_a_countermodel_is_drawn_and_described_in_words(formal: Path, open_page: Opener) -> None:
    app = open_page(formal, "item", item=f"{COUNTERMODEL}:0", answer="solver (measured)")
    assert not app.exception
    words = page_text(app)
    assert "There are 3 individuals, 0, 1 and 2." in words
    assert "Premise (1) is true in it." in words
    assert "The conclusion is false in it" in words
    chart = app.get("plotly_chart")[0]
    drawn = [text for trace in spec(app, 0)["data"] for text in trace.get("text") or ()]
    assert {"<b>0</b>", "<b>1</b>", "<b>2</b>"} <= set(drawn)
    assert "There are 3 individuals" in chart.proto.alt


def test_a_wrong_structure_is_shown_with_the_premise_that_is_false(
    formal: Path, open_page: Opener
) -> None:
    app = open_page(
        formal, "item", item=f"{COUNTERMODEL}:0", answer=f"{SCHOLAR}, zero-shot (measured)"
    )
    assert "It is no countermodel" in page_text(app)
    assert "Premise (1) is false in it" in page_text(app)
    assert len(app.get("plotly_chart")) == 2


def test_each_option_says_whether_it_follows_and_why(formal: Path, open_page: Opener) -> None:
    app = open_page(formal, "item", item=f"{VALIDITY}:0")
    assert not app.exception
    words = page_text(app)
    assert words.count("does not follow: every premise is true in this structure") == 5
    assert words.count("and from no fewer") == 1
    assert "is false in it" in words


def test_what_a_model_wrote_for_a_formula_stays_text(formal: Path, open_page: Opener) -> None:
    app = open_page(
        formal, "item", item=f"{SYMBOLIZATION}:0", answer=f"{SCHOLAR}, zero-shot (measured)"
    )
    assert not app.exception
    assert any("<script>" in code.value for code in app.code)
    assert not any("<script>" in element.value for element in app.markdown)
    extracted = f"Extracted by {EXTRACTOR} (extract@0), in addition to our rules: F(a), wrong"
    assert extracted in page_text(app)


def test_a_graph_has_an_arrow_for_each_pair_with_all_its_predicates() -> None:
    structure = Structure(
        2,
        {
            ("F", 1): frozenset({(0,)}),
            ("P", 2): frozenset({(0, 1), (1, 1)}),
            ("R", 2): frozenset({(0, 1)}),
        },
        {"a": 1},
    )
    figure = draw_structure(structure_layout(structure))
    arrows = [trace for trace in figure.data if trace.mode == "lines+markers"]
    words = [trace.text[0] for trace in figure.data if trace.mode == "text"]
    assert len(arrows) == 2
    assert words == ["P, R", "P", "F", "= a"]
