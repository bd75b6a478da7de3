"""The pages on skills: the tree, a skill, its questions, figures and names."""

from __future__ import annotations

import html
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection
from streamlit.testing.v1 import AppTest

from engine.core.paths import snapshot_path
from engine.store import connect, connect_read_only, publish
from tests.dashboard.material import links
from tests.dashboard.skill_material import (
    HOSTILE_MODEL,
    MODEL,
    SECOND,
    SKILLS,
    page_text,
)

PAGES = ("skills", "weaknesses")
LEAF = "propositional.inference.modus_tollens.inference"
LEARNER = f"{MODEL}, zero-shot"
Opener = Callable[..., AppTest]


@pytest.fixture
def con(skills: Path) -> Iterator[DuckDBPyConnection]:
    with closing(connect_read_only(skills)) as opened:
        yield opened


@pytest.mark.parametrize("page", [*PAGES, "leaderboard", "questions", "breakdown"])
def test_a_page_opens_on_skills(skills: Path, open_page: Opener, page: str) -> None:
    app = open_page(skills, page, data=SKILLS)
    assert not app.exception
    assert f"Data set {SKILLS}" in app.caption[-1].value


def test_without_skills_the_tree_names_the_command(tmp_path: Path, open_page: Opener) -> None:
    db = tmp_path / "empty.duckdb"
    connect(db).close()
    publish(db)
    app = open_page(db, "skills")
    assert not app.exception
    assert app.code[0].value == "sorites generate --help"


def test_skills_nobody_was_asked_name_the_command(
    skills: Path, tmp_path: Path, open_page: Opener
) -> None:
    db = tmp_path / "silent.duckdb"
    shutil.copy(skills, db)
    shutil.copy(snapshot_path(skills), snapshot_path(db))
    with closing(connect(db)) as con:
        con.execute("DELETE FROM responses")
        con.execute("DELETE FROM runs")
    publish(db)
    app = open_page(db, "skills", data=SKILLS)
    assert not app.exception
    assert app.code[0].value == "sorites evaluate skills --baselines"


@pytest.mark.parametrize("page", PAGES)
def test_nonsense_in_the_address_of_a_page_on_skills_is_left_aside(
    skills: Path, open_page: Opener, page: str
) -> None:
    nonsense = dict.fromkeys(("data", "origin", "model", "part", "by", "measure", "of"), "<x>")
    app = open_page(skills, page, shown=["z"], **nonsense)
    assert not app.exception
    assert app.selectbox(key="data").value in (SKILLS, SECOND)


def test_the_tree_begins_with_the_two_logics(
    skills: Path, open_page: Opener, con: DuckDBPyConnection
) -> None:
    app = open_page(skills, "skills", data=SKILLS, model=LEARNER)
    table = app.dataframe[0].value.set_index("part")
    wanted = con.execute(
        "SELECT part, 100 * accuracy, n FROM skill_tree WHERE model = $model AND dataset = $dataset"
        " AND level = 'logic'",
        {"model": MODEL, "dataset": SKILLS},
    ).fetchall()
    assert {(part, row["value"], row["n"]) for part, row in table.iterrows()} == set(wanted)
    chart = json.loads(app.get("plotly_chart")[0].proto.spec)["data"][0]
    assert chart["type"] == "treemap"
    assert len(chart["ids"]) == len(chart["text"])
    assert not any(":" in place for place in chart["ids"])
    for place, name in zip(chart["ids"], chart["labels"], strict=True):
        if place in chart["parents"]:  # the line above an area holds no second one
            assert "<br>" not in name
        else:  # an area is about as wide as one long word
            assert max(map(len, html.unescape(name).split("<br>"))) <= 17


def test_a_skill_lists_its_forms_and_questions(
    skills: Path, open_page: Opener, con: DuckDBPyConnection
) -> None:
    app = open_page(skills, "skills", data=SKILLS, model=LEARNER, part=LEAF)
    [(n,)] = con.execute(
        "SELECT count(*) FROM items JOIN datasets d USING (dataset_id)"
        " WHERE d.name = $dataset AND skill = $skill AND split = 'test'",
        {"dataset": SKILLS, "skill": LEAF},
    ).fetchall()
    assert f"{n} questions" in page_text(app)
    assert app.dataframe[0].value["n"].sum() == n
    assert len(links(app)) == min(n, 10)
    assert "modus tollens › follows" in page_text(app)
    assert "propositional logic › inference › modus tollens › follows" in page_text(app)


