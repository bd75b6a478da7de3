from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from engine.core.paths import snapshot_path
from engine.store import connect_read_only
from tests.dashboard.choice_material import CHOICES, FIXED, READER, make_choices

Opener = Callable[..., AppTest]


@pytest.fixture(scope="module")
def choices(tmp_path_factory: pytest.TempPathFactory) -> Path:
    db = tmp_path_factory.mktemp("choices") / "choices.duckdb"
    make_choices(db)
    return db


def shown(app: AppTest, kind: str) -> list[str]:
    return [str(element.value) for element in app.get(kind)]


@pytest.mark.parametrize("page", ["breakdown", "errors", "questions", "leaderboard"])
def test_a_page_opens_on_single_choices(choices: Path, open_page: Opener, page: str) -> None:
    app = open_page(choices, page, data=CHOICES)
    assert not app.exception
    assert CHOICES in app.caption[-1].value


def by_type(app: AppTest) -> Any:
    """The first table of a breakdown, by model and value."""
    return app.dataframe[0].value.set_index(["across", "down"])


TYPES = {"data": CHOICES, "down": "Question type"}
FOLLOWS, MISSING = "find what follows (3c1e)", "find the missing premise"
READING = f"{READER}, zero-shot"
ALWAYS = f"{FIXED}, zero-shot"


def test_measures_over_rotations_are_broken_down(choices: Path, open_page: Opener) -> None:
    tables = {
        measure: by_type(open_page(choices, "breakdown", **TYPES, measure=measure))
        for measure in ("Accuracy", "Circular", "PartialCircular")
    }
    symbols = f"{READING}, symbolic"
    for table in tables.values():
        assert table.loc[(symbols, "all questions"), "value"] == 100
    assert tables["Circular"].loc[(symbols, "all questions"), "n"] == 24
    # One who always takes the second position is right in one order of four, and never in all.
    always = [table.loc[(ALWAYS, "all questions"), "value"] for table in tables.values()]
    assert always == [25, 0, 0]
    assert tables["Circular"].loc[(READING, FOLLOWS), "value"] == 100
    assert tables["Circular"].loc[(READING, FOLLOWS), "interval"].strip() != "–"
    assert tables["Accuracy"].loc[(READING, MISSING), "value"] == 0
    assert tables["Circular"].loc[(READING, MISSING), "n"] == 8
    assert tables["Circular"].loc[(READING, "all questions"), "value"] == pytest.approx(100 / 3)


def test_what_guessing_scores_stands_as_a_line(choices: Path, open_page: Opener) -> None:
    for measure, chance in (("Circular", "0.4%"), ("PartialCircular", "8.5%")):
        app = open_page(choices, "breakdown", **TYPES, measure=measure)
        spec = json.loads(app.get("plotly_chart")[0].proto.spec)
        assert f"chance, {chance}" in {trace["name"] for trace in spec["data"]}


def test_runs_in_two_languages_are_compared_over_twins(choices: Path, open_page: Opener) -> None:
    a, b = f"{READER}, zero-shot, symbolic", f"{READER}, zero-shot"
    app = open_page(choices, "compare", data=CHOICES, a=a, b=b)
    assert not app.exception
    assert app.dataframe[0].value.to_numpy().tolist() == [
        ["A right", 8, 16, 24],
        ["A not right", 0, 0, 0],
    ]
    assert len({link.proto.query_string for link in app.get("page_link")[-2:]}) == 2
    app = open_page(choices, "compare", data=CHOICES, a=a)
    assert str(app.selectbox(key="b").value).endswith(", symbolic")


def test_a_probe_is_an_axis_against_a_trait(choices: Path, open_page: Opener) -> None:
    app = open_page(choices, "breakdown", data=CHOICES, down="Question type", across="Probe")
    assert not app.exception
    assert app.selectbox(key="of").value == f"{READER}, zero-shot"
    table = app.dataframe[0].value.set_index(["down", "across"])
    assert table.loc[(FOLLOWS, "plain"), "value"] == 100
    assert table.loc[(MISSING, "plain"), "value"] == 0
    assert {across for _, across in table.index} == {"plain", "no-logic"}


def test_plain_is_compared_with_the_probe_in_those_asked_both(
    choices: Path, open_page: Opener
) -> None:
    table = (
        open_page(choices, "breakdown", data=CHOICES, down="Paired contrasts").dataframe[0].value
    )
    [row] = table.to_dict("records")
    assert (row["contrast"], row["name"]) == ("no-logic minus plain", READING)
    assert (row["n_first_only"], row["n_second_only"]) == (2, 7)


def test_reported_scores_stand_with_the_contradictions_of_the_paper(
    choices: Path, open_page: Opener
) -> None:
    published = {"data": "divlogiceval-published-test", "shown": ["GPT-3.5-turbo, 0-shot"]}
    app = open_page(choices, "breakdown", **published)
    assert not app.exception
    assert app.selectbox(key="origin").value == "reported"
    assert any("cannot be" in text for text in shown(app, "caption"))
    app = open_page(choices, "breakdown", **published, down="Probe")
    assert {"none", "no-logic"} <= set(app.dataframe[0].value["down"])


