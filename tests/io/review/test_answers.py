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
from engine.io.review.questions import question_name
from engine.pipeline.generate.generation import make_spec
from engine.store import DatasetMeta, connect, items_table, write_items
from tests.items_by_hand import items
from tests.samples import Sample

SPEC = make_spec("justlogic", {}, 8, 300)
MADE = Sample(SPEC)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "e.duckdb"
    meta = DatasetMeta("set", SPEC.family, SPEC.version, SPEC.params, SPEC.seed)
    with closing(connect(path)) as con:
        write_items(con, meta, items_table(MADE))
    return path


def _run(*words: str) -> str:
    found = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.output


def _sheet(db: Path, n: int = 42) -> tuple[Path, list[dict[str, str]]]:
    out = db.parent / "sheet.csv"
    write = ("review", "write", "set", "--for", "answers", "--split", "all")
    _run(*write, "-n", str(n), "--out", str(out), "--db", str(db))
    text = out.read_text(encoding="utf-8-sig")
    return out, list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_sample_has_the_proportions_of_the_whole() -> None:
    drawn = stratified(MADE, 60)
    assert len(drawn) == 60
    assert list(drawn) == sorted(drawn, key=lambda item: item.index)
    assert {"gold", "depth"} <= set(strata_of([sampled(item) for item in MADE]))
    golds = Counter(item.gold for item in drawn)
    assert max(golds.values()) - min(golds.values()) <= 8
    whole = Counter(item.traits.depth for item in MADE)
    for depth, n in Counter(item.traits.depth for item in drawn).items():
        assert n / 60 == pytest.approx(whole[depth] / 300, abs=0.07)
    assert len({item.group for item in drawn}) > 45, "few triples are met twice"


def test_a_sample_is_the_same_every_time_and_another_by_seed() -> None:
    assert stratified(MADE, 30) == stratified(MADE, 30)
    assert stratified(MADE, 30) != stratified(MADE, 30, seed=1)
    assert stratified(MADE, 1000) == MADE.all


def test_a_set_without_a_test_split_is_drawn_from_as_it_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "e.duckdb"
    with closing(connect(path)) as con:
        write_items(con, DatasetMeta("few", "by-hand", 1, "{}", 0), items_table(items(3, train=3)))
    write = ("review", "write", "few", "--for", "answers", "--db", str(path))
    to = ("--out", str(tmp_path / "sheet.csv"))
    assert "5 of 9 rows" in " ".join(_run(*write, "-n", "5", *to).split())
    assert "for they are few or of one sort" in (tmp_path / "sheet.html").read_text()
    with pytest.raises(InputError, match="try --split all"):
        _run(*write, "--split", "test", "--out", str(tmp_path / "other.csv"))


def test_neither_sheet_tells_the_answer(db: Path) -> None:
    path, rows = _sheet(db)
    by_name = {question_name(item): item for item in MADE}
    assert len(rows) == 42
    assert {row["answer"] + row["seconds"] for row in rows} == {""}
    printed = path.with_suffix(".html").read_text()
    for row in rows:
        item: Item = by_name[row["id"]]
        assert item.passage[0] in row["question"]
        assert item.hash not in printed
    assert {row["canary"] for row in rows} == {canary()}
    assert canary() in printed
    assert "<script" not in printed
    assert "http" not in printed


def test_answers_come_back_as_a_human_run(db: Path) -> None:
    path, rows = _sheet(db)
    gold = {question_name(item): item.gold for item in MADE}
    for at, row in enumerate(rows):
        row["answer"] = "" if at < 2 else gold[row["id"]].upper() if at % 3 else "perhaps"
    _write(path, rows)
    rows[2]["seconds"], rows[3]["seconds"] = "soon", "41,5"
    _write(path, rows)
    with pytest.raises(InputError, match="'soon'; write a number of seconds"):
        _read(db, path, "Ada L.")
    rows[2]["seconds"] = "20"
    _write(path, rows)
    found = json.loads(_read(db, path, "Ada L.", "--json"))
    assert found["mean_seconds"] == 30.75
    query = "SELECT mean_latency_ms FROM effort"
    [[effort]] = json.loads(_run("sql", query, "--seconds", "60", "--json", "--db", str(db)))[
        "rows"
    ]
    assert effort == 30_750
    right = sum(at % 3 > 0 for at in range(2, 42))
    assert (found["n"], found["n_right"]) == (42, right)
    assert found["n_no_answer"] == 42 - right
    board = json.loads(_run("leaderboard", "set", "--json", "--db", str(db)))["rows"]
    assert [(row["model"], row["kind"]) for row in board] == [("Ada L.", "human")]
    with pytest.raises(InputError, match="already"):
        _read(db, path, "Ada L.")
    with pytest.raises(InputError, match="built-in"):
        _read(db, path, "Solver")
    with pytest.raises(InputError, match="--replace does not go with --for answers"):
        _read(db, path, "Ada L.", "--replace")


def _read(db: Path, path: Path, who: str, *more: str) -> str:
    words = ("review", "read", str(path), "set", "--for", "answers", "--reader", who)
    return _run(*words, "--db", str(db), *more)


def _write(path: Path, rows: list[dict[str, str]]) -> None:
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda rows: [{**rows[0], "id": "q000"}], "row 1, column 'id': 'q000' is not in this"),
        (lambda rows: [rows[0], rows[0]], "row 2, column 'id': 'q.*' is there twice, in row 1"),
        (lambda rows: [{**rows[0], "question": "?"}], "column 'question': was changed"),
        (lambda rows: [{"row": "1", "id": "x"}], "no column 'question'"),
        (lambda rows: rows, "has no answer; fill in its column `answer`"),
    ],
)
def test_what_is_no_sheet_of_this_set_is_refused(db: Path, change, expected: str) -> None:  # type: ignore[no-untyped-def]
    path, rows = _sheet(db, 3)
    _write(path, change(rows))
    with pytest.raises(InputError, match=expected):
        _read(db, path, "Ada")


def test_a_sheet_is_never_overwritten(db: Path) -> None:
    _sheet(db)
    with pytest.raises(InputError, match="already exists"):
        _sheet(db)
