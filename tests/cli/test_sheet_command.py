"""People answer too: a blind sheet out, and the answers back in."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.canary import canary
from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.sampling import sampled, strata_of, stratified
from engine.io.answer_sheet import question_name, sheet_html
from engine.pipeline.generation import make_spec
from engine.store import DatasetMeta, connect, items_table, write_items
from tests.items_by_hand import items
from tests.samples import Sample

SPEC = make_spec("justlogic", {}, 8, 300)
ITEMS = Sample(SPEC)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "e.duckdb"
    meta = DatasetMeta("set", SPEC.family, SPEC.version, SPEC.params, SPEC.seed)
    with closing(connect(path)) as con:
        write_items(con, meta, items_table(ITEMS))
    return path


def _run(*words: str) -> str:
    found = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.output


def _sheet(db: Path, n: int = 42) -> tuple[Path, list[dict[str, str]]]:
    out = db.parent / "sheet.csv"
    _run("sheet", "set", "-n", str(n), "--split", "all", "--out", str(out), "--db", str(db))
    text = out.read_text(encoding="utf-8-sig")
    return out, list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_sample_has_the_proportions_of_the_whole() -> None:
    drawn = stratified(ITEMS, 60)
    assert len(drawn) == 60
    assert list(drawn) == sorted(drawn, key=lambda item: item.index)
    assert {"gold", "depth"} <= set(strata_of([sampled(item) for item in ITEMS]))
    golds = Counter(item.gold for item in drawn)
    assert max(golds.values()) - min(golds.values()) <= 8
    whole = Counter(item.traits.depth for item in ITEMS)
    for depth, n in Counter(item.traits.depth for item in drawn).items():
        assert n / 60 == pytest.approx(whole[depth] / 300, abs=0.07)
    assert len({item.group for item in drawn}) > 45, "few exchange triples are met twice"


def test_a_sample_is_the_same_every_time_and_another_by_seed() -> None:
    assert stratified(ITEMS, 30) == stratified(ITEMS, 30)
    assert stratified(ITEMS, 30) != stratified(ITEMS, 30, seed=1)
    assert stratified(ITEMS, 1000) == ITEMS


def test_a_set_without_a_test_split_is_drawn_from_as_it_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "e.duckdb"
    with closing(connect(path)) as con:
        write_items(con, DatasetMeta("few", "by-hand", 1, "{}", 0), items_table(items(3, train=3)))
    to = ("--out", str(tmp_path / "sheet.csv"), "--db", str(path))
    assert "5 of 9 questions" in " ".join(_run("sheet", "few", "-n", "5", *to).split())
    with pytest.raises(InputError, match="try --split all"):
        _run("sheet", "few", "--split", "test", *to)


def test_neither_sheet_tells_the_answer(db: Path) -> None:
    path, rows = _sheet(db)
    by_name = {question_name(item): item for item in ITEMS}
    assert len(rows) == 42
    assert {row["answer"] for row in rows} == {""}
    printed = path.with_suffix(".html").read_text()
    for row in rows:
        item: Item = by_name[row["id"]]
        assert item.passage[0] in row["question"]
        assert item.hash not in printed
    assert {row["canary"] for row in rows} == {canary()}
    assert canary() in printed
    assert "<script" not in printed
    assert "http" not in printed


def test_a_sheet_of_questions_too_few_for_strata_says_so() -> None:
    few = "drawn in proportion by nothing, for they are few or of one sort"
    assert few in sheet_html(ITEMS[:1], "set", ITEMS[:1])


def test_answers_come_back_as_a_human_run(db: Path) -> None:
    path, rows = _sheet(db)
    gold = {question_name(item): item.gold for item in ITEMS}
    for at, row in enumerate(rows):
        row["answer"] = "" if at < 2 else gold[row["id"]].upper() if at % 3 else "perhaps"
    _write(path, rows)
    again = ["import", "human", "Ada L.", str(path), "--dataset", "set", "--db", str(db)]
    found = json.loads(_run(*again, "--json"))
    right = sum(at % 3 > 0 for at in range(2, 42))
    assert (found["n"], found["n_right"]) == (42, right)
    assert found["n_no_answer"] == 42 - right
    board = json.loads(_run("leaderboard", "--json", "--db", str(db)))["rows"]
    assert [(row["model"], row["kind"]) for row in board if row["metric"] == "accuracy"] == [
        ("Ada L.", "human")
    ]
    with pytest.raises(InputError, match="already"):
        _run(*again)
    again[2] = "Solver"
    with pytest.raises(InputError, match="built-in"):
        _run(*again)


def _write(path: Path, rows: list[dict[str, str]]) -> None:
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda rows: [{**rows[0], "id": "q000"}], "line 2: 'q000' is no question"),
        (lambda rows: [rows[0], rows[0]], "line 3: the question q.* stands twice"),
        (lambda rows: [{"row": "1", "id": "x"}], "no column 'question'"),
        (lambda rows: rows, "has no answer; fill in its column `answer`"),
    ],
)
def test_what_is_no_sheet_of_this_set_is_refused(db: Path, change, told: str) -> None:  # type: ignore[no-untyped-def]
    path, rows = _sheet(db, 3)
    _write(path, change(rows))
    with pytest.raises(InputError, match=told):
        _run("import", "human", "Ada", str(path), "--dataset", "set", "--db", str(db))


def test_a_sheet_is_never_overwritten(db: Path) -> None:
    _sheet(db)
    with pytest.raises(InputError, match="there already"):
        _sheet(db)
