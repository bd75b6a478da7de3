"""The pages over everything: overview, one model, breakdown, and questions over all models."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from engine.analysis.scores import costs
from engine.analysis.scores.costs import PRICES
from engine.cli.publish.dashboard import running
from engine.core.errors import InputError
from engine.core.items import Response
from engine.core.workers import serial
from engine.grade import grade
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_spec
from engine.show.links.places import site_model
from engine.store import (
    AuditFinding,
    AuditRow,
    Run,
    connect,
    connect_read_only,
    find_dataset,
    load_items,
    publish,
    register_run,
    store_answers,
    write_audit,
)
from tests.dashboard.material import DATASET, HOSTILE_MODEL, links, store

Opener = Callable[..., AppTest]
HOSTILE = f"{HOSTILE_MODEL}, zero-shot"


def page_text(app: AppTest) -> str:
    kinds = ("markdown", "text", "caption", "info")
    return "\n".join(str(element.value) for kind in kinds for element in app.get(kind))


@pytest.fixture(scope="module")
def lacking(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, str]:
    """Databases that have nothing to show, and what the command begins with that helps."""
    folder = tmp_path_factory.mktemp("lacking")
    bare, empty = folder / "bare.duckdb", folder / "empty.duckdb"
    connect(bare).close()
    shutil.copy(bare, empty)
    publish(empty)
    return {folder / "none.duckdb": "sorites demo", bare: "sorites publish", empty: "sorites "}


@pytest.mark.parametrize("page", ["overview", "model", "breakdown", "runs"])
def test_without_anything_a_page_names_the_command(
    lacking: dict[Path, str], open_page: Opener, page: str
) -> None:
    for db, command in lacking.items():
        app = open_page(db, page)
        assert not app.exception
        assert app.code[0].value.startswith(command)


LARGE = "large"


@pytest.fixture(scope="module")
def led(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two models over a larger set: one fails on deep questions, one says "true" to all."""
    db = tmp_path_factory.mktemp("led") / "led.duckdb"
    shutil.copy(made, db)
    generate_dataset(make_spec("justlogic", {"recipe": "sound"}, 3, 168), LARGE, db, serial())
    with closing(connect(db)) as con:
        for name, deepest in (("strong", 4), ("weak", 0)):
            graded = []
            for item in load_items(con, LARGE):
                is_known = (item.traits.depth or 0) <= deepest
                raw = f"Answer: {item.gold if is_known else 'true'}"
                graded.append((Response(item.hash, raw=raw), grade(item, raw)))
            store(con, name, "endpoint", "zero-shot", graded, LARGE)
    publish(db)
    return db


def test_the_overview_says_who_reasons_best_how_far_and_where_models_fail(
    led: Path, open_page: Opener
) -> None:
    app = open_page(led, "overview")
    assert not app.exception
    assert app.selectbox(key="data").value == LARGE  # measured models come before reported ones
    assert app.title[0].value.startswith("strong reasons best\\. strong falls from 100% at depth 1")
    assert app.get("plotly_chart")
    board = app.dataframe[0].value
    assert list(board["model"]) == ["strong", "weak"]  # no baseline, no unfinished run
    lead, *_ = [link.proto for link in links(app)]
    assert lead.label.startswith(":blue[strong leads weak by")
    assert lead.page == "compare"
    opened = open_page(led, "compare", **parse_qs(lead.query_string))
    assert not opened.warning
    assert opened.selectbox(key="a").value == "strong, zero-shot"


def test_a_model_s_profile_shows_its_outcomes_and_what_was_found(
    led: Path, open_page: Opener
) -> None:
    app = open_page(led, "model", model="strong")
    assert not app.exception
    drawn = [json.loads(chart.proto.spec)["data"] for chart in app.get("plotly_chart")]
    [outcomes] = [data for data in drawn if data[0]["type"] == "bar"]
    assert [bar["name"] for bar in outcomes] == ["right", "wrong"]
    assert sum(bar["x"][0] for bar in outcomes) == pytest.approx(1)
    assert "Better than guessing" in page_text(app)
    assert "The model is right on large in" in page_text(app)
    assert "strong" not in set(app.dataframe[1].value["name"])  # the page names the model already


def test_every_finding_opens_its_view(led: Path, open_page: Opener) -> None:
    shown = [link.proto for link in links(open_page(led, "overview"))]
    findings = [link for link in shown if link.label.endswith("\\.]")]
    assert len(findings) >= 2
    for link in findings:
        opened = open_page(led, link.page, **parse_qs(link.query_string))
        assert not opened.exception
        assert not opened.warning


