"""The pages that compare runs, show probes and take SQL, over the small database."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from streamlit.testing.v1 import AppTest
from typer.testing import CliRunner

from dashboard.views.console import as_csv, as_parquet, chart
from engine.ask.prompts import probed
from engine.ask.respondents import respondent
from engine.cli import app as sorites
from engine.core.canary import canary
from engine.core.items import Response
from engine.core.paths import snapshot_path
from engine.grade import grade
from engine.show.texts.escaping import shortened
from engine.show.texts.sql_examples import examples
from engine.store import (
    NO_PROMPT,
    Run,
    Table,
    connect,
    connect_read_only,
    find_dataset,
    load_items,
    publish,
    record_run,
    run_sql,
)
from tests.dashboard.material import DATASET, HOSTILE_MODEL

Opener = Callable[..., AppTest]


def page_text(app: AppTest) -> str:
    """All that a page says in words, without its tables."""
    kinds = ("markdown", "text", "caption", "info", "error", "warning", "code", "header")
    text = "\n".join(str(element.value) for kind in kinds for element in app.get(kind))
    return text.replace("\\", "")  # what could act in Markdown is escaped


def test_a_comparison_says_what_the_command_says(db: Path, open_page: Opener) -> None:
    app = open_page(db, "compare", data=DATASET, a="solver", b="prover-3")
    assert not app.exception
    command = next(code.value for code in app.code if code.value.startswith("sorites compare"))
    words = [*command.split()[1:], "--json", "--db", str(db)]
    document = json.loads(CliRunner().invoke(sorites, words).stdout)
    (pair,) = document["pairs"]
    assert f"{100 * pair['difference']:+.1f} points" in page_text(app)
    assert f"{pair['p']:.3g}" in page_text(app)
    table = app.dataframe[0].value
    assert int(table.to_numpy()[0][2]) == pair["only_first"]


def test_questions_on_which_two_runs_differ_are_listed(db: Path, open_page: Opener) -> None:
    app = open_page(db, "compare", data=DATASET, a="solver", b="prover-3", side="A right, B not")
    assert "A answered" in page_text(app)
    assert "(wrong)" in page_text(app) or "(no answer)" in page_text(app)
    app = open_page(db, "compare", data=DATASET, a="solver", b="prover-3", side="B right, A not")
    assert "There are no such questions." in page_text(app)


def test_a_run_is_not_compared_with_itself(db: Path, open_page: Opener) -> None:
    app = open_page(db, "compare", data=DATASET, a="solver", b="solver")
    assert "the same run" in page_text(app)


def test_a_hostile_name_is_shown_as_text(db: Path, open_page: Opener) -> None:
    app = open_page(db, "compare", data=DATASET)
    assert HOSTILE_MODEL in str(app.selectbox(key="a").options)
    assert not any("<b>evil" in str(element.value) for element in app.markdown)


def _probe(db: Path, name: str, probe: str) -> None:
    with closing(connect(db)) as con:
        dataset = find_dataset(con, DATASET)
        answers = []
        for item in load_items(con, DATASET):
            raw = respondent(name).answer(probed(item, probe))
            answers.append((Response(item.hash, raw=raw), grade(item, raw)))
        run = Run("e" * 64, DATASET, dataset.content_hash, name, "baseline", NO_PROMPT)
        record_run(con, replace(run, probe=probe, n_planned=len(answers)), answers)
    publish(db)


def test_the_leaderboard_shows_public_minus_fresh(db: Path, open_page: Opener) -> None:
    with closing(connect(db)) as con:
        con.execute(
            "INSERT INTO fresh_runs SELECT 1, repeat('f', 64), run_hash, repeat('a', 64),"
            " n_planned, now()::TIMESTAMP FROM runs JOIN models USING (model_id)"
            " WHERE name = 'prover-3'"
        )
        con.execute(
            "INSERT INTO fresh_outcomes SELECT 1, idx, 0, if(idx < 9, 'wrong', 'right'), 'wrong'"
            " FROM items JOIN datasets USING (dataset_id) WHERE name = $name",
            {"name": DATASET},
        )
        [(difference,)] = con.execute("SELECT difference FROM freshness").fetchall()
    publish(db)
    app = open_page(db, "leaderboard", data=DATASET)
    assert not app.exception
    [table] = [one.value for one in app.dataframe if "difference" in one.value]
    assert table["difference"].tolist() == pytest.approx([100 * difference])
    assert (table["low"] < table["high"]).all()
    for side in ("public", "fresh"):
        low, high = table[f"{side}_interval"].item().strip(" %").split("–")
        assert float(low) < table[f"{side}_value"].item() < float(high)


def test_failed_requests_are_counted_beside_the_score(made: Path, open_page: Opener) -> None:
    with connect_read_only(snapshot_path(made)) as con:
        [(n_failed,)] = con.execute(
            "SELECT n_error FROM accuracy WHERE model = $model", {"model": HOSTILE_MODEL}
        ).fetchall()
    board = open_page(made, "leaderboard", data=DATASET).dataframe[0].value
    assert board.set_index("model").loc[shortened(HOSTILE_MODEL, 29), "n_failed"] == n_failed > 0
    model = open_page(made, "model", model=HOSTILE_MODEL)
    outcomes = next(t.value for t in model.dataframe if "wrong_text" in t.value)
    assert outcomes["n_failed"].item() == n_failed


def test_the_order_of_a_board_is_that_of_the_address(db: Path, open_page: Opener) -> None:
    app = open_page(db, "leaderboard", data=DATASET, sort="model")
    assert not app.exception
    models = app.dataframe[0].value["model"].tolist()
    assert models == sorted(models)
    best = open_page(db, "leaderboard", data=DATASET).dataframe[0].value["model"].tolist()
    assert best != models
    assert sorted(best) == models


def test_what_a_probe_changes_is_paired(db: Path, open_page: Opener) -> None:
    _probe(db, "solver", "no-context")
    app = open_page(db, "breakdown", data=DATASET, down="Paired contrasts")
    assert not app.exception
    [row] = app.dataframe[0].value.to_dict("records")
    assert (row["contrast"], row["name"]) == ("no-context minus plain", "solver")
    assert (row["second_share"], row["n_first_only"], row["n"]) == (100, 0, 126)
    assert row["difference"] == pytest.approx(-100 * row["n_second_only"] / 126)


def test_every_example_runs(made: Path) -> None:
    for title, query in examples():
        assert run_sql(snapshot_path(made), query).columns, title


def test_a_query_is_answered_and_linked(db: Path, open_page: Opener) -> None:
    app = open_page(db, "sql", q="SELECT model, n FROM accuracy ORDER BY model")
    assert not app.exception
    assert "4 rows" in page_text(app)
    app.text_area(key="q").set_value("SELECT 1 AS one").run()
    app.button[0].click().run()
    assert "1 rows" in page_text(app)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM read_text('/etc/passwd')",
        "ATTACH '/tmp/other.duckdb'",
        "COPY (SELECT 1) TO '/tmp/out.csv'",
        "INSTALL httpfs",
        "PRAGMA database_list",
        "DETACH sorites",
        "CREATE VIEW accuracy AS SELECT 1",
        "CREATE VIEW memory.main.accuracy AS SELECT 999 AS value",
        "SELECT range(1000000000)",
        "SELECT repeat('x', 2000000000)",
        "SELECT count(*) FROM items a, items b, items c, items d, items e, items f",
        "SELECT 1; SELECT 2",
    ],
)
def test_what_is_no_question_is_refused_on_the_page(
    db: Path, open_page: Opener, query: str
) -> None:
    app = open_page(db, "sql", q=query)
    assert not app.exception
    assert len(app.error) == 1
    assert not app.get("arrow_data_frame")[:-1], "no answer is shown beside the error"


def test_the_columns_of_a_view_are_explained(db: Path, open_page: Opener) -> None:
    app = open_page(db, "sql", about="accuracy")
    assert "Accuracy of each run" in page_text(app)
    names = {row["name"] for row in app.dataframe[-1].value.to_dict("records")}
    assert {"model", "value", "low", "high"} <= names


TABLE = Table(("model", "value", "model"), (("a", 0.5, 1), ("b", None, "x")), False, "stamp")


def test_what_does_not_show_in_an_answer_is_spelt_out(db: Path, open_page: Opener) -> None:
    query = "SELECT 'a' || chr(8238) || 'b' AS \"x\u200by\", [chr(27) || '[2J'] AS many"
    app = open_page(db, "sql", q=query)
    assert not app.exception
    table = app.dataframe[0].value
    assert list(table.columns)[:2] == ["x\\u200by", "many"]
    assert table.iloc[0, 0] == "a\\u202eb"
    assert list(table.iloc[0, 1]) == ["\\x1b[2J"]


def test_answers_can_be_taken_away_with_the_canary_in_each_row(tmp_path: Path) -> None:
    shown = canary()
    rows = ["model,value,model,canary", f"a,0.5,1,{shown}", f"b,,x,{shown}"]
    assert as_csv(TABLE).splitlines() == rows
    path = tmp_path / "t.parquet"
    path.write_bytes(as_parquet(TABLE))
    assert pq.read_table(path).to_pylist() == [
        {"model": "a", "value": 0.5, "model_2": "1", "canary": shown},
        {"model": "b", "value": None, "model_2": "x", "canary": shown},
    ]


def test_a_column_of_that_name_keeps_its_values() -> None:
    table = replace(TABLE, columns=("model", "value", "canary"))
    assert pq.read_table(io.BytesIO(as_parquet(table)))["canary"].to_pylist() == ["1", "x"]


def test_only_names_with_figures_are_charted() -> None:
    assert chart(TABLE) is None
    assert chart(Table(("n",), ((1,), (2,)), False, "")) is None
    drawn = chart(Table(("model", "n"), (("<b>", 1), ("b", 2)), False, ""))
    assert drawn is not None
    assert drawn.layout.yaxis.ticktext[0] == "&lt;b&gt;"


def test_bars_that_nothing_tells_apart_are_not_added_up() -> None:
    rows = (("one set", "a", 1), ("other", "a", 2))
    drawn = chart(Table(("dataset", "model", "n"), rows, False, ""))
    assert drawn is not None
    assert drawn.data[0].y == ("one set, a", "other, a")
    assert chart(Table(("model", "n"), (("a", 1), ("a", 2)), False, "")) is None
