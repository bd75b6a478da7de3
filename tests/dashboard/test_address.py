"""What a page writes into its address, and what it makes of one (tests/browser has the rest)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from engine.analysis.sources.reading import reading
from engine.core.paths import snapshot_path
from engine.core.workers import serial
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_spec
from engine.show.texts.cell_words import cell_name
from engine.show.texts.sql_examples import examples
from engine.store import connect, publish
from tests.dashboard.conftest import copy_of
from tests.dashboard.material import DATASET, HOSTILE_MODEL, links
from tests.dashboard.skill_material import ask
from tests.dashboard.test_pages import page_text

EXAMPLE = examples()[0][0]

Opener = Callable[..., AppTest]
_STAMP = re.compile(r"snapshot .*")
PAGES = (
    "overview", "leaderboard", "compare", "model", "breakdown", "questions", "runs", "errors",
    "datasets", "item", "sql",
)  # fmt: skip
ASKED_IN_VAIN = (
    ("questions", "depth", "99"),
    ("questions", "by", "nobody"),
    ("questions", "page", "14"),
    ("questions", "page", "9" * 5000),
    ("questions", "order", "none"),
    ("model", "model", "nobody"),
    ("model", "run", "none"),
    ("leaderboard", "sort", "luck"),
    ("leaderboard", "data", "nothing"),
    ("leaderboard", "depth", "3"),  # of another page
    ("breakdown", "cell", "nowhere"),
    ("breakdown", "shown", "nobody"),
    ("compare", "a", "nobody"),
    ("sql", "about", "nothing"),
    ("item", "answer", "nobody"),
)


def written(app: AppTest) -> dict[str, list[str]]:
    """The parameters that the browser is told to write."""
    given = [json.loads(component.proto.json) for component in app.get("bidi_component")]
    [address] = [data for data in given if "search" in data]
    return parse_qs(address["search"], keep_blank_values=True)


def figures(app: AppTest) -> list[str]:
    """The tables of a page."""
    return [table.value.to_csv() for table in app.dataframe]


def add(db: Path, name: str) -> None:
    """Store another data set, which nobody has answered."""
    spec = make_spec("justlogic", {"recipe": "sound"}, 2, 21)
    generate_dataset(spec, name, db, serial())


@pytest.fixture(scope="module")
def newer(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database to which a newer data set has come since; not to be changed."""
    db = copy_of(made, tmp_path_factory.mktemp("newer"))
    add(db, "newer")
    ask(db, "newer", "solver")
    publish(db)
    return db


@pytest.mark.parametrize("page", PAGES)
def test_the_address_of_a_page_opens_the_same_view(
    made: Path, open_page: Opener, page: str
) -> None:
    first = open_page(made, page)
    again = open_page(made, page, **written(first))
    assert written(again) == written(first)
    assert (page_text(again), figures(again)) == (page_text(first), figures(first))
    assert not again.warning


def test_what_nobody_chose_is_named(made: Path, open_page: Opener) -> None:
    # the set with scores of most models, as nobody has finished the one that is stored
    first = "logicskills-published-countermodel"
    assert written(open_page(made, "leaderboard")) == {"data": [first], "sort": ["rank"]}
    shown = written(open_page(made, "breakdown", data=DATASET))
    assert shown["origin"] == ["measured"]
    assert f"{HOSTILE_MODEL}, zero-shot" in shown["shown"]


def test_a_link_shows_the_same_when_a_newer_data_set_is_there(
    made: Path, newer: Path, open_page: Opener
) -> None:
    link = written(open_page(made, "questions"))
    assert written(open_page(newer, "questions"))["data"] == ["newer"]
    assert written(open_page(newer, "questions", **link)) == link


def test_what_is_chosen_replaces_what_the_address_asked_for(made: Path, open_page: Opener) -> None:
    app = open_page(made, "questions", depth="3", order="the hardest first")
    app.selectbox(key="depth").select("2").run()
    app.selectbox(key="order").select("index").run()
    assert written(app) == {"data": [DATASET], "depth": ["2"], "order": ["index"]}
    app.selectbox(key="depth").select_index(None).run()
    assert "depth" not in written(app)


def test_no_series_chosen_is_a_choice_too(made: Path, open_page: Opener) -> None:
    app = open_page(made, "breakdown")
    app.multiselect(key="shown").set_value([]).run()
    again = open_page(made, "breakdown", **written(app))
    assert again.multiselect(key="shown").value == []
    assert not again.warning


@pytest.mark.parametrize(("page", "key", "value"), ASKED_IN_VAIN)
def test_what_the_data_lack_is_stated_and_leaves_the_address(
    made: Path, open_page: Opener, page: str, key: str, value: str
) -> None:
    app = open_page(
        made, page, **{"item": f"{DATASET}:0"} if page == "item" else {}, **{key: value}
    )
    [shown] = [warning.value for warning in app.warning]
    assert f"{key}={value[:100]}" in shown
    assert value not in written(app).get(key, [])
    assert not app.run().warning


