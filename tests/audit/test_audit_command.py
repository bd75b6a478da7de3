from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.pipeline.check import audit_basis
from engine.pipeline.generate.generation import make_spec
from engine.store import DatasetMeta, connect, items_table, write_items
from tests.samples import Sample


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Both recipes at depth 1, large enough to be judged as they are."""
    monkeypatch.setattr(audit_basis, "SMALL", 100)
    monkeypatch.setattr(audit_basis, "TRAINING", 252)
    path = tmp_path / "audit.duckdb"
    with connect(path) as con:
        for recipe in ("sound", "faithful"):
            spec = make_spec("justlogic", {"recipe": recipe, "max_depth": "1"}, seed=4, n=252)
            meta = DatasetMeta(recipe, spec.family, spec.version, spec.params, spec.seed, recipe)
            write_items(con, meta, items_table(list(Sample(spec))))
    return path


def test_a_set_with_shortcuts_ends_in_exit_code_1_and_one_json_document(db: Path) -> None:
    result = CliRunner().invoke(app, ["audit", "faithful", "--json", "--db", str(db)])
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    keys = {"name", "accuracy", "n", "low", "high", "limit", "passed", "scope", "basis"}
    keys |= {"effective_n", "p", "bound"}
    assert all(set(check) == keys for check in document["checks"])
    assert not document["passed"]
    assert {"balance", "duplicates", "vocabulary", "wrong_labels"} <= set(document)


def test_the_table_names_each_check_and_its_verdict(db: Path) -> None:
    result = CliRunner().invoke(app, ["audit", "faithful", "--db", str(db)], env={"COLUMNS": "140"})
    assert result.exit_code == 1
    for each in ("atom-polarity", "failed", "depth × query_shape", "Vocabulary", "Repetitions"):
        assert each in result.stdout


def test_an_unknown_data_set_is_one_sentence(db: Path) -> None:
    result = CliRunner().invoke(app, ["audit", "none", "--db", str(db)])
    assert "there is no data set named none" in str(result.exception)
