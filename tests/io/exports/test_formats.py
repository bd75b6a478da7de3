"""What is written holds the items, the canary and how to judge; no tool of others is needed."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import yaml

from engine.cli.data.generate import generate as generate_command
from engine.core.canary import canary
from engine.core.errors import InputError
from engine.io.exports import FORMATS, Wish, export
from engine.pipeline.publish.exporting import export_dataset, formats, wish_for
from engine.store import publish
from sorites import Outcome, frame, grade, item_from, load

SETS = {
    "statement": ("justlogic", 9, []),
    "choice": ("divlogiceval", 6, []),
    "formula": ("logicskills", 4, ["task=symbolization"]),
    "set": ("logicskills", 2, ["task=validity"]),
}


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("exports") / "e.duckdb"
    for name, (family, n, settings) in SETS.items():
        generate_command(family, n=n, name=name, seed=2, settings=settings, db=path)
    return path


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_every_format_is_offered_by_name(tmp_path: Path) -> None:
    assert set(formats()) == {*FORMATS, "sft", "argqa"}
    with pytest.raises(InputError, match=r"no format 'xml'.*jsonl.*sft, argqa"):
        export_dataset("xml", wish_for("x", tmp_path))


@pytest.mark.parametrize("name", SETS)
def test_a_record_gives_back_the_item(db: Path, tmp_path: Path, name: str) -> None:
    items = {item.hash: item for item in load(name, db)}
    assert export("jsonl", Wish(db, name, tmp_path)) == {"all": len(items)}
    for record in lines(tmp_path / f"{name}.jsonl"):
        read = item_from(record)
        whole = items[read.hash]
        assert (read.premises, read.symbols, read.traits) == (
            whole.premises,
            whole.symbols,
            whole.traits,
        )
        assert (
            grade(item_from(json.dumps(record)), f"Answer: {whole.gold}").outcome is Outcome.RIGHT
        )
        assert record["canary"] == canary()


def test_a_record_that_was_changed_is_refused(db: Path, tmp_path: Path) -> None:
    export("jsonl", Wish(db, "statement", tmp_path))
    [record, *_] = lines(tmp_path / "statement.jsonl")
    other = next(key for key in ("true", "false") if key != record["gold"])
    with pytest.raises(InputError, match="not as it was exported"):
        item_from({**record, "gold": other})
    with pytest.raises(InputError, match="no exported item"):
        item_from({"hash": "x"})
    with pytest.raises(InputError, match="no exported item"):
        item_from("{")


def test_the_database_file_itself_and_its_snapshot_hold_the_canary(db: Path) -> None:
    for path in (db, publish(db)):
        assert canary().encode() in path.read_bytes()
    assert frame("canary", db)["canary"].tolist() == [canary()]


def test_csv_and_parquet_hold_the_same_rows(db: Path, tmp_path: Path) -> None:
    export("csv", Wish(db, "choice", tmp_path))
    counts = export("parquet", Wish(db, "choice", tmp_path))
    with (tmp_path / "choice.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["hash"]: row for row in csv.DictReader(file)}
    tables = [pq.read_table(tmp_path / f"choice-{split}.parquet") for split in counts]
    stored = [row for table in tables for row in table.to_pylist()]
    assert {row["hash"] for row in stored} == set(rows)
    for row in stored:
        assert json.loads(rows[row["hash"]]["premises"]) == row["premises"]
        assert rows[row["hash"]]["canary"] == row["canary"] == canary()


def test_equal_sets_give_equal_bytes(db: Path, tmp_path: Path) -> None:
    for folder in ("one", "other"):
        for name in ("parquet", "huggingface", "inspect", "lm-eval"):
            export(name, Wish(db, "statement", tmp_path / folder / name))
    for path in (tmp_path / "one").rglob("*.*"):
        again = tmp_path / "other" / path.relative_to(tmp_path / "one")
        assert path.read_bytes() == again.read_bytes(), path.name


def test_the_card_says_what_it_holds(db: Path, tmp_path: Path) -> None:
    export("huggingface", Wish(db, "statement", tmp_path))
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    header = yaml.safe_load(text.split("---\n")[1])
    [config] = header["configs"]
    named = {one["path"] for one in config["data_files"]}
    assert named == {f"data/{path.name}" for path in (tmp_path / "data").iterdir()}
    assert canary() in text
    assert "$" not in text.split("---\n", 2)[2]


def test_no_task_of_the_hub_is_written_that_its_scorers_cannot_judge(
    db: Path, tmp_path: Path
) -> None:
    export("huggingface", Wish(db, "formula", tmp_path))
    assert not (tmp_path / "eval.yaml").exists()
    assert "so there is none" in (tmp_path / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["inspect", "lm-eval", "rewards"])
def test_a_task_says_what_cannot_be_judged_without_us(db: Path, tmp_path: Path, name: str) -> None:
    for kind, can in (("statement", True), ("set", True), ("formula", False)):
        export(name, Wish(db, kind, tmp_path / kind, language="all"))
        manifest = json.loads((tmp_path / kind / "export.json").read_text(encoding="utf-8"))
        assert (manifest["cannot"] is None) is can
        assert manifest["canary"] == canary()
        assert all(
            line["canary"] == canary() for line in lines(tmp_path / kind / "questions.jsonl")
        )


@pytest.mark.parametrize(
    ("name", "wish", "expected"),
    [
        ("jsonl", {"split": "test"}, "--split means nothing"),
        ("inspect", {"prompt": "few-shot"}, "shows examples"),
        ("nothing", {}, "no format 'nothing'"),
        ("every-eval-ever", {}, "nothing was measured"),
    ],
)
def test_what_cannot_be_exported_is_stated(
    db: Path, tmp_path: Path, name: str, wish: dict[str, str], expected: str
) -> None:
    with pytest.raises(InputError, match=expected):
        export(name, Wish(db, "statement", tmp_path, **wish))
    with pytest.raises(InputError, match="other"):
        export("jsonl", Wish(db, "other", tmp_path))