def test_one_of_several_series_that_is_not_there_is_stated(made: Path, open_page: Opener) -> None:
    app = open_page(made, "breakdown", data=DATASET, shown=["solver", "nobody"])
    assert "shown=nobody," in app.warning[0].value
    assert app.multiselect(key="shown").value == ["solver"]


def test_what_an_address_asks_for_is_not_read_as_markup(made: Path, open_page: Opener) -> None:
    app = open_page(made, "leaderboard", **{"<b>x</b>": "[m](javascript:alert(1)) $x$"})
    assert not {"<b>", "](", "$x$"} & set(app.warning[0].value.split("\\"))
    assert r"\<b\>x\<\/b\>" in app.warning[0].value


def test_what_another_data_set_has_not_leaves_the_address(newer: Path, open_page: Opener) -> None:
    by = "prover-3 (measured)"
    app = open_page(newer, "questions", data=DATASET, by=by, outcome="wrong", depth="1")
    assert written(app)["by"] == [by]
    app.selectbox(key="data").select("newer").run()
    assert "by=prover\\-3 \\(measured\\)," in app.warning[0].value
    assert "by" not in written(app.run())
    assert written(app)["depth"] == ["1"]  # it has that
    fresh = open_page(newer, "questions", **written(app))
    assert (page_text(fresh), written(fresh)) == (page_text(app), written(app))


def test_what_a_link_asks_for_waits_until_there_is_something_to_show(
    db: Path, open_page: Opener
) -> None:
    add(db, "newer")
    publish(db)
    asked = {"data": ["newer"], "shown": ["solver"], "down": ["Height"]}
    app = open_page(db, "breakdown", **asked)
    assert written(app) == asked
    ask(db, "newer", "solver")
    publish(db)
    app.run()
    found = written(app)
    assert asked.items() <= found.items()
    assert found["origin"] == ["measured"]


def test_the_first_run_keeps_its_name_when_the_model_is_asked_again(
    db: Path, open_page: Opener
) -> None:
    links = {
        "breakdown": {"data": [DATASET], "shown": ["solver"]},
        "questions": {"data": [DATASET], "by": ["random (measured)"], "outcome": ["wrong"]},
        "compare": {"data": [DATASET], "a": ["random"], "b": ["solver"]},
    }
    before = {page: page_text(open_page(db, page, **link)) for page, link in links.items()}
    ask(db, DATASET, "solver", limit=30)
    ask(db, DATASET, "random", limit=30)
    publish(db)
    for page, link in links.items():
        app = open_page(db, page, **link)
        assert not app.warning
        assert _STAMP.sub("", page_text(app)) == _STAMP.sub("", before[page])
    series = open_page(db, "breakdown", data=DATASET).multiselect(key="shown").options
    assert sum(name.startswith("solver, run ") for name in series) == 1


def test_runs_of_two_origins_are_distinguished_and_in_no_common_order(
    db: Path, open_page: Opener
) -> None:
    ask(db, DATASET, "solver", limit=30)
    with closing(connect(db)) as con:
        [(last,)] = con.execute("SELECT max(run_id) FROM runs").fetchall()
        con.execute("UPDATE runs SET origin = 'reproduced' WHERE run_id = ?", [last])
    publish(db)
    app = open_page(db, "compare", a="random", b="solver")
    assert not app.warning
    runs = app.selectbox(key="a").options
    assert runs[0].startswith(HOSTILE_MODEL)
    assert runs[-1] == "solver (reproduced)"  # though none scores higher


def test_a_run_that_goes_while_its_answers_are_shown_is_stated(db: Path, open_page: Opener) -> None:
    app = open_page(db, "questions", data=DATASET)
    app.selectbox(key="by").select("random (measured)").run()
    shown = open_page(db, "breakdown", data=DATASET)
    shown.multiselect(key="shown").set_value(["random", "solver"]).run()
    model = open_page(db, "compare", data=DATASET)
    model.selectbox(key="a").select("random").run()
    with closing(connect(db)) as con:
        run = "(SELECT run_id FROM runs JOIN models USING (model_id) WHERE name = 'random')"
        for table in ("responses", "intervals", "runs"):
            con.execute(f"DELETE FROM {table} WHERE run_id IN {run}")
    publish(db)
    assert "by=random" in app.run().warning[0].value
    assert "shown=random," in shown.run().warning[0].value
    assert "a=random," in model.run().warning[0].value
    assert not any(page.run().warning for page in (app, shown, model))


def test_what_nobody_chose_goes_without_a_word(newer: Path, open_page: Opener) -> None:
    app = open_page(newer, "compare", data=DATASET)
    app.selectbox(key="data").select("newer").run()
    assert not app.warning