def test_the_overview_begins_with_reported_models_where_none_was_measured(
    made: Path, open_page: Opener
) -> None:
    app = open_page(made, "overview")
    assert not app.exception
    assert app.selectbox(key="origin").value == "reported"
    assert not {"solver", "random", HOSTILE_MODEL} & set(app.dataframe[0].value["model"])
    own = open_page(made, "overview", data=DATASET)
    assert "No model has a complete run" in own.title[0].value


def test_a_model_stands_with_every_answer_that_is_not_right(made: Path, open_page: Opener) -> None:
    with connect_read_only(made) as con:
        [(faulty, errors)] = con.execute(
            "SELECT n - n_right + n_error, n_error FROM accuracy WHERE model = $m",
            {"m": HOSTILE_MODEL},
        ).fetchall()
    app = open_page(made, "model", model=HOSTILE_MODEL)
    assert not app.exception
    assert f"**{faulty} questions**" in page_text(app)
    assert f"[Card on the public site]({site_model(HOSTILE_MODEL)})" in page_text(app)
    failed = open_page(made, "model", model=HOSTILE_MODEL, outcome="error")
    assert f"**{errors} questions**" in page_text(failed)
    assert all(
        "error" in caption.value for caption in failed.caption if "answered" in caption.value
    )


def test_a_model_known_by_figures_has_a_profile(made: Path, open_page: Opener) -> None:
    app = open_page(made, "model", model="GPT-4o")
    assert not app.exception
    assert "Only aggregate figures are known" in page_text(app)
    assert any("MicrosoftDocs" in each.value for each in app.caption)  # who says its cut-off
    assert len(app.dataframe) == 1


def test_two_traits_are_crossed_with_their_numbers(made: Path, open_page: Opener) -> None:
    address = {"data": DATASET, "down": "Depth", "across": "Right answer", "of": HOSTILE}
    app = open_page(made, "breakdown", **address, cell="3 × uncertain")
    assert not app.exception
    table = app.dataframe[0].value
    assert table["n"].sum() == 117  # 9 of 126 requests failed
    assert set(table["across"]) == {"true", "false", "uncertain"}
    assert (table[table["across"] == "uncertain"]["value"] == 0).all()
    assert table["thin"].all()
    link, *missed = links(app)
    assert len(missed) == 5
    assert all(each.proto.query_string.startswith(f"item={DATASET}") for each in missed)
    assert "depth=3" in link.proto.query_string
    assert "gold=uncertain" in link.proto.query_string
    listed = open_page(
        made, "questions", data=DATASET, depth="3", gold="uncertain", by=f"{HOSTILE} (measured)"
    )
    assert f"The {len(links(listed))} questions" in link.proto.label


@pytest.mark.parametrize("address", [{}, {"down": "Depth", "across": "Model, prompt and probe"}])
def test_what_a_page_counts_is_what_the_view_counts(
    made: Path, open_page: Opener, address: dict[str, str]
) -> None:
    app = open_page(made, "breakdown", data=DATASET, shown=["solver", "prover-3"], **address)
    table = app.dataframe[0].value
    shown = table[table["down"] != "all questions"].set_index(["across", "down"])
    with connect_read_only(made) as con:
        view = con.execute(
            "SELECT model, cell, 100 * value, n, printf('%.1f–%.1f%%', 100 * low, 100 * high)"
            " FROM accuracy_by_trait"
            " WHERE trait = 'depth' AND model IN ('solver', 'prover-3')"
        ).fetchall()
    assert len(shown) == len(view)
    for model, cell, value, n, interval in view:
        assert shown.loc[(model, cell), "value"] == pytest.approx(value)
        assert shown.loc[(model, cell), "n"] == n
        assert shown.loc[(model, cell), "interval"].strip() == interval


def test_questions_are_found_by_words_and_by_how_many_knew_them(
    made: Path, open_page: Opener
) -> None:
    address = {"data": DATASET, "known": "wrong for everybody", "order": "the hardest first"}
    app = open_page(made, "questions", **address)
    assert not app.exception
    assert "right for 0 of 1 models" in app.caption[0].value
    question = app.text[0].value
    found = open_page(made, "questions", data=DATASET, text=question.upper())
    assert question in [text.value for text in found.text]
    assert "No question matches" in page_text(
        open_page(made, "questions", data=DATASET, text="xyzzy")
    )


