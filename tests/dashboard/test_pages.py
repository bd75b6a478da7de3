from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.components.choices import choosing
from dashboard.components.results import tables
from engine.core.paths import snapshot_path
from engine.show.texts.escaping import shortened, visible
from engine.store import connect, publish
from tests.dashboard.conftest import copy_of
from tests.dashboard.material import (
    DATASET,
    HOSTILE_MODEL,
    HOSTILE_REPLY,
    LONG_REPLY,
    answer_built_in,
    links,
)

PAGES = ("leaderboard", "breakdown", "errors", "questions", "item")
Opener = Callable[..., AppTest]


def page_text(app: AppTest) -> str:
    """All that a page says in words, without its tables."""
    kinds = ("markdown", "text", "caption", "info", "error", "warning", "success", "code")
    return "\n".join(str(element.value) for kind in kinds for element in app.get(kind))


@pytest.mark.parametrize("page", PAGES)
def test_without_a_database_a_page_names_the_command(
    tmp_path: Path, open_page: Opener, page: str
) -> None:
    app = open_page(tmp_path / "none.duckdb", page)
    assert not app.exception
    assert [code.value for code in app.code] == ["sorites demo"]


@pytest.mark.parametrize("page", PAGES)
def test_without_a_snapshot_a_page_names_the_command(
    tmp_path: Path, open_page: Opener, page: str
) -> None:
    db = tmp_path / "unpublished.duckdb"
    connect(db).close()
    app = open_page(db, page)
    assert not app.exception
    assert [code.value for code in app.code] == ["sorites publish"]


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    db = tmp_path_factory.mktemp("empty") / "empty.duckdb"
    connect(db).close()
    publish(db)
    return db


@pytest.mark.parametrize("page", PAGES[:-1])
def test_an_empty_database_names_the_command(empty: Path, open_page: Opener, page: str) -> None:
    app = open_page(empty, page)
    assert not app.exception
    assert app.code[0].value.startswith("sorites generate")


