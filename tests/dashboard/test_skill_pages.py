from __future__ import annotations

import html
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from duckdb import DuckDBPyConnection
from streamlit.testing.v1 import AppTest
from typer.testing import CliRunner

from engine.cli import app as sorites
from engine.core.paths import snapshot_path
from engine.store import connect, connect_read_only, publish
from tests.dashboard.skill_material import (
    HOSTILE_MODEL,
    MODEL,
    N_TARGET,
    SECOND,
    SKILLS,
    WEAK,
    improved,
    make_skills,
)
from tests.examples import few

PAGES = ("skills", "weaknesses")
LEAF = "propositional.inference.modus_tollens.inference"
LEARNER = f"{MODEL}, zero-shot"
Opener = Callable[..., AppTest]


FEW = few(PAGES, lambda page: page in (PAGES[0], PAGES[-1]))


@pytest.fixture(scope="module")
def skills(tmp_path_factory: pytest.TempPathFactory) -> Path:
    db = tmp_path_factory.mktemp("skills") / "skills.duckdb"
    make_skills(db)
    return db


@pytest.fixture
def con(skills: Path) -> Iterator[DuckDBPyConnection]:
    with closing(connect_read_only(skills)) as opened:
        yield opened


def said(app: AppTest) -> str:
    """All that a page says in words, without its tables."""
    kinds = ("markdown", "text", "caption", "info", "error", "warning", "code", "header")
    return "\n".join(str(element.value) for kind in kinds for element in app.get(kind))


def weaknesses(db: Path, *words: str) -> dict[str, Any]:
    """The document of the command."""
    arguments = ["weaknesses", SKILLS, "--model", MODEL, *words, "--json", "--db", str(db)]
    found: dict[str, Any] = json.loads(CliRunner().invoke(sorites, arguments).stdout)
    return found


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


@pytest.mark.parametrize("page", FEW)
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


def test_a_leaf_lists_its_forms_and_questions(
    skills: Path, open_page: Opener, con: DuckDBPyConnection
) -> None:
    app = open_page(skills, "skills", data=SKILLS, model=LEARNER, part=LEAF)
    [(n,)] = con.execute(
        "SELECT count(*) FROM items JOIN datasets d USING (dataset_id)"
        " WHERE d.name = $dataset AND leaf = $leaf AND split = 'test'",
        {"dataset": SKILLS, "leaf": LEAF},
    ).fetchall()
    assert f"{n} questions" in said(app)
    assert app.dataframe[0].value["n"].sum() == n
    assert len(app.page_link) == min(n, 10)
    assert "modus tollens › follows" in said(app)
    assert LEAF.replace(".", "\\.").replace("_", "\\_") in said(app)


def test_a_part_is_left_upwards(skills: Path, open_page: Opener) -> None:
    app = open_page(skills, "skills", data=SKILLS, part=LEAF)
    app.button(key="to-propositional.inference").click().run()
    assert not app.exception
    assert app.selectbox(key="part").value == "propositional.inference"
    assert "modus tollens" in set(app.dataframe[0].value["name"])


def test_questions_of_a_leaf_are_chosen_by_outcome(skills: Path, open_page: Opener) -> None:
    wrong = open_page(skills, "skills", data=SKILLS, model=LEARNER, part=LEAF, outcome="wrong")
    assert not wrong.exception
    answered = [text.value for text in wrong.caption if "answered" in text.value]
    assert answered
    assert all("answered no\\: wrong" in text for text in answered)


def test_the_questions_page_knows_leaves(skills: Path, open_page: Opener) -> None:
    app = open_page(skills, "questions", data=SKILLS, leaf=LEAF)
    assert not app.exception
    listed = [text.value for text in app.caption if "right answer" in text.value]
    assert listed
    assert all("modus\\_tollens\\.inference" in text for text in listed)


def test_weak_leaves_lead_to_the_run_that_they_are_of(skills: Path, open_page: Opener) -> None:
    app = open_page(skills, "weaknesses", data=SKILLS, model=MODEL)
    link = parse_qs(app.get("page_link")[0].proto.query_string)
    assert link["origin"] == ["measured"]
    assert not open_page(skills, "skills", **link).warning


def test_the_skills_that_stand_out_are_named_to_their_end(skills: Path, open_page: Opener) -> None:
    app = open_page(skills, "model", model=MODEL)
    [(table, longest)] = [
        (table, max(map(len, table.value["where"])))
        for table in app.dataframe
        if "where" in table.value and any("Skill" in name for name in table.value["where"])
    ][:1]
    assert json.loads(table.proto.columns)["where"]["width"] >= 6.5 * longest


def test_skills_only_there_as_contrasts_are_marked(skills: Path, open_page: Opener) -> None:
    contrasts = set(weaknesses(skills)["only_contrasts"])
    app = open_page(skills, "weaknesses", data=SKILLS, model=MODEL)
    table = app.dataframe[0].value
    marked = {row["part"] for _, row in table.iterrows() if row["name"].startswith("* ")}
    assert marked == contrasts
    assert len(contrasts) == 4
    assert f"4 of the {len(table)} skills" in said(app)


