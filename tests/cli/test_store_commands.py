from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.cli import main
from engine.core.canary import canary
from engine.core.items import Verification
from engine.core.paths import snapshot_path
from engine.store import (
    Journal,
    connect,
    open_journal,
    publish,
    register_run,
    store_answers,
    verifications_table,
    write_verifications,
)
from tests.store.material import answer, answers, run_over, store_doors


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "sorites.duckdb"
    con = connect(path)
    dataset, made = store_doors(con)
    store_answers(con, register_run(con, run_over(dataset)), answers(made, lambda item: "true"))
    found = [Verification(item.index, item.gold, True, "table, Z3", "z3 5") for item in made]
    write_verifications(con, "doors", verifications_table(found))
    con.execute(
        "INSERT INTO figures VALUES ('reported', 'by-hand', 'doors', 'people', NULL, 'overall',"
        " 'all', 'accuracy', 0.73, NULL, NULL, NULL, 'Table 5', NULL, NULL)"
    )
    con.close()
    monkeypatch.setenv("SORITES_DB", str(path))
    return path


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["sorites", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> str:
    assert run(monkeypatch, *arguments) == 0
    return capsys.readouterr().out


def test_leaderboard_gives_rows_with_n_interval_and_origin(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(printed(monkeypatch, capsys, "leaderboard", "doors", "--json"))
    row = document["rows"][0]
    assert {"model", "dataset", "origin", "setting", "value", "n", "low", "high"} <= row.keys()
    assert (row["model"], row["origin"], row["n"]) == ("gpt-x", "measured", 12)
    assert {row["origin"] for row in document["rows"]} == {"measured", "reported"}


def test_leaderboard_puts_origins_in_tables_of_their_own(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = printed(monkeypatch, capsys, "leaderboard")
    measured, reported = shown.split("reported by others")
    assert "33.3 (13.8 to 60.9)" in measured
    assert "people" in reported
    assert "73.0" in reported


def test_a_built_in_respondent_is_shown_without_a_prompt(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "evaluate", "doors", "--split", "all", "--model", "constant-true") == 0
    capsys.readouterr()
    shown = printed(monkeypatch, capsys, "leaderboard", "doors")
    row = next(line for line in shown.splitlines() if "constant-true" in line)
    assert [cell.strip() for cell in row.split("│")][3] == "–"
    assert "constant-true (measured): true" in printed(monkeypatch, capsys, "item", "doors:1")
    stored = json.loads(printed(monkeypatch, capsys, "leaderboard", "doors", "--json"))
    assert None in {row["prompt"] for row in stored["rows"]}


def test_an_unknown_data_set_is_an_input_error(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "leaderboard", "windows") == 2
    streams = capsys.readouterr()
    assert streams.out == ""
    assert streams.err == "sorites: there is no data set named windows; there are: doors\n"


def test_datasets_lists_what_is_there(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (dataset,) = json.loads(printed(monkeypatch, capsys, "datasets", "--json"))["datasets"]
    assert (dataset["name"], dataset["n"], dataset["source"]) == ("doors", 12, "generated")
    assert "doors" in printed(monkeypatch, capsys, "datasets")


def test_item_tells_all_that_is_known(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = printed(monkeypatch, capsys, "item", "doors:1")
    for part in (
        "(2) If the north red cat is asleep, then the north red lamp is not lit.",
        "It is true that the north red lamp is lit.",
        "(2) r → ¬q",
        "Answer: false",
        "By modus ponens from (2) and (4).",
        "root form: modus_ponens",
        "group 0, role false, index 1, split train",
        "false by table, Z3 (z3 5): everything stored is confirmed",
        "gpt-x (zero-shot, measured): true",
        "of the same group, role uncertain: sorites item doors:2",
        canary(),
    ):
        assert part in shown


def test_item_as_json_is_one_document(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(printed(monkeypatch, capsys, "item", "doors:2", "--json"))
    assert document["canary"] == canary()
    assert document["item"]["gold"] == "uncertain"
    assert document["verification"]["agreed"] is True
    assert [member["idx"] for member in document["group_members"]] == [0, 1]
    assert document["answers"][0]["outcome"] == "wrong"
    assert len(document["explanation"]) == 3


def test_publish_takes_in_the_journal_first(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    con = connect(db)
    dataset, made = store_doors(con)
    con.close()
    with Journal(open_journal(db, run_over(dataset, "d" * 64, "late")), "0") as journal:
        journal.append(*answer(made[0], made[0].gold))
    document = json.loads(printed(monkeypatch, capsys, "publish", "--json"))
    assert document["journal"] == {"runs": 1, "added": 1, "postponed": None, "skipped": []}
    assert document["snapshot"] == snapshot_path(db).name
    assert len(document["content"]) == 64
    again = printed(monkeypatch, capsys, "publish")
    assert document["content"][:12] in again


def test_sql_names_the_snapshot_beside_the_table(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    publish(db)
    assert run(monkeypatch, "sql", "SELECT '[red]x' || chr(27) || '[31m' AS text") == 0
    streams = capsys.readouterr()
    assert "[red]x\\x1b[31m" in streams.out
    assert "snapshot" in streams.err
    assert "published" in streams.err
    document = json.loads(printed(monkeypatch, capsys, "sql", "SELECT 1 AS one", "--json"))
    assert streams.out.endswith(f"{canary()}\n")
    assert document["canary"] == canary()
    assert document["columns"] == ["one"]
    assert document["rows"] == [[1]]
    assert document["truncated"] is False


def test_sql_refuses_in_one_sentence(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "sql", "SELECT 1") == 2
    assert "sorites publish" in capsys.readouterr().err
    publish(db)
    assert run(monkeypatch, "sql", "DROP TABLE items") == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_schema_documents_every_view(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(printed(monkeypatch, capsys, "schema", "--json"))
    assert {"leaderboard", "items"} <= {relation["name"] for relation in document["relations"]}
    assert "passage" in document["kinds"]["item"]["properties"]
    captured = printed(monkeypatch, capsys, "schema", "accuracy")
    assert "Name of the respondent." in captured
    assert f"version {document['version']}\n" in captured
    assert run(monkeypatch, "schema", "nothing") == 2


def test_without_a_database_every_command_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    absent = str(tmp_path / "absent.duckdb")
    for arguments in (["leaderboard"], ["datasets"], ["item", "abcdef"], ["publish"]):
        assert run(monkeypatch, *arguments, "--db", absent) == 2
        streams = capsys.readouterr()
        assert "sorites generate" in streams.err
        assert streams.out == ""
    assert not Path(absent).exists()


def test_a_lake_stands_in_place_of_a_database(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lake = db.parent / "lake"
    made = json.loads(printed(monkeypatch, capsys, "publish", "--lake", str(lake), "--json"))
    before = printed(monkeypatch, capsys, "leaderboard", "--json")
    assert made["written"] == made["files"] > 0
    assert not snapshot_path(db).exists()
    again = ("publish", "--lake", str(lake), "--vacuum", "0")
    assert "0 of" in printed(monkeypatch, capsys, *again)
    db.unlink()
    monkeypatch.setenv("SORITES_DB", str(lake))
    assert printed(monkeypatch, capsys, "leaderboard", "--json") == before
    shown = printed(monkeypatch, capsys, "sql", "SELECT count(*) AS n FROM responses", "--json")
    assert json.loads(shown)["rows"] == [[12]]
    for without in (["--vacuum", "1"], ["--lake", ""]):
        assert run(monkeypatch, "publish", *without) == 2
        assert "--lake" in capsys.readouterr().err


_WRITING = [
    ["generate", "justlogic", "-n", "10", "--workers", "1"],
    ["verify", "doors", "--workers", "1"],
    ["audit", "doors", "--workers", "1"],
    ["evaluate", "doors", "--split", "all", "--model", "constant-true"],
    ["regrade", "--write"],
    ["runs", "rm", "dddd", "--reason", "a mistake"],
    ["runs", "merge", "journal"],
    ["submission", "check", "replies.jsonl"],
    ["weaknesses", "doors", "--model", "gpt-x", "--target", "1"],
    ["publish"],
    ["publish", "--lake", "other"],
]


@pytest.mark.parametrize("named", ["lake", "s3://bucket/lake"])
@pytest.mark.parametrize("arguments", _WRITING, ids=" ".join)
def test_a_command_that_writes_refuses_a_lake_before_it_works(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    named: str,
    arguments: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("lake/lake.json", "journal/run.json", "replies.jsonl"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("{}")
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.setenv("SORITES_DB", named)
    assert run(monkeypatch, *arguments) == 2
    assert f"{named} is a lake or folder, which is only read" in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before
