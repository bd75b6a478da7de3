"""ArgQA's data in the fields that its paper lists in Table 5."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.canary import canary
from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.workers import serial
from engine.families.argqa.arguments import ROLES
from engine.families.argqa.release import released
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_spec
from tests.samples import Sample


@pytest.fixture(scope="module")
def items() -> list[Item]:
    return list(Sample(make_spec("argqa", {}, 1)))


def test_each_record_has_the_fields_of_the_paper_and_the_canary(items: list[Item]) -> None:
    records = released(items)
    assert set(records) == {"dev", "val", "test"}
    found = [record for split in records.values() for record in split]
    assert len(found) == len(items)
    for record in found:
        assert list(record) == [
            "docID",
            "instanceID",
            "structure",
            "q_type",
            "context",
            "choices",
            "canary",
        ]
        assert isinstance(record["docID"], int)
        assert record["canary"] == canary()
        assert record["structure"] in ("lin", "conv", "div")
        choices = record["choices"]
        assert isinstance(choices, list)
        assert Counter(one["type"] == "_" for one in choices) == {True: 1, False: 3}
        assert {one["type"] for one in choices} <= {"_", *ROLES}
    ids = [record["instanceID"] for record in found]
    assert len(set(ids)) == len(ids)


def test_texts_are_the_bare_sentences_in_the_order_of_the_item(items: list[Item]) -> None:
    item = next(one for one in items if one.split == "train")
    record = next(one for one in released(items)["dev"] if one["q_type"] == item.role)
    assert [f"Sentence {n}: {s}" for n, s in enumerate(record["context"], 1)] == list(item.passage)  # type: ignore[arg-type]
    assert [one["text"] for one in record["choices"]] == [o.text for o in item.options]  # type: ignore[attr-defined]


def test_the_nine_questions_of_an_argument_have_one_document(items: list[Item]) -> None:
    documents = Counter(one["docID"] for split in released(items).values() for one in split)
    assert set(documents.values()) == {9}
    assert set(documents) == set(range(len(items) // 9))


def test_other_items_are_refused() -> None:
    with pytest.raises(InputError, match="not a question on an argument"):
        released(list(Sample(make_spec("divlogiceval", {}, 1, 3))))


def test_the_command_writes_a_file_a_split(tmp_path: Path) -> None:
    db, out = tmp_path / "x.duckdb", tmp_path / "release"
    spec = make_spec("argqa", {}, 1)
    generate_dataset(spec, "argqa", db, serial())
    command = ["export", "argqa", "--to", "argqa", "--out", str(out), "--db", str(db), "--json"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0
    document = json.loads(result.output)["records"]
    assert sum(document.values()) == spec.n_items
    for split, n in document.items():
        assert len(json.loads((out / f"{split}.json").read_bytes())) == n