@pytest.mark.parametrize("by", ["leaf", "rule", "kind", "length"])
def test_weaknesses_are_those_of_the_command(skills: Path, open_page: Opener, by: str) -> None:
    told = weaknesses(skills, "--by", by)
    app = open_page(skills, "weaknesses", data=SKILLS, model=MODEL, by=by.replace("leaf", "skill"))
    assert not app.exception
    table = app.dataframe[0].value
    assert list(table["part"]) == [part["part"] for part in told["parts"]]
    for shown, key in (("value", "share"), ("estimate", "estimate")):
        assert list(table[shown] / 100) == pytest.approx([part[key] for part in told["parts"]])
    assert list(table["n"]) == [part["n"] for part in told["parts"]]
    assert list(table["q"]) == pytest.approx([part["q"] for part in told["parts"]])
    assert list(table["as_low"]) == [part["as_low"] for part in told["parts"]]
    assert f"{told['n_found']} are weak at a false discovery rate of 5%" in said(app)
    assert "Benjamini\\-Hochberg" in said(app)
    assert "\\. Estimate\\: empirical" in said(app)
    command = f"sorites weaknesses {SKILLS} --model {MODEL}" + (f" --by {by}" * (by != "leaf"))
    assert app.code[0].value == command


def test_the_planted_weakness_is_first(skills: Path, open_page: Opener) -> None:
    table = open_page(skills, "weaknesses", data=SKILLS, by="rule").dataframe[0].value
    assert WEAK in table.iloc[0]["name"]
    assert float(table.iloc[0]["q"]) <= 0.05


def test_the_second_round_is_judged_as_by_the_command(skills: Path, open_page: Opener) -> None:
    words = ("--target", str(N_TARGET), "--name", SECOND, "-n", "24")
    told = weaknesses(skills, *words)["second_round"]
    app = open_page(skills, "weaknesses", data=SKILLS, model=MODEL)
    table = app.dataframe[1].value
    assert list(table["value"] / 100) == pytest.approx(
        [
            told["first_round"]["share"],
            told["chosen_skills_in_first_round"]["share"],
            told["expected"]["value"],
            told["second_round"]["share"],
        ]
    )
    drops = [100 * told["expected_drop"], 100 * told["drop"]]
    assert list(table["drop"])[2:] == pytest.approx(drops, abs=0.051)
    assert "because of regression to the mean" in said(app)
    leaves = app.dataframe[2].value
    assert list(leaves["n"]) == [leaf["n"] for leaf in told["skills"]]
    assert list(leaves["second"]) == [f"{c['right']} of {c['answered']}" for c in told["skills"]]


def test_a_model_without_a_second_round_is_told_the_command(
    skills: Path, open_page: Opener
) -> None:
    app = open_page(skills, "weaknesses", data=SKILLS, model="negation-cue")
    assert app.code[1].value.endswith("--target 10")


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


def test_right_and_other_answers_are_told_apart_without_colours(
    skills: Path, open_page: Opener
) -> None:
    app = open_page(skills, "model", model=MODEL)
    everywhere, effort = (traces(chart) for chart in app.get("plotly_chart"))
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


def test_demonstrations_are_compared_as_by_the_command(skills: Path, open_page: Opener) -> None:
    told = json.loads(improved(skills).read_text())
    app = open_page(skills, "weaknesses", data=SECOND)
    assert not app.exception
    at = next(i for i, table in enumerate(app.dataframe) if "run" in table.value)
    conditions, pairs = app.dataframe[at].value, app.dataframe[at + 1].value
    assert list(conditions["value"] / 100) == pytest.approx(
        [condition["share"] for condition in told["conditions"]]
    )
    assert list(conditions["run"]) == [condition["run"][:12] for condition in told["conditions"]]
    assert list(pairs["gained"]) == [pair["only_second"] for pair in told["pairs"]]
    assert list(pairs["p"]) == [f"{pair['p']:.3f}" for pair in told["pairs"]]
    assert list(pairs["difference"] / 100) == pytest.approx(
        [pair["difference"] for pair in told["pairs"]]
    )
    assert conditions.iloc[0]["value"] < conditions.iloc[1]["value"]


def test_without_examples_there_is_nothing_to_compare(skills: Path, open_page: Opener) -> None:
    app = open_page(skills, "weaknesses", data=SKILLS)
    assert app.code[-1].value.startswith(f"sorites improve {SKILLS}")


def test_the_leaderboard_has_response_rates_beside_balanced_accuracy(
    skills: Path, open_page: Opener
) -> None:
    table = open_page(skills, data=SKILLS).dataframe[0].value.set_index("model")
    assert set(table.loc[["constant-yes", "constant-no"], "balanced_accuracy"]) == {50}
    learner = table.loc[MODEL]
    assert learner["strict_response_rate"] < learner["response_rate"] < 100
    assert learner["value"] < learner["response_accuracy"]
    assert table.index[0] == "solver"


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
    [(index, leaf)] = con.execute(
        "SELECT idx, leaf FROM items JOIN datasets d USING (dataset_id)"
        " WHERE d.name = $dataset AND role = $role ORDER BY idx LIMIT 1",
        {"dataset": SKILLS, "role": role},
    ).fetchall()
    app = open_page(skills, "item", item=f"{SKILLS}:{index}")
    assert not app.exception
    assert words in said(app)
    assert "length " in said(app)
    assert leaf in "".join(text.value for text in app.text)
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
