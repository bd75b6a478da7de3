"""What pages set beside each other: two replies, wrong answers, fields of a table, colours."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.components.figures.heat import heat
from engine.core.paths import snapshot_path
from engine.show.drawings.looks import looks
from engine.store import connect_read_only
from tests.dashboard.material import DATASET, HOSTILE_MODEL

Opener = Callable[..., AppTest]


def test_both_replies_to_a_question_stand_side_by_side(made: Path, open_page: Opener) -> None:
    b = f"{HOSTILE_MODEL}, zero-shot"
    app = open_page(
        made, "compare", data=DATASET, a="prover-3", b=b, side="both right", question=f"{DATASET}:0"
    )
    assert not app.exception
    assert [str(text.value) for text in app.text].count("right: true") == 2
    answers = [str(code.value) for code in app.code]
    assert any(answer.startswith("<script>document.title") for answer in answers)
    assert not any("<script>" in str(element.value) for element in app.markdown)


def test_an_empty_place_leaves_the_other_fields_where_they_are() -> None:
    cells = [
        {"down_cell": "1", "across_cell": name, "value": value, "n": 9, "thin": thin,
         "interval": "", "opens": f"1 × {name}"}
        for name, value, thin in (("a", 0.1, False), ("b", 0.2, True), ("c", 0.3, False))
    ]  # fmt: skip
    full, thin, clicked = heat(cells, {"1": "1"}, {"a": "a", "b": "b", "c": "c"}).data
    assert [opened[-1] for opened in clicked.customdata] == ["1 × a", "1 × b", "1 × c"]
    assert [full.x, thin.x] == [("a", "b", "c")] * 2
    assert [list(row) for row in full.z] == [[0.1, None, 0.3]]
    assert [list(row) for row in thin.z] == [[None, 0.2, None]]


def _colours(app: AppTest) -> dict[str, str]:
    """The colour of the marks of each series in the figures of a page, by its name."""
    found = {}
    for chart in app.get("plotly_chart"):
        for trace in json.loads(chart.proto.spec)["data"]:
            if "customdata" in trace:  # not a band, nor a line to compare with
                found[trace["name"].partition(",")[0]] = trace["marker"]["line"]["color"]
    return found


def test_a_model_has_one_colour_whoever_else_is_shown(made: Path, open_page: Opener) -> None:
    board = _colours(open_page(made, data=DATASET))
    alone = _colours(open_page(made, "breakdown", data=DATASET, shown="prover-3"))
    two = {"data": DATASET, "shown": ["solver", "prover-3"], "down": "Argument form"}
    forms = _colours(open_page(made, "breakdown", **two))
    assert board["prover-3"] == alone["prover-3"] == forms["prover-3"]
    assert board["prover-3"] != board["solver"] == forms["solver"]


def test_a_hundred_models_have_different_looks() -> None:
    numbers = [(f"m{n}", n - 40) for n in range(140)]
    alone = [looks({f"m{n}": f"m{n}"}, numbers)[f"m{n}"] for n in range(140)]
    assert len({(look.colour, look.shape) for look in alone}) == 140
    names = ["m100", "m84", "m100, few-shot", "m9", "m100, few-shot, no-passage"]
    found = looks({name: name for name in names}, numbers)
    assert len({look.shape for look in found.values()}) == len(names)
    assert found["m100"] == alone[100]
    assert found["m100, few-shot"].colour == alone[100].colour


def test_a_model_of_which_a_paper_tells_has_a_look_of_its_own(
    made: Path, open_page: Opener
) -> None:
    app = open_page(made, data="justlogic-published-test")
    drawn = _colours(app)
    assert len(drawn) > 2
    assert len(set(drawn.values())) > 2


def test_people_stand_as_a_line_beside_the_forms(made: Path, open_page: Opener) -> None:
    (chart,) = open_page(made, "breakdown", data=DATASET, down="Argument form").get("plotly_chart")
    names = [trace["name"] for trace in json.loads(chart.proto.spec)["data"]]
    assert any(name.startswith("Human average") for name in names)


def test_wrong_labels_are_counted_by_the_right_one(made: Path, open_page: Opener) -> None:
    app = open_page(made, "errors", data=DATASET, shown="prover-3")
    assert not app.exception
    table = app.dataframe[0].value
    with connect_read_only(snapshot_path(made)) as con:
        counted = con.execute(
            "SELECT gold, answer, n FROM answers WHERE model = 'prover-3' AND answer <> gold"
        ).fetchall()
    shown = zip(table["type"], table["cell"], table["n_chosen"], strict=True)
    assert sorted(shown) == sorted((f"right answer {g}", a, n) for g, a, n in counted)
    assert (table["n"] == 42).all()


def test_questions_are_found_by_their_ids_and_rarer_traits(made: Path, open_page: Opener) -> None:
    with connect_read_only(snapshot_path(made)) as con:
        [(idx, digest, height, n)] = con.execute(
            "SELECT idx, hash, height, count(*) OVER (PARTITION BY height) FROM items LIMIT 1"
        ).fetchall()
    for text in (str(idx), digest[:12]):
        app = open_page(made, "questions", data=DATASET, text=text)
        assert f"item={DATASET}%3A{idx}" in {
            link.proto.query_string.partition("&")[0] for link in app.get("page_link")
        }
    app = open_page(made, "questions", data=DATASET, height=str(height))
    assert f"**{n} question" in "\n".join(str(element.value) for element in app.markdown)


def test_a_snapshot_older_than_its_database_says_so(db: Path, open_page: Opener) -> None:
    def says_so() -> bool:
        app = open_page(db, "item")
        return any("The database has changed" in str(caption.value) for caption in app.caption)

    os.utime(snapshot_path(db))
    assert not says_so()
    os.utime(db)
    assert says_so()


@pytest.mark.parametrize("kept", [0, 12_288])
def test_a_damaged_snapshot_is_called_so(db: Path, open_page: Opener, kept: int) -> None:
    whole = snapshot_path(db).read_bytes()
    snapshot_path(db).write_bytes(whole[:kept] + bytes(len(whole) - kept))
    app = open_page(db, data=DATASET)
    assert not app.exception
    assert [code.value for code in app.code] == ["sorites publish"]