def test_a_part_is_left_upwards(skills: Path, open_page: Opener) -> None:
    app = open_page(skills, "skills", data=SKILLS, part=LEAF)
    app.button(key="to-propositional.inference").click().run()
    assert not app.exception
    assert app.selectbox(key="part").value == "propositional.inference"
    assert "modus tollens" in set(app.dataframe[0].value["name"])


def test_questions_of_a_skill_are_chosen_by_outcome(skills: Path, open_page: Opener) -> None:
    wrong = open_page(skills, "skills", data=SKILLS, model=LEARNER, part=LEAF, outcome="wrong")
    assert not wrong.exception
    answered = [text.value for text in wrong.caption if "answered" in text.value]
    assert answered
    assert all("answered no\\: wrong" in text for text in answered)


def test_the_questions_page_knows_skills(skills: Path, open_page: Opener) -> None:
    app = open_page(skills, "questions", data=SKILLS, skill=LEAF)
    assert not app.exception
    listed = [text.value for text in app.caption if "right answer" in text.value]
    assert listed
    assert all("modus tollens" in text for text in listed)


def test_lengths_add_up_to_the_whole_run_for_each_role(skills: Path, open_page: Opener) -> None:
    app = open_page(skills, "breakdown", data=SKILLS, shown=[LEARNER, "solver"], down="Depth")
    assert not app.exception
    table = app.dataframe[0].value
    counts = table.groupby(["across", table["down"] == "all questions"])["n"].sum()
    assert len(set(counts)) == 1
    assert set(table["down"]) == {"1 (rule knowledge)", "2 (inference)", "all questions"}
    assert (table[table["across"] == "solver"]["value"] == 100).all()
    crossed = open_page(
        skills, "breakdown", data=SKILLS, shown=["solver"], down="Role", across="Depth"
    )
    roles = crossed.dataframe[0].value
    assert set(roles["down"]) == {"follows", "contradicted", "unrelated", "fallacious"}
    assert roles["n"].sum() == counts.iloc[0]


def test_the_two_logics_are_contrasted(skills: Path, open_page: Opener) -> None:
    app = open_page(skills, "breakdown", data=SKILLS, down="Paired contrasts")
    gap = app.dataframe[0].value.set_index("name")
    assert gap.loc["solver", "difference"] == 0
    assert gap.loc[LEARNER, "first_share"] < gap.loc[LEARNER, "second_share"]


def test_a_mark_at_the_edge_of_a_line_chart_is_drawn_whole(skills: Path, open_page: Opener) -> None:
    app = open_page(skills, "breakdown", data=SKILLS, shown=["solver"], down="Depth")
    lines = [line for line in traces(app.get("plotly_chart")[0]) if line["mode"] == "lines+markers"]
    assert any(1 in trace["y"] for trace in lines)
    assert not any(trace.get("cliponaxis", True) for trace in lines)


def test_a_model_has_one_colour_in_lines_and_marks(skills: Path, open_page: Opener) -> None:
    shown = {"data": SKILLS, "shown": ["solver", LEARNER]}
    drawn = [
        traces(open_page(skills, "breakdown", **shown, down=down).get("plotly_chart")[0])
        for down in ("Depth", "Logic")
    ]
    lines, marks = (
        {each["name"]: each["marker"]["line"]["color"] for each in one if "customdata" in each}
        for one in drawn
    )
    assert marks == lines
    assert len(set(marks.values())) == 2


def test_right_and_other_answers_are_distinguished_without_colours(
    skills: Path, open_page: Opener
) -> None:
    app = open_page(skills, "model", model=MODEL)
    everywhere, _, effort = (traces(chart) for chart in app.get("plotly_chart"))
    assert {line["line"]["color"] for line in effort} == {everywhere[0]["error_x"]["color"]}
    looks = {(line["line"]["dash"], line["marker"]["symbol"][0]) for line in effort}
    assert len(looks) == len(effort) == 2


def traces(chart: Any) -> list[dict[str, Any]]:
    """What a figure of plotly's draws."""
    drawn: list[dict[str, Any]] = json.loads(chart.proto.spec)["data"]
    return drawn