def test_a_preferred_position_is_seen(choices: Path, open_page: Opener) -> None:
    shown = {"view": "Position bias", "shown": [ALWAYS, "solver"]}
    app = open_page(choices, "errors", data=CHOICES, **shown)
    table = app.dataframe[-1].value.set_index(["model", "position"])
    assert table.loc[(FIXED, "B"), "value"] == 100
    assert table.loc[(FIXED, "A"), "value"] == 0
    for position in "ABCD":
        assert table.loc[("solver", position), "value"] == 25
        assert table.loc[("solver", position), "share_right"] == 25


def test_wrong_options_are_counted_by_type_and_role(choices: Path, open_page: Opener) -> None:
    app = open_page(choices, "errors", data=CHOICES, shown=f"{FIXED}, zero-shot")
    assert not app.exception
    table = app.dataframe[0].value
    assert "entailed literal" in set(table["cell"])
    with connect_read_only(snapshot_path(choices)) as con:
        [(n,)] = con.execute(
            "SELECT sum(n_chosen) FROM distractor_selection JOIN runs USING (run_id)"
            " WHERE model = $model AND role <> 'gold' AND language = 'en'",
            {"model": FIXED},
        ).fetchall()
    assert table["n_chosen"].sum() == n
    # four orders of the options make four answers to one question, and no more questions
    assert (table["n"] >= 20).any()
    assert table["thin"].all()


def test_runs_in_symbols_have_names_of_their_own(choices: Path, open_page: Opener) -> None:
    app = open_page(choices, "errors", data=CHOICES)
    offered = set(app.multiselect(key="shown").options)
    assert {"solver", "solver, symbolic", f"{READER}, zero-shot, no-logic"} <= offered


def test_a_single_choice_shows_what_was_chosen_in_each_order(
    choices: Path, open_page: Opener
) -> None:
    app = open_page(choices, "item", item=f"{CHOICES}:0")
    assert not app.exception
    table = app.dataframe[0].value
    assert list(table.columns[2:6]) == ["order-0", "order-1", "order-2", "order-3"]
    fixed = table.set_index("who").loc[FIXED]
    assert fixed["n_right"] == "1 of 4"
    letters = [fixed[f"order-{rotation}"].split()[1] for rotation in range(4)]
    assert letters == ["B", "C", "D", "A"]  # always the second of those shown
    assert fixed["order-1"].endswith("C (as B)")
    assert sum(fixed[f"order-{r}"].startswith("✓") for r in range(4)) == 1
    assert table.set_index("who").loc["solver", "n_right"] == "4 of 4"


def test_no_answer_in_an_order_is_stated(choices: Path, open_page: Opener) -> None:
    app = open_page(choices, "item", item=f"{CHOICES}:2")  # 3e1c
    reader = app.dataframe[0].value.set_index(["who", "probe"]).loc[(READER, None)]
    assert reader["order-2"] == "– no answer"


def test_each_option_says_why_it_is_right_or_wrong(choices: Path, open_page: Opener) -> None:
    app = open_page(choices, "item", item=f"{CHOICES}:0")
    heads = [text for text in shown(app, "markdown") if ": right" in text or ": wrong" in text]
    assert len(heads) == 4
    reasons = [text for text in shown(app, "text") if "it follows from" in text]
    assert len(reasons) == 1
    assert "is right" in reasons[0]
    (cases,) = (table.value for table in app.dataframe if "letter" in table.value)
    assert len(cases.columns) == 4  # the letters, and a case against each wrong option
    assert set(cases.iloc[:, 1:].to_numpy().flat) == {"T", "F"}


def test_an_answer_without_messages_shows_the_options_as_they_were_turned(
    choices: Path, open_page: Opener
) -> None:
    name = "solver (measured), sample 0, rotation 1"
    app = open_page(choices, "item", item=f"{CHOICES}:0", answer=name)
    assert app.selectbox(key="answer").value == name
    first = open_page(choices, "item", item=f"{CHOICES}:0", answer="solver (measured)")
    second_option = next(t for t in shown(first, "text") if t.startswith("B. "))[3:]
    assert any(f"A. {second_option}" in code.value for code in app.code)


def test_choices_are_found_by_type_and_language(choices: Path, open_page: Opener) -> None:
    app = open_page(choices, "questions", data=CHOICES, question_type=MISSING, language="symbols")
    assert "**8 questions**" in shown(app, "markdown")


def test_a_question_links_its_twin(choices: Path, open_page: Opener) -> None:
    app = open_page(choices, "item", item=f"{CHOICES}:0")
    assert not app.exception
    [to_twin] = app.button
    assert "symbolic question" in to_twin.label
    to_twin.click().run()
    assert not app.exception
    assert app.text_input(key="item").value == f"{CHOICES}:1"
    assert "english question" in app.button[0].label
