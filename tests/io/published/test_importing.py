"""Published items and answers in the database, and the figures kept of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection
from typer.testing import CliRunner

from engine.cli import app
from engine.core.errors import InputError
from engine.core.items import Item
from engine.families import family
from engine.families.justlogic.published.dataset import read_dataset
from engine.families.justlogic.published.importing import store_dataset, store_results
from engine.families.justlogic.published.reproduction import (
    reproduce,
    result_files,
    write_figures,
)
from engine.families.justlogic.published.results import read_results
from engine.io.published import known_figures, load_figures
from engine.io.published.figures import read_reproduced
from engine.store import connect, load_items
from tests.store.material import store_doors

[KEPT] = [path for path in family("justlogic").figures() if path.suffix == ".json"]


@pytest.fixture
def con(tmp_path: Path) -> Iterator[DuckDBPyConnection]:
    connection = connect(tmp_path / "test.duckdb")
    yield connection
    connection.close()


def imported(con: DuckDBPyConnection, fixtures: Path) -> None:
    results = read_results([fixtures / "justlogic_results.csv"])
    store_results(con, results, name="others", model="Model", prompt="0-shot")


def invoke(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=True)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout


def test_items_come_back_as_they_were_read(con: DuckDBPyConnection, fixtures: Path) -> None:
    published = read_dataset(fixtures / "justlogic_dataset.csv", "validation")
    dataset = store_dataset(con, published, "others")
    back: list[Item] = list(load_items(con, "others"))
    assert tuple(back) == published.items
    assert (dataset.source, dataset.recipe) == ("imported", "published")
    assert "14 is true, not uncertain" in str(dataset.note)


def test_each_answer_is_stored_under_both_origins(con: DuckDBPyConnection, fixtures: Path) -> None:
    imported(con, fixtures)
    rows = con.execute("SELECT origin, n, n_right, n_no_answer FROM accuracy ORDER BY origin")
    assert rows.fetchall() == [("regraded", 6, 5, 1), ("reproduced", 6, 4, 0)]
    kinds = con.execute("SELECT DISTINCT kind, n_planned FROM accuracy").fetchall()
    assert kinds == [("published", 6)]


@pytest.mark.parametrize(
    ("name", "option"), [("justlogic-published-test", ""), ("others", " --name others")]
)
def test_the_command_of_a_run_names_the_data_set_where_it_is_not_the_usual(
    con: DuckDBPyConnection, fixtures: Path, name: str, option: str
) -> None:
    results = read_results([fixtures / "justlogic_results.csv"])
    store_results(con, results, name=name, model="Model", prompt="0-shot")
    words = "sorites import justlogic-results justlogic_results.csv --model Model --prompt 0-shot"
    rows = con.execute("SELECT DISTINCT command FROM runs").fetchall()
    assert rows == [(words + option,)]


def test_importing_again_changes_nothing(con: DuckDBPyConnection, fixtures: Path) -> None:
    imported(con, fixtures)
    imported(con, fixtures)
    counts = con.execute(
        "SELECT (SELECT count(*) FROM datasets), (SELECT count(*) FROM items),"
        " (SELECT count(*) FROM runs), (SELECT count(*) FROM responses)"
    ).fetchall()
    assert counts == [(1, 7, 2, 12)]


def test_a_name_taken_by_other_items_is_refused(con: DuckDBPyConnection, fixtures: Path) -> None:
    imported(con, fixtures)
    other = read_dataset(fixtures / "justlogic_dataset.csv", "test")
    fewer = replace(other, items=other.items[1:])
    with pytest.raises(InputError, match="other content"):
        store_dataset(con, fewer, "others")


def test_figures_load_once_however_often(con: DuckDBPyConnection) -> None:
    assert load_figures(con) == load_figures(con) == len(known_figures())
    assert con.execute("SELECT count(*) FROM figures").fetchall() == [(len(known_figures()),)]
    human = con.execute(
        "SELECT kind, origin, n FROM leaderboard WHERE model = 'Human average'"
    ).fetchall()
    assert human == [("human", "reported", 126)]


def test_the_leaderboard_has_reproduced_figures_without_the_raw_files(
    con: DuckDBPyConnection,
) -> None:
    load_figures(con)
    rows = con.execute(
        "SELECT model, prompt, round(100 * value, 1), n FROM leaderboard"
        " WHERE origin = 'reproduced' ORDER BY model DESC"
    ).fetchall()
    assert rows == [("Llama3-8B", "0-shot", 49.8, 1050), ("Llama3-70B", "3-shot", 57.8, 1050)]


def test_a_run_takes_the_place_of_its_figure_on_the_leaderboard(
    con: DuckDBPyConnection, fixtures: Path
) -> None:
    load_figures(con)
    results = read_results([fixtures / "justlogic_results.csv"])
    name = "justlogic-published-test"
    store_results(con, results, name=name, model="Llama3-8B", prompt="0-shot")
    rows = con.execute(
        "SELECT n FROM leaderboard WHERE origin = 'reproduced' AND model = 'Llama3-8B'"
    ).fetchall()
    assert rows == [(6,)]


def folder_of_results(fixtures: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "raw"
    folder.mkdir()
    text = (fixtures / "justlogic_results.csv").read_bytes()
    (folder / "0_shot_llama8B_results.csv").write_bytes(text)
    (folder / "3_shot_cot_w_depth_gpt4o_results.csv").write_bytes(text)
    (folder / "notes_results.csv").write_bytes(b"not one of them")
    return folder


def test_result_files_are_known_by_their_names(fixtures: Path, tmp_path: Path) -> None:
    folder = folder_of_results(fixtures, tmp_path)
    assert sorted(result_files(folder).values()) == [
        ("GPT-4o", "3-shot CoT"),
        ("Llama3-8B", "0-shot"),
    ]
    with pytest.raises(InputError, match="no JustLogic result file"):
        result_files(fixtures)


def test_aggregates_keep_figures_and_no_text(fixtures: Path, tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    write_figures(reproduce(folder_of_results(fixtures, tmp_path)), path)
    figures = read_reproduced(path)
    cells = {
        (f.breakdown, f.cell): (f.value, f.n)
        for f in figures
        if f.model == "Llama3-8B" and f.origin == "reproduced"
    }
    assert cells["overall", "all"] == (4 / 6, 6)
    assert cells["depth", "1"] == (3 / 5, 5)
    assert cells["depth", "2"] == (1.0, 1)
    assert cells["form_depth1", "modus_ponens"] == (1 / 2, 2)
    assert cells["root_form", "disjunctive_syllogism"] == (1.0, 1)
    assert {figure.command for figure in figures} == {
        "sorites reproduce justlogic --from DIR --out FILE"
    }
    text = path.read_text(encoding="utf-8").lower()
    assert not any(word in text for word in ("kettles", "owls", "supposing"))


def test_the_commands_report_as_json(fixtures: Path, tmp_path: Path) -> None:
    db = ("--db", str(tmp_path / "cli.duckdb"), "--json")
    named = ("--model", "M", "--prompt", "0-shot")
    code, printed = invoke(
        "import", "justlogic-results", str(fixtures / "justlogic_results.csv"), *named, *db
    )
    report = json.loads(printed)
    assert code == 0
    assert report["runs"]["reproduced"] == {"n": 6, "right": 4, "no_answer": 0}
    assert report["relabelled"] == [
        {"source_id": "14", "published": "uncertain", "derived": "true"}
    ]


def test_a_name_that_a_generated_set_has_is_refused_before_the_file_is_judged(
    fixtures: Path, tmp_path: Path
) -> None:
    db = tmp_path / "cli.duckdb"
    with connect(db) as con:
        store_doors(con)
    named = ("--name", "doors", "--db", str(db))
    file = str(tmp_path / "absent.csv")  # it is not even read
    for command in (
        ("justlogic-dataset", file),
        ("justlogic-results", file, "--model", "M", "--prompt", "0-shot"),
    ):
        with pytest.raises(InputError, match=r"the name doors is taken .* --name"):
            invoke("import", *command, *named)
    file = str(fixtures / "justlogic_dataset.csv")
    assert invoke("import", "justlogic-dataset", file, *named, "--replace")[0] == 0


def test_a_file_of_answers_is_no_data_set_and_names_the_command_for_it(
    fixtures: Path, tmp_path: Path
) -> None:
    file = str(fixtures / "justlogic_results.csv")
    with pytest.raises(InputError, match="import justlogic-results"):
        invoke("import", "justlogic-dataset", file, "--db", str(tmp_path / "cli.duckdb"))


@pytest.mark.parametrize(("model", "prompt"), [("", "0-shot"), ("M", " "), ("random", "0-shot")])
def test_answers_of_nobody_are_refused(
    con: DuckDBPyConnection, fixtures: Path, model: str, prompt: str
) -> None:
    results = read_results([fixtures / "justlogic_results.csv"])
    with pytest.raises(InputError, match="--model"):
        store_results(con, results, name="others", model=model, prompt=prompt)
    assert con.execute("SELECT count(*) FROM datasets").fetchall() == [(0,)]


def test_figures_that_cannot_be_written_are_one_sentence(fixtures: Path, tmp_path: Path) -> None:
    folder = str(folder_of_results(fixtures, tmp_path))
    (tmp_path / "no").write_text("a file, so no folder")
    with pytest.raises(InputError, match=r"f\.json: cannot be written"):
        invoke("reproduce", "justlogic", "--from", folder, "--out", str(tmp_path / "no" / "f.json"))


def test_rows_whose_wording_is_not_read_are_distinguished_and_the_name_follows_the_split(
    fixtures: Path, tmp_path: Path
) -> None:
    file = str(fixtures / "justlogic_short.csv")
    db = ("--db", str(tmp_path / "cli.duckdb"))
    code, printed = invoke("import", "justlogic-dataset", file, "--split", "test", *db)
    assert code == 1
    text = " ".join(printed.split())
    assert text.startswith("justlogic-published-test: 2 items.")
    assert "Wording not read" in text
    assert "formulas say: 1 (31)." in text
    assert "left out, not known to be wrong: 2 (32; 34)." in text
    assert "contradict themselves" not in text


def test_rows_left_out_give_exit_code_1(fixtures: Path, tmp_path: Path) -> None:
    file = str(fixtures / "justlogic_contradictory.csv")
    code, printed = invoke(
        "import", "justlogic-dataset", file, "--db", str(tmp_path / "cli.duckdb")
    )
    assert code == 1
    assert "Rows left out because they contradict themselves: 4 (21: premise 1" in printed


@pytest.mark.parametrize(
    ("command", "file", "options"),
    [
        ("justlogic-dataset", "justlogic_dataset.csv", ()),
        ("justlogic-results", "justlogic_results.csv", ("--model", "m", "--prompt", "p")),
    ],
)
def test_faulty_rows_are_left_out_counted_and_named(
    fixtures: Path, tmp_path: Path, command: str, file: str, options: tuple[str, ...]
) -> None:
    path = tmp_path / file
    text = (fixtures / file).read_text(encoding="utf-8")
    assert text.count("Modus Ponens:") > 1
    path.write_text(text.replace("Modus Ponens:", "Modus Operandi:", 1), encoding="utf-8")
    words = ("import", command, str(path), *options)
    code, printed = invoke(*words, "--db", str(tmp_path / "cli.duckdb"), "--json")
    document = json.loads(printed)
    assert (code, document["items"]) == (1, 6)
    [reason] = document["left_out"]
    assert reason.startswith(f"{file}, row 1, column 'arg': 'Modus Operandi' is not one of")
    with pytest.raises(InputError, match="Modus Operandi"):
        invoke(*words, "--db", str(tmp_path / "cli.duckdb"), "--replace", "--strict")


@pytest.mark.published
def test_the_committed_figures_are_those_of_the_real_files(justlogic: Path, tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    write_figures(reproduce(justlogic), path)
    assert path.read_bytes() == KEPT.read_bytes()


def test_the_committed_figures_are_the_published_ones_by_depth_and_form() -> None:
    figures = read_reproduced(KEPT)

    def percentages(model: str, breakdown: str) -> dict[str, float]:
        return {
            f.cell: round(100 * f.value, 1)
            for f in figures
            if (f.model, f.breakdown, f.origin) == (model, breakdown, "reproduced")
        }

    assert list(percentages("Llama3-70B", "depth").values()) == [
        70.0, 62.0, 48.7, 56.0, 63.3, 56.0, 48.7
    ]  # fmt: skip
    assert list(percentages("Llama3-8B", "depth").values()) == [
        50.7, 52.7, 43.3, 57.3, 54.0, 46.7, 44.0
    ]  # fmt: skip
    assert percentages("Llama3-8B", "form_depth1") == {
        "modus_ponens": 69.4,
        "modus_tollens": 28.6,
        "hypothetical_syllogism": 80.0,
        "disjunctive_syllogism": 68.0,
        "reductio_ad_absurdum": 33.3,
        "constructive_dilemma": 100.0,
        "disjunction_elimination": 44.0,
    }