@pytest.fixture(scope="module")
def unanswered(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    db = copy_of(made, tmp_path_factory.mktemp("unanswered"))
    con = connect(db)
    con.execute("DELETE FROM responses")
    con.execute("DELETE FROM runs")
    con.close()
    publish(db)
    return db


@pytest.mark.parametrize("page", PAGES[:3])
def test_a_set_nobody_answered_names_the_command(
    unanswered: Path, open_page: Opener, page: str
) -> None:
    app = open_page(unanswered, page, data=DATASET)
    assert not app.exception
    assert app.code[0].value == f"sorites evaluate {DATASET} --baselines"


def test_origins_stand_in_tables_of_their_own(made: Path, open_page: Opener) -> None:
    app = open_page(made, data="justlogic-published-test")
    headings = [heading.value for heading in app.header]
    assert [heading.split(":")[0] for heading in headings] == [
        "Reproduced",
        "Regraded",
        "Reported by others",
    ]
    reported = app.dataframe[2].value
    assert set(reported["source"]) == {"JustLogic paper, Table 6"}
    assert "human" in set(reported["shown_kind"])


def test_the_leaderboard_shows_scores_with_n_and_interval(made: Path, open_page: Opener) -> None:
    app = open_page(made, data=DATASET)
    table = app.dataframe[0].value.set_index("model")
    assert table.loc["solver", "value"] == 100
    assert table.loc["solver", "shown_kind"] == "oracle"
    assert table.loc["solver", "consistency"] == 100
    assert table.loc["solver", "value_interval"].strip() == "91.6–100.0%"  # 42 triples, all right
    model = shortened(HOSTILE_MODEL, 29)
    assert (table.loc[model, "n"], table.loc[model, "n_failed"]) == (117, 9)
    assert table.loc[model, "prompt"] == "zero-shot"
    assert table["prompt"].isna()["solver"]  # built in: it reads the item itself
    assert (table["n"].drop(model) == 126).all()
    assert table.index[0] == "solver"
    assert table.index[-1] == model  # nine requests failed: incomplete runs come last
    assert list(table.columns[:4]) == ["value", "value_interval", "rank", "n"]
    assert "Select two rows to compare them" in page_text(app)


def test_phones_show_figures_whole_and_shorten_prose(monkeypatch: pytest.MonkeyPatch) -> None:
    def page() -> None:
        from dashboard.components.results import tables

        row = {
            "model": "a-model-of-a-very-long-name",
            "no_answer_text": "under 45.2% (40.1–50.3%)",
            "took": "2026-11-28 17:51:26 UTC",
            "about": "a sentence of several words",
        }
        columns = {"model": "Model", "no_answer_text": None, "took": "Took", "about": "About"}
        tables.show([row], columns, alt="Scores", pinned="model")

    monkeypatch.setattr(tables, "_on_phone", lambda: True)
    [table] = AppTest.from_function(page, default_timeout=60).run().dataframe
    model, *figures, about = (str(cell).strip() for cell in table.value.iloc[0])
    assert figures == ["under 45.2% (40.1–50.3%)", "2026-11-28 17:51:26 UTC"]
    assert "…" in model
    assert "…" in about


def test_a_lake_with_credentials_is_refused_without_showing_them(open_page: Opener) -> None:
    for url in ("s3://KEY:hidden@bucket/lake", "s3://KEY:hid/den@bucket/lake", "x://K:hid@y"):
        app = open_page(Path(url))
        assert "hid" not in page_text(app), url
        assert "credentials" in page_text(app)


def test_a_column_of_mere_dashes_is_left_out() -> None:
    def page() -> None:
        from dashboard.components.results import tables

        rows = [{"model": "a", "interval": "1.0–2.0%", "c_interval": "–"}]
        columns = {"model": "Model", "interval": None, "c_interval": None}
        tables.show(rows, columns, alt="Scores", pinned="model")

    [table] = AppTest.from_function(page, default_timeout=60).run().dataframe
    assert list(table.value.columns) == ["model", "interval"]


def test_what_a_page_rests_on_stands_at_its_foot(made: Path, open_page: Opener) -> None:
    foot = open_page(made, data=DATASET).caption[-1].value
    for part in ("126 items", "content ", "seed 1", "snapshot "):
        assert part in foot


def test_models_are_chosen_by_the_address(made: Path, open_page: Opener) -> None:
    app = open_page(made, "breakdown", data=DATASET, shown=["prover-3", "solver"])
    assert set(app.dataframe[0].value["across"]) == {"prover-3", "solver"}
    shares = app.dataframe[0].value.set_index(["across", "down"])["value"]
    assert shares["prover-3", "3"] == 100
    assert shares["prover-3", "4"] < 100


def test_forms_are_of_depth_1_as_in_the_paper_or_of_all_depths(
    made: Path, open_page: Opener
) -> None:
    found = {}
    for down in ("Argument form at depth 1", "Argument form"):
        app = open_page(made, "breakdown", data=DATASET, shown=["random"], down=down)
        table = app.dataframe[0].value
        found[down] = table[table["down"] != "all questions"]
    at_depth_1, over_all = found.values()
    assert at_depth_1["n"].sum() == 12  # an uncertain question has no proof, and so no form
    assert over_all["n"].sum() == 84
    assert at_depth_1["thin"].all()


def test_figures_without_raw_answers_are_broken_down_too(made: Path, open_page: Opener) -> None:
    published = {"data": "justlogic-published-test", "origin": "regraded"}
    app = open_page(made, "breakdown", **published, down="Argument form at depth 1")
    assert set(app.dataframe[0].value["across"]) == {"Llama3-8B, 0-shot", "Llama3-70B, 3-shot"}


def test_nonsense_in_the_address_is_left_aside(made: Path, open_page: Opener) -> None:
    for page in PAGES[:-1]:
        app = open_page(
            made,
            page,
            data="nothing",
            shown=["nobody"],
            origin="x",
            down="y",
            depth="z",
            page="-3",
        )
        assert not app.exception
        assert app.selectbox(key="data").value != "nothing"
        [found] = [warning.value for warning in app.warning]
        for lacking in ("data=nothing", "shown=nobody", "origin=x", "down=y", r"page=\-3"):
            assert lacking in found


def test_another_data_set_brings_its_own_models(made: Path, open_page: Opener) -> None:
    app = open_page(made, "breakdown", data=DATASET, shown=["prover-3"])
    app.selectbox(key="data").select("justlogic-published-test").run()
    assert not app.exception
    fresh = open_page(made, "breakdown", data="justlogic-published-test")
    assert app.multiselect(key="shown").value == fresh.multiselect(key="shown").value != []
    assert app.dataframe[0].value.equals(fresh.dataframe[0].value)


def test_a_snapshot_that_cannot_be_read_says_what_to_do(db: Path, open_page: Opener) -> None:
    snapshot_path(db).write_bytes(b"of another kind")
    app = open_page(db)
    assert "restart the dashboard if Sorites was updated" in page_text(app)
    assert [code.value for code in app.code] == ["sorites publish"]


def test_questions_are_found_by_their_traits(made: Path, open_page: Opener) -> None:
    app = open_page(made, "questions", data=DATASET, depth="3", gold="uncertain")
    assert "**6 questions**" in [text.value for text in app.markdown]
    assert all("depth 3" in text.value for text in app.caption[:-2])


def test_questions_are_found_by_what_a_model_answered(made: Path, open_page: Opener) -> None:
    address = {"data": DATASET, "by": "prover-3 (measured)"}
    wrong = open_page(made, "questions", **address, outcome="wrong")
    assert "answered uncertain\\: wrong" in wrong.caption[0].value
    none = open_page(made, "questions", **address, outcome="wrong", depth="2")
    assert "No question matches" in page_text(none)


def test_an_outcome_without_a_model_asks_for_one(made: Path, open_page: Opener) -> None:
    assert "Answered by" in page_text(open_page(made, "questions", outcome="wrong"))


def test_questions_are_listed_page_by_page(made: Path, open_page: Opener) -> None:
    first = open_page(made, "questions", data=DATASET)
    last = open_page(made, "questions", data=DATASET, page="13")
    assert len(links(first)) == 10
    assert len(links(last)) == 6


def test_a_list_that_a_filter_changes_begins_anew(made: Path, open_page: Opener) -> None:
    app = open_page(made, "questions", data=DATASET, page="3")
    app.selectbox(key="gold").select("true").run()
    begun = [link.proto.label for link in links(app)]
    fresh = open_page(made, "questions", data=DATASET, gold="true")
    assert begun == [link.proto.label for link in links(fresh)]


def test_a_question_opens_by_each_of_its_names(made: Path, open_page: Opener) -> None:
    app = open_page(made, "item", item=f"{DATASET}:0")
    [name] = [text.value for text in app.text if text.value.startswith("Hash: ")]
    again = open_page(made, "item", item=name.removeprefix("Hash: ")[:20])
    assert page_text(again) == page_text(app)
    assert "The right answer is" in page_text(app)
    assert "sorites verify small" in page_text(app)


def test_an_unknown_question_is_called_unknown(made: Path, open_page: Opener) -> None:
    app = open_page(made, "item", item="small:999999")
    assert not app.exception
    assert "there is no item" in app.error[0].value


def test_a_hostile_reply_is_shown_as_it_is(made: Path, open_page: Opener) -> None:
    name = f"{HOSTILE_MODEL}, zero-shot (measured)"
    app = open_page(made, "item", item=f"{DATASET}:0", answer=name)
    assert not app.exception
    codes = [code.value for code in app.code]
    before, _, answer = HOSTILE_REPLY.rpartition("\n\n")
    shown = before.replace("\x1b", "\\x1b")
    for sign in ("202e", "202c", "200b"):
        shown = shown.replace(chr(int(sign, 16)), f"\\u{sign}")
    at = codes.index(shown)
    assert codes[at + 1] == answer == "Answer: true"
    assert "**Extracted answer**" in page_text(app)
    assert not any(code.startswith("{") for code in codes)  # JSON is to be downloaded
    assert app.get("download_button")[-1].proto.label == "Download as JSON"
    assert any("whether the passage" in code or "passage" in code for code in codes)
    interpreted = [element.value for kind in ("markdown", "caption") for element in app.get(kind)]
    assert not any("<script>" in text or "](javascript" in text for text in interpreted)


def test_a_run_that_a_click_cuts_off_leaves_the_page_working(
    made: Path, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_page(made, "breakdown", data=DATASET)
    first = choosing.one_of

    def cut_off(*words: Any, **more: Any) -> None:
        first(*words, **more)
        raise RuntimeError("another click")

    with monkeypatch.context() as patched:
        patched.setattr(choosing, "one_of", cut_off)
        app.switch_page("app_pages/errors.py").run()
    assert len(app.exception) == 1
    assert not app.run().exception


def test_a_very_long_reply_is_cut_and_offered_whole(made: Path, open_page: Opener) -> None:
    name = f"{HOSTILE_MODEL}, zero-shot (measured)"
    app = open_page(made, "item", item=f"{DATASET}:1", answer=name)
    drawn = [code.value for code in app.code]
    assert len(LONG_REPLY) > 1_000_000
    first = visible(LONG_REPLY[:20_000])
    assert drawn[drawn.index(first) + 2] == "Answer: true"
    assert any("Extracted answer" in str(info.value) for info in app.info)
    assert len(app.get("download_button")) == 2  # the reply, and the question as JSON


def test_a_hostile_name_of_a_model_is_never_read_as_markup(made: Path, open_page: Opener) -> None:
    app = open_page(made, "breakdown", data=DATASET)
    assert f"{HOSTILE_MODEL}, zero-shot" in app.multiselect(key="shown").value
    assert "<b>" not in app.get("plotly_chart")[0].proto.spec


def test_what_is_published_appears_at_the_next_interaction(db: Path, open_page: Opener) -> None:
    app = open_page(db, data=DATASET)
    assert "majority" not in set(app.dataframe[0].value["model"])
    con = connect(db, patience_s=0)
    answer_built_in(con, "constant-true")
    con.close()
    publish(db)
    app.run()
    assert "constant-true" in set(app.dataframe[0].value["model"])
    assert snapshot_path(db).is_file()
