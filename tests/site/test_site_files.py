"""The folder of a data set: `eval.yaml` asks items that lie there, by a scorer that reads them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import yaml

from engine.analysis.sources.reading import Dataset, reading
from engine.ask.prompts import messages
from engine.pipeline.files import datasets as folders
from engine.pipeline.files.datasets import write_folders
from engine.pipeline.publish.publishing import publish
from sorites import item_from
from tests.dashboard.choice_material import CHOICES, make_choices
from tests.dashboard.formal_material import SETS, make_formal
from tests.site.material import publish_sample


def _card(dataset: Dataset) -> dict[str, object]:
    return {"name": dataset.name}


def _folder(db: Path, tmp_path: Path, name: str) -> Path:
    with reading(publish(db)) as source:
        text = write_folders(source, _card, tmp_path / "files", "files")
    folder = tmp_path / "files/datasets" / name
    found = {p.relative_to(folder).as_posix() for p in folder.rglob("*.*")}
    assert {file.name for file in text[name]} == found
    return folder


def _english(folder: Path) -> list[dict[str, object]]:
    """The English items of the test split, as the whole set holds them."""
    rows = pq.read_table(folder / "data/test.parquet").to_pylist()
    return [row for row in rows if row["language"] == "en"]


@pytest.mark.parametrize(("make", "name"), [(publish_sample, "sample"), (make_choices, CHOICES)])
def test_eval_yaml_asks_the_items_of_the_test_split_as_we_do(
    tmp_path: Path, make: Callable[[Path], object], name: str
) -> None:
    make(tmp_path / "el.duckdb")
    folder = _folder(tmp_path / "el.duckdb", tmp_path, name)
    [asked] = yaml.safe_load((folder / "eval.yaml").read_text("utf-8"))["tasks"]
    header = yaml.safe_load((folder / "README.md").read_text("utf-8").split("---\n")[1])
    files = {one["config_name"]: one["data_files"] for one in header["configs"]}
    [held] = files[asked["config"]]
    assert held["split"] == asked["split"] == "test"
    rows = pq.read_table(folder / held["path"]).to_pylist()
    assert [row["idx"] for row in rows] == [row["idx"] for row in _english(folder)]
    [scorer], spec = asked["scorers"], asked["field_spec"]
    for row in rows:
        system, user = messages(item_from(row), "zero-shot", "none")
        assert row[spec["input"]] == user["content"]
        assert asked["solvers"][0]["args"]["template"] == system["content"]
        reply = f"So:\nAnswer: {row['gold']}"
        read = re.match(scorer["args"]["pattern"], reply, re.IGNORECASE)
        assert read
        assert [one for one in read.groups() if one] == [row[spec["target"]]]


def test_of_a_large_set_no_more_than_a_board_needs_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "N_ASKED", 4)
    publish_sample(tmp_path / "el.duckdb")
    folder = _folder(tmp_path / "el.duckdb", tmp_path, "sample")
    assert pq.read_table(folder / "asked/test.parquet").num_rows == 4
    assert "asks the first 4 English items" in (folder / "README.md").read_text("utf-8")


def test_only_answers_that_a_scorer_of_the_hub_can_judge_have_an_eval_yaml(tmp_path: Path) -> None:
    make_formal(tmp_path / "el.duckdb")
    with reading(publish(tmp_path / "el.duckdb")) as source:
        text = write_folders(source, _card, tmp_path / "files", "files")
    assert set(text) == set(SETS)
    for files in text.values():
        assert not {"eval.yaml", "asked"} & {file.name.partition("/")[0] for file in files}