def test_what_is_chosen_below_the_end_of_a_page_is_kept(made: Path, open_page: Opener) -> None:
    app = open_page(made, "breakdown", data=DATASET, shown="solver")
    app.pills(key="down").set_value("Height").run()
    app.multiselect(key="shown").set_value([]).run()
    assert written(app)["down"] == ["Height"]
    app.multiselect(key="shown").set_value(["prover-3"]).run()
    assert written(app)["down"] == ["Height"]
    assert app.pills(key="down").value == "Height"
    compare = open_page(made, "compare", data=DATASET, a="solver", b="prover-3", side="both right")
    compare.selectbox(key="b").select("solver").run()
    compare.button(key="another").click().run()
    assert written(compare)["side"] == ["both right"]
    assert written(compare)["b"] != ["solver"]
    assert not compare.warning


def test_a_filter_that_was_cleared_stays_so_where_the_page_ends(
    made: Path, open_page: Opener
) -> None:
    app = open_page(made, "questions", data=DATASET, depth="3", page="2", text="of")
    app.selectbox(key="depth").select_index(None).run()
    app.text_input(key="text").input("no such words").run()
    assert "No question matches" in page_text(app)
    app.text_input(key="text").input("of").run()
    assert "depth" not in written(app)
    assert not app.warning


def test_a_page_of_another_kind_leaves_what_was_chosen(made: Path, open_page: Opener) -> None:
    published = "justlogic-published-test"
    app = open_page(made, "leaderboard")
    app.selectbox(key="data").select(published).run()
    for page, shown in (("compare", DATASET), ("leaderboard", published)):
        app.query_params.clear()
        app.switch_page(f"app_pages/{page}.py").run()
        assert not app.warning
        assert written(app)["data"] == [shown]


def test_what_is_chosen_stays_chosen_on_the_next_page(newer: Path, open_page: Opener) -> None:
    app = open_page(newer, "leaderboard", data=DATASET)
    app.query_params.clear()
    app.switch_page("app_pages/breakdown.py").run()
    assert written(app)["data"] == [DATASET]


def way_back(app: AppTest) -> Any:
    """The first link of a question's page."""
    return links(app)[0].proto


def test_a_question_leads_back_to_the_page_that_led_to_it(made: Path, open_page: Opener) -> None:
    app = open_page(made, "compare", a="solver", b="prover-3")
    [link, *_] = [link.proto for link in links(app) if "Question" in link.proto.label]
    back = way_back(open_page(made, "item", **parse_qs(link.query_string)))
    assert back.label == ":blue[**Back to Compare**]"
    assert back.page == "compare"
    assert parse_qs(back.query_string) == written(app)


@pytest.mark.parametrize("came_from", [{}, {"from": "javascript:alert(1)"}, {"from": "../x?a=b"}])
def test_a_question_from_elsewhere_leads_to_those_of_its_data_set(
    made: Path, open_page: Opener, came_from: dict[str, str]
) -> None:
    back = way_back(open_page(made, "item", item=f"{DATASET}:0", **came_from))
    assert back.label == f":blue[**To the questions of {DATASET}**]"
    assert (back.page, back.query_string) == ("questions", f"data={DATASET}")


@pytest.mark.parametrize("key", ["modus_ponens.existential.1", "modus_ponens.existential.2"])
def test_a_cell_leads_to_its_questions_where_two_forms_have_one_name(
    db: Path, open_page: Opener, key: str
) -> None:
    with closing(connect(db)) as con:
        con.execute("UPDATE datasets SET family = 'logicasker'")
        con.execute("UPDATE items SET root_form = 'modus_ponens.existential.1' WHERE idx < 20")
        con.execute("UPDATE items SET root_form = 'modus_ponens.existential.2' WHERE idx > 100")
        [(n,)] = con.execute(
            "SELECT count(*) FROM items WHERE root_form = $k", {"k": key}
        ).fetchall()
    publish(db)
    cell = f"Existential modus ponens ({key}) × solver"
    app = open_page(db, "breakdown", data=DATASET, down="Argument form", shown="solver", cell=cell)
    link = links(app)[0].proto
    assert link.label.startswith(f":blue[**The {n} questions of Existential modus ponens")
    listed = open_page(db, "questions", **parse_qs(link.query_string))
    assert not listed.warning
    assert f"**{n} questions**" in page_text(listed)
    stands_out = {"dataset": DATASET, "trait": "root_form", "cell": key}
    with reading(snapshot_path(db)) as source:
        named = cell_name(source.rows, stands_out)
    assert named == f"Argument form: Existential modus ponens ({key})"


def test_an_example_of_a_query_is_in_the_address(made: Path, open_page: Opener) -> None:
    app = open_page(made, "sql")
    app.selectbox(key="example").select(EXAMPLE).run()
    query = app.text_area(key="q").value
    assert query.startswith("SELECT ")
    assert written(app) == {"view": ["SQL"], "example": [EXAMPLE], "q": [query]}
    app.text_area(key="q").input("SELECT 1 AS one").run()
    again = open_page(made, "sql", **written(app))
    assert again.text_area(key="q").value == "SELECT 1 AS one"
    assert again.selectbox(key="example").value == EXAMPLE