def test_response_accuracy_leaves_out_what_cannot_be_read(skills: Path, open_page: Opener) -> None:
    address = {"data": SKILLS, "shown": [LEARNER], "down": "Depth"}
    plain = open_page(skills, "breakdown", **address).dataframe[0].value
    app = open_page(skills, "breakdown", measure="Response accuracy", **address)
    read = app.dataframe[0].value
    assert (read["n"] <= plain["n"]).all()
    assert read["n"].sum() < plain["n"].sum()
    assert (read["value"] >= plain["value"]).all()


def test_reported_figures_stand_apart(skills: Path, open_page: Opener) -> None:
    app = open_page(skills, "breakdown", data=SKILLS)
    assert "GPT-4" not in set(app.dataframe[0].value["across"])
    reported = app.dataframe[-1].value.set_index("model")
    assert reported.loc["GPT-4", "cell-7"] == "74%"
    shown = open_page(skills, "weaknesses", data=SECOND).dataframe[-1].value.set_index("model")
    assert list(shown.loc["ChatGPT", ["cell-none", "cell-random", "cell-weak"]]) == [
        "45%",
        "64%",
        "56%",
    ]


def test_the_leaderboard_has_response_rates_beside_informedness(
    skills: Path, open_page: Opener
) -> None:
    table = open_page(skills, data=SKILLS).dataframe[0].value.set_index("model")
    assert set(table.loc[["constant-yes", "constant-no"], "informedness"]) == {0}
    learner = table.loc[MODEL]
    assert learner["strict_response_rate"] < learner["response_rate"] < 100
    assert learner["value"] < learner["response_accuracy"]
    assert table.index[0] == MODEL, "baselines stand below models"


def test_a_hostile_name_is_never_read_as_markup_on_the_pages_on_skills(
    skills: Path, open_page: Opener
) -> None:
    name = f"{HOSTILE_MODEL}, zero-shot"
    for page in PAGES:
        app = open_page(skills, page, data=SKILLS, model=name, shown=[name])
        assert not app.exception
        interpreted = [text.value for kind in ("markdown", "caption") for text in app.get(kind)]
        assert not any("<b>" in text or "](javascript" in text for text in interpreted)
        assert not any("<b>" in chart.proto.spec for chart in app.get("plotly_chart"))


@pytest.mark.parametrize(
    ("role", "words"),
    [
        ("correct", "The conclusion follows from the premises"),
        ("fallacy", "It is false in this case"),
        ("unrelated", "each of two cases agrees"),
        ("contradiction", "cannot both be true"),
    ],
)
def test_a_question_says_what_it_tests_and_why_its_answer_is_right(
    skills: Path, open_page: Opener, con: DuckDBPyConnection, role: str, words: str
) -> None:
    [(index, skill)] = con.execute(
        "SELECT idx, skill FROM items JOIN datasets d USING (dataset_id)"
        " WHERE d.name = $dataset AND role = $role ORDER BY idx LIMIT 1",
        {"dataset": SKILLS, "role": role},
    ).fetchall()
    app = open_page(skills, "item", item=f"{SKILLS}:{index}")
    assert not app.exception
    assert words in page_text(app)
    assert "length " in page_text(app)
    assert skill in "".join(text.value for text in app.text)
    [twin] = [button for button in app.button if "question of its group" in button.label]
    formulas = next(table.value for table in app.dataframe if "formula" in table.value)
    assert "conclusion" in set(formulas["by"])
    is_open = role in ("fallacy", "unrelated")
    cases = [table for table in app.dataframe if "Conclusion false" in table.value]
    assert is_open == bool(cases or app.get("plotly_chart"))
    twin.click().run()
    assert not app.exception
    assert app.text_input(key="item").value != f"{SKILLS}:{index}"


def test_the_derivation_of_a_twin_has_its_own_premises_and_numbers(
    skills: Path, open_page: Opener, con: DuckDBPyConnection
) -> None:
    [(index, premises)] = con.execute(
        "SELECT idx, premises FROM items JOIN datasets d USING (dataset_id)"
        " WHERE d.name = $dataset AND role = 'fallacy' ORDER BY idx LIMIT 1",
        {"dataset": SKILLS},
    ).fetchall()
    rows = open_page(skills, "item", item=f"{SKILLS}:{index}").dataframe[1].value
    own = rows[rows["by"] == "premise"]
    sound = rows[rows["by"] == "premise of the sound argument"]
    assert list(own["formula"]) == premises
    assert set(sound["formula"]) != set(own["formula"])
    assert all(number.endswith("′)") for number in sound["number"])
