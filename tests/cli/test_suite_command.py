"""`sorites suite` lists the suites and generates one by name, as it was frozen."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

import engine.core.suite_files
from engine.cli import app
from engine.core.errors import InputError, VerificationError
from engine.pipeline.generate.generation import make_spec
from engine.store import DatasetMeta, connect, find_dataset, items_table, write_items
from tests.samples import Sample

SPEC = make_spec("justlogic", {"max_depth": "1"}, 7, 6)
TOML = """
title = "Two small sets"
released = 2026-11-01
[[dataset]]
name = "small"
family = "justlogic"
seed = 7
n = 6
settings = {{ max_depth = "1" }}
content_hash = "{frozen}"
"""


@pytest.fixture
def frozen(tmp_path: Path) -> str:
    meta = DatasetMeta("x", SPEC.family, SPEC.version, SPEC.params, SPEC.seed, recipe=SPEC.recipe)
    with closing(connect(tmp_path / "other.duckdb")) as con:
        return write_items(con, meta, items_table(Sample(SPEC).all)).content_hash


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, frozen: str) -> Path:
    (tmp_path / "suites").mkdir()
    (tmp_path / "suites/tiny.toml").write_text(TOML.format(frozen=frozen), encoding="utf-8")
    monkeypatch.setattr(engine.core.suite_files, "data_file", lambda name: tmp_path / name)
    return tmp_path / "e.duckdb"


def run(db: Path, *words: str) -> str:
    arguments = ["suite", *words, "--workers", "1", "--db", str(db)]
    done = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_all_suites_are_listed(db: Path) -> None:
    [row] = json.loads(run(db, "--json"))["suites"]
    assert (row["suite"], row["dataset"], row["items"]) == ("tiny", "small", 6)
    assert "Two small sets" in run(db)
    assert "2026-11-01" in run(db)


def test_a_suite_is_generated_once(db: Path, frozen: str) -> None:
    [made] = json.loads(run(db, "tiny", "--json"))["datasets"]
    assert made == {"dataset": "small", "items": 6, "content_hash": frozen}
    assert "already existed" in run(db, "tiny")


def test_a_set_of_the_same_name_is_not_taken_away_unasked(db: Path, frozen: str) -> None:
    other = make_spec("justlogic", {"max_depth": "1"}, 8, 6)
    meta = DatasetMeta("small", other.family, other.version, other.params, 8, recipe=other.recipe)
    with closing(connect(db)) as con:
        kept = write_items(con, meta, items_table(Sample(other).all))
    with pytest.raises(InputError, match="the name small is taken"):
        run(db, "tiny")
    with closing(connect(db)) as con:
        assert find_dataset(con, "small") == kept
    run(db, "tiny", "--replace")
    with closing(connect(db)) as con:
        assert find_dataset(con, "small").content_hash == frozen


def test_a_suite_that_comes_out_otherwise_is_an_error(db: Path, tmp_path: Path) -> None:
    text = TOML.format(frozen="0" * 64)
    (tmp_path / "suites/tiny.toml").write_text(text, encoding="utf-8")
    with pytest.raises(VerificationError, match="small has content"):
        run(db, "tiny")


def test_an_unknown_suite_names_those_there_are(db: Path) -> None:
    with pytest.raises(InputError, match="the suites are: tiny"):
        run(db, "large")