def test_a_data_set_stands_with_its_verification_and_audit(db: Path, open_page: Opener) -> None:
    before = open_page(db, "datasets", data=DATASET)
    assert [code.value for code in before.code] == [
        f"sorites verify {DATASET}",
        f"sorites audit {DATASET}",
    ]
    checks = [
        AuditRow("majority", "all", 0.34, 126, 0.26, 0.42, 0.4, True, "the set"),
        AuditRow("bag-of-words", "all", 0.55, 126, 0.46, 0.63, 0.45, False, "the set"),
    ]
    with connect(db) as con:
        write_audit(con, DATASET, checks, [AuditFinding("one-premise", 3, "It settles it.")])
        con.execute("UPDATE datasets SET source = 'imported'")
    publish(db)
    app = open_page(db, "datasets", data=DATASET)
    assert not app.exception
    tables = [table.value for table in app.dataframe]
    [shown] = [table.set_index("name") for table in tables if {"name", "limit"} <= {*table}]
    assert shown.loc["bag-of-words", "verdict"] == "✗ failed"
    assert shown.loc["majority", "limit"] == "40.0%"
    assert "It settles it" in page_text(app)
    assert f"Question {DATASET}\\:3" in links(app)[-1].proto.label
    [published] = [table for table in tables if "words" in table]
    assert list(published["words"]) == ["one premise"]


def test_runs_of_two_origins_never_stand_in_one_order(db: Path, open_page: Opener) -> None:
    with connect(db) as con:
        con.execute("UPDATE runs SET origin = 'regraded' WHERE run_id = 1")
    publish(db)
    app = open_page(db, "runs")
    assert not app.exception
    assert "**Regraded: others' answers, our labels and rules**" in page_text(app)
    shown = [set(t.value["name"]) for t in app.dataframe if "interval" in t.value]
    regraded = next(names for names in shown if len(names) == 1)
    assert not any(regraded & names for names in shown if len(names) > 1)


def test_runs_of_one_model_and_prompt_are_distinguished_by_their_settings(
    db: Path, open_page: Opener
) -> None:
    with connect(db) as con:
        content = find_dataset(con, DATASET).content_hash
        first = Run("a" * 64, DATASET, content, "twice", "endpoint", "cot")
        second = replace(first, run_hash="b" * 64, settings='{"temperature":0.5}')
        for run in (first, second):
            given = [
                (Response(item.hash, raw="true"), grade(item, "true"))
                for item in load_items(con, DATASET)
            ]
            store_answers(con, register_run(con, run), given)
    publish(db)
    app = open_page(db, data=DATASET)
    assert not app.exception
    board = next(t.value for t in app.dataframe if "label" in t.value)
    shown = board.set_index("source")["label"].dropna().to_dict()
    assert shown == {
        f"run {'a' * 12}": "temperature not set",
        f"run {'b' * 12}": "temperature 0.5",
    }


ROW = {
    "kind": "endpoint", "model": "m", "endpoints": ["http://x/v1"], "is_batched": False,
    "mean_prompt_tokens": 100.0, "tokens": 50.0, "tokens_low": 40.0, "tokens_high": 60.0,
}  # fmt: skip
PRICE = """[[price]]
model = "m"
sent_usd = 1.0
received_usd = 2.0
on = 2026-11-01
source = "a bill"
"""


def test_a_cost_is_of_what_was_sent_and_received_by_the_user_s_prices(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    [unknown] = costs.priced([ROW])
    assert unknown["cost"] is None
    prices = tmp_path / "prices.toml"
    prices.write_text(PRICE, encoding="utf-8")
    monkeypatch.setenv(PRICES, str(prices))
    [known] = costs.priced([ROW])
    assert (known["cost_low"], known["cost"], known["cost_high"]) == pytest.approx(
        (0.18, 0.2, 0.22)
    )
    prices.unlink()
    [unknown] = costs.priced([ROW])
    assert unknown["cost"] is None


def test_prices_that_cannot_be_read_are_named_before_anything_is_served(tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text("[[price]]\nmodel = 'm'\n", encoding="utf-8")
    wrong = pytest.raises(InputError, match=r"the file of prices .* is wrong at price\.0\.sent_usd")
    with wrong, running(8599, tmp_path / "none.duckdb", prices):
        pass


def test_faults_of_published_sets_are_listed_without_their_files(
    made: Path, open_page: Opener
) -> None:
    app = open_page(made, "datasets")
    assert not app.exception
    assert any("JustLogic, validation file" in str(frame.value.values) for frame in app.dataframe)
