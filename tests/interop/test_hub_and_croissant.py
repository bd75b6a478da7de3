"""What we export is read by `datasets`, by Inspect's Hub runner and by mlcroissant."""

from __future__ import annotations

import json
from pathlib import Path

from engine import Item, item_from, load
from engine.canary import canary
from engine.exports import Wish, export
from engine.grading import grade
from engine.items import Outcome
from engine.site.reading import reading
from engine.site.twins import write_twins
from engine.store import publish
from tests.interop.conftest import told


def test_datasets_reads_the_folder_for_the_hub(db: Path, tmp_path: Path) -> None:
    counts = export("huggingface", Wish(db, "statement", tmp_path / "hub"))
    found = told("data", "read_hub.py", tmp_path / "hub", tmp_path / "cache", cwd=tmp_path)
    assert found["rows"] == counts
    items = {item.hash: item for item in load("statement", db)}
    for row in found["first"].values():
        read = item_from(row)
        assert read.content_hash() == read.hash
        assert grade(read, f"Answer: {row['target']}").outcome is Outcome.RIGHT
        assert items[read.hash].premises == read.premises
        assert row["canary"] == canary()
    assert found["card"]["license"] == "apache-2.0"


def test_datasets_reads_plain_files(db: Path, tmp_path: Path) -> None:
    for form in ("jsonl", "csv", "parquet"):
        export(form, Wish(db, "set", tmp_path / "plain"))
    found = told("data", "read_plain.py", tmp_path / "plain", tmp_path / "cache", cwd=tmp_path)
    items = {item.hash: [item.gold, canary()] for item in load("set", db)}
    assert found["json"] == found["parquet"] == items
    assert {name: [str(gold), told] for name, (gold, told) in found["csv"].items()} == items


def test_the_hub_s_task_judges_last_lines_as_we_do(db: Path, tmp_path: Path) -> None:
    export("huggingface", Wish(db, "choice", tmp_path))
    items: list[Item] = load("choice", db)
    replies = [
        (text.format(item.gold), item.gold)
        for item in items
        for text in ("Answer: {}", "So:\nanswer: {}.", "Answer: {} or D", "It is {}.", "Answer: Z")
    ]
    found = told("inspect", "read_eval_yaml.py", tmp_path, json.dumps(replies), cwd=tmp_path)
    graded = [
        grade(items[at // 5], reply).strict_outcome is Outcome.RIGHT
        for at, (reply, _) in enumerate(replies)
    ]
    assert found["right"] == graded
    assert found["solvers"] == ["system_message", "generate"]


def test_no_task_of_the_hub_is_written_that_its_scorers_cannot_judge(
    db: Path, tmp_path: Path
) -> None:
    export("huggingface", Wish(db, "formula", tmp_path))
    assert not (tmp_path / "eval.yaml").exists()
    assert "so there is none" in (tmp_path / "README.md").read_text(encoding="utf-8")


def test_mlcroissant_validates_and_reads_every_record(db: Path, tmp_path: Path) -> None:
    for name in ("statement", "set"):
        folder = tmp_path / name
        counts = export("croissant", Wish(db, name, folder))
        found = told("data", "read_croissant.py", folder / "croissant.json", cwd=tmp_path)
        assert found["errors"] == []
        assert found["warnings"] == []
        assert {split: len(rows) for split, rows in found["records"].items()} == counts
        items = {item.hash: item for item in load(name, db)}
        for split, rows in found["records"].items():
            for row in rows:
                item = items[row[f"{split}/hash"]]
                assert row[f"{split}/target"] == item.gold
                assert row[f"{split}/premises"] == list(item.premises)


def test_what_the_site_offers_is_read_too(db: Path, tmp_path: Path) -> None:
    with reading(publish(db)) as source:
        twins = write_twins(source, tmp_path, "files")
    folder = tmp_path / "datasets/set"
    found = told("data", "read_croissant.py", folder / "croissant.json", cwd=tmp_path)
    assert (found["errors"], found["warnings"]) == ([], [])
    counts = {one.name: one.n_rows for one in twins["set"] if one.n_rows}
    records = {f"data/{split}.parquet": len(rows) for split, rows in found["records"].items()}
    assert records == counts
    hub = told("data", "read_hub.py", folder, tmp_path / "cache", cwd=tmp_path)
    assert {f"data/{split}.parquet": n for split, n in hub["rows"].items()} == counts
    assert all(item_from(row).hash == row["hash"] for row in hub["first"].values())
