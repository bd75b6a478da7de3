"""What we export is read by `datasets` and by mlcroissant; these tests are CI's too."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.analysis.sources.reading import reading
from engine.cli.data.generate import generate
from engine.core.canary import canary
from engine.core.items import Outcome
from engine.grade import grade
from engine.io.exports import Wish, export
from engine.pipeline.files.datasets import write_folders
from engine.pipeline.files.suites import write_suite_folders
from engine.site.cards.machine_card import machine_card
from engine.store import publish
from sorites import Item, item_from, load
from tests.interop.conftest import json_of, needs
from tests.site.suite_sample import freeze

pytestmark = needs("data")
NAMES = ("statement", "set")


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "e.duckdb"
    generate("justlogic", n=9, name="statement", seed=4, db=path)
    generate("logicskills", n=2, name="set", seed=4, settings=["task=validity"], db=path)
    return path


@pytest.fixture(scope="module")
def items(db: Path) -> dict[str, dict[str, Item]]:
    return {name: {item.hash: item for item in load(name, db)} for name in NAMES}


@pytest.fixture(scope="module")
def counts(db: Path) -> dict[str, dict[str, int]]:
    """What was written, counted, by the folder beside the database."""
    where = db.parent
    for form in ("jsonl", "csv", "parquet"):
        export(form, Wish(db, "set", where / "plain"))
    found = {"hub": export("huggingface", Wish(db, "statement", where / "hub"))}
    for name in NAMES:
        folder = f"croissant-{name}"
        found[folder] = export("croissant", Wish(db, name, where / folder))
    freeze(db, where, "small", NAMES, "2026-11-20")
    with pytest.MonkeyPatch.context() as patch, reading(publish(db)) as source:
        patch.setattr("engine.core.suite_files.data_file", lambda name: where / name)
        folders = write_folders(source, partial(machine_card, source), where / "site", "files")
        suites = write_suite_folders(source, folders, where / "site", "files")
    for folder in ("hub-suite", "croissant-suite"):
        shutil.copytree(where / "site/releases/small", where / folder)
    found["suite"] = {
        one.name.removeprefix("data/").removesuffix(".parquet"): one.n_rows
        for one in suites["small"]
        if one.n_rows and one.has_items
    }
    found["suite-asked"] = {
        "{1}-{0}/{2}".format(*Path(one.name).with_suffix("").parts): one.n_rows
        for one in suites["small"]
        if one.n_rows and not one.has_items
    }
    for folder in ("hub-site", "croissant-site"):
        shutil.copytree(where / "site/datasets/set", where / folder)
        found[folder] = {Path(one.name).stem: one.n_rows for one in folders["set"] if one.n_rows}
    return found


@pytest.fixture(scope="module")
def found(db: Path, counts: dict[str, dict[str, int]]) -> dict[str, Any]:  # Any: JSON
    """What the tools read in each folder."""
    assert counts
    read: dict[str, Any] = json_of(
        "data", "read_data.py", db.parent, db.parent / "cache", cwd=db.parent
    )
    return read


def test_datasets_reads_the_folder_for_the_hub(
    found: dict[str, Any], counts: dict[str, dict[str, int]], items: dict[str, dict[str, Item]]
) -> None:
    read = found["hub"]
    assert read["rows"] == counts["hub"]
    for row in read["first"].values():
        item = item_from(row)
        assert item.content_hash() == item.hash
        assert grade(item, f"Answer: {row['target']}").outcome is Outcome.RIGHT
        assert items["statement"][item.hash].premises == item.premises
        assert row["canary"] == canary()
    assert read["card"]["license"] == "apache-2.0"


def test_datasets_reads_plain_files(
    found: dict[str, Any], items: dict[str, dict[str, Item]]
) -> None:
    read = found["plain"]
    stored = {name: [item.gold, canary()] for name, item in items["set"].items()}
    assert read["json"] == read["parquet"] == stored
    assert {name: [str(gold), label] for name, (gold, label) in read["csv"].items()} == stored


@pytest.mark.parametrize("name", NAMES)
def test_mlcroissant_validates_and_reads_every_record(
    name: str,
    found: dict[str, Any],
    counts: dict[str, dict[str, int]],
    items: dict[str, dict[str, Item]],
) -> None:
    read = found[f"croissant-{name}"]
    assert (read["errors"], read["warnings"]) == ([], [])
    assert "croissant/1.1" in read["version"]
    assert "croissant/RAI/1.0" in read["version"]
    records = read["records"]
    assert {split: len(rows) for split, rows in records.items()} == counts[f"croissant-{name}"]
    for split, rows in records.items():
        for row in rows:
            item = items[name][row[f"{split}/hash"]]
            assert row[f"{split}/target"] == item.gold
            assert row[f"{split}/premises"] == list(item.premises)


def test_a_suite_s_folder_is_read_whole_by_both(
    found: dict[str, Any], counts: dict[str, dict[str, int]], items: dict[str, dict[str, Item]]
) -> None:
    read = found["croissant-suite"]
    assert (read["errors"], read["warnings"]) == ([], [])
    assert "croissant/RAI/1.0" in read["version"]
    records = read["records"]
    assert {part: len(rows) for part, rows in records.items()} == counts["suite"]
    for part, rows in records.items():
        own = items[part.partition("/")[0]]
        assert all(row[f"{part}/gold"] == own[row[f"{part}/hash"]].gold for row in rows)
    loaded = found["hub-suite"]["configs"]
    assert {f"{name}/{split}": n for name, own in loaded.items() for split, n in own.items()} == (
        counts["suite"] | counts["suite-asked"]
    )
    assert sum(counts["suite"].values()) == sum(map(len, items.values()))
    assert found["hub-suite"]["card"]["pretty_name"] == "Sorites: Frozen small"


def test_what_the_site_offers_is_read_too(
    found: dict[str, Any], counts: dict[str, dict[str, int]]
) -> None:
    read = found["croissant-site"]
    assert (read["errors"], read["warnings"]) == ([], [])
    records = {split: len(rows) for split, rows in read["records"].items()}
    assert records == counts["croissant-site"]
    assert found["hub-site"]["rows"] == counts["hub-site"]
    assert all(item_from(row).hash == row["hash"] for row in found["hub-site"]["first"].values())
