"""Lines and descriptions of journals that cannot be used: named, counted, and in nobody's way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from engine.core.errors import InputError
from engine.store import (
    catch_up,
    connect,
    items_table,
    open_journal,
    read_journal,
    read_run,
    write_items,
)
from engine.store.responses import journal
from engine.store.responses.planned import Planned
from tests.choices_by_hand import choices
from tests.store.choice_runs import META as CHOICES
from tests.store.choice_runs import answered
from tests.store.material import right, run_over, store_doors, write

BAD = {
    "no JSON": b"\x00\xff\xfegarbage",
    "another document": b"[]",
    "a sample too many": {"sample": 5},
    "a rotation": {"rotation": 1},
    "a negative sample": {"sample": -1},
    "a sample that is text": {"sample": "0"},
    "an item of another set": {"item": "0" * 64},
    "an item that is a number": {"item": 5},
    "tokens beyond the table": {"prompt_tokens": 10**12},
    "no time": {"asked_at": "never"},
    "messages that are text": {"messages": "abc"},
    "messages of numbers": {"messages": [1]},
    "latency that is text": {"latency_ms": "x"},
    "half a character": {"raw": "\\ud800"},
    "very deep": b"[" * 100_000,
    "very long number": b'{"group": ' + b"9" * 5_000 + b"}",
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_a_bad_line_is_left_out_by_name_and_blocks_nothing(db: Path, bad: object) -> None:
    con = connect(db)
    folder = open_journal(db, run_over(store_doors(con)[0]))
    con.close()
    write(folder, right(3))
    path = folder / "0.jsonl"
    if isinstance(bad, dict):
        line = orjson.loads(path.read_bytes().splitlines()[0])
        bad = orjson.dumps({**line, "response": line["response"] | bad})
        bad = bad.replace(b"\\\\ud800", b"\\ud800")
    assert isinstance(bad, bytes)
    with path.open("ab") as file:
        file.write(bad + b"\n")
    write(folder, right()[3:])
    for added in (12, 0):  # it is shown again each time
        shown = catch_up(db, compares=True)
        assert shown.added == added
        [sentence] = shown.skipped
        assert sentence.startswith(f"1 damaged line of {folder} was left out: 0.jsonl, line 4: ")
    assert list(read_journal(folder)) == right() or b"0" * 64 in bad


def test_answers_of_another_run_or_to_no_order_of_the_options_are_left_out(db: Path) -> None:
    con = connect(db)
    asked = choices(4)
    dataset = write_items(con, CHOICES, items_table(asked))
    con.close()
    run = replace(run_over(dataset), rotated=True)
    folder, other = open_journal(db, run), open_journal(db, replace(run, run_hash="b" * 64))
    whole = [answered(item, 0, 0, item.gold) for item in asked]
    write(other, whole[:1])
    write(folder, [answered(asked[0], 9, 0, "A"), answered(asked[0], 1, 0, "true"), *whole[1:]])
    with (folder / "0.jsonl").open("ab") as file:
        file.write((other / "0.jsonl").read_bytes())
    shown = catch_up(db, folder, compares=True)
    assert shown.added == len(whole) - 1
    [sentence] = shown.skipped
    assert "3 damaged lines" in sentence
    assert "rotation 9 of an item with 4 options" in sentence


@pytest.mark.parametrize("names_its_run", [True, False])
def test_answers_to_questions_that_were_not_planned_are_left_out(
    db: Path, names_its_run: bool
) -> None:
    con = connect(db)
    run = replace(run_over(store_doors(con)[0]), n_planned=3)
    con.close()
    asked = Planned((response.item, 1) for response, _ in right(3))
    folder = open_journal(db, run, asked)
    assert open_journal(db, replace(run, finished_at="2026-11-20T12:00:00+00:00")) == folder
    write(folder, right(5))
    path = folder / "0.jsonl"
    if not names_its_run:  # as in journals of before November 2026
        path.write_bytes(path.read_bytes().replace(b',"run":"aaaaaaaaaaaa"', b""))
    assert list(read_journal(folder)) == right(3)
    shown = catch_up(db, compares=True)
    assert shown.added == 3
    [sentence] = shown.skipped
    assert "2 damaged lines" in sentence
    assert "line 4: the run does not ask item" in sentence


@pytest.mark.parametrize("damage", [b"", bytes(24), None])
def test_a_damaged_list_of_questions_is_named_and_written_again(
    db: Path, damage: bytes | None
) -> None:
    con = connect(db)
    run = run_over(store_doors(con)[0])
    con.close()
    asked = Planned((response.item, 1) for response, _ in right())
    folder = open_journal(db, run, asked)
    write(folder, right())
    (folder / "planned.bin").unlink()
    if damage is not None:
        (folder / "planned.bin").write_bytes(damage)
    [sentence] = catch_up(db).skipped
    assert "its list of questions cannot be read" in sentence
    open_journal(db, run, asked)
    assert catch_up(db, compares=True).added == 12


def test_a_journal_without_a_list_of_questions_takes_those_of_its_split_only(db: Path) -> None:
    con = connect(db)
    dataset, made = store_doors(con)
    con.close()
    asked = {item.hash for item in made if item.split == made[0].split}
    folder = open_journal(db, replace(run_over(dataset), split=made[0].split))
    write(folder, right())
    assert 0 < len(asked) < len(made)
    assert catch_up(db, compares=True).added == len(asked)


def test_long_replies_are_ingested_and_endless_lines_left_out(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    con = connect(db)
    folder = open_journal(db, run_over(store_doors(con)[0]))
    con.close()
    write(
        folder, [(replace(response, raw="x\n" * 4_000_000), grade) for response, grade in right(1)]
    )
    assert catch_up(db, folder).added == 1
    monkeypatch.setattr(journal, "_LONGEST", 4_000)
    write(
        folder, [(replace(response, raw="x" * 20_000), grade) for response, grade in right(2)[1:]]
    )
    write(folder, right()[2:])
    shown = catch_up(db, folder)
    assert shown.added == 10
    assert "0.jsonl, line 2: it is longer than" in shown.skipped[0]


@pytest.mark.parametrize(
    "header", ["[1]", "5", {"run": 5}, {"database": 5}, {"n_planned": -1}, {"samples": "1"}]
)
def test_a_bad_description_blocks_no_other_journal(db: Path, header: object) -> None:
    con = connect(db)
    dataset, _ = store_doors(con)
    con.close()
    write(open_journal(db, run_over(dataset)), right())
    folder = open_journal(db, run_over(dataset, "b" * 64))
    write(folder, right())
    if isinstance(header, dict):
        known = orjson.loads((folder / "run.json").read_bytes())
        changed = {**known, "run": known["run"] | header}
        header = orjson.dumps(changed | header if header.keys() <= known.keys() else changed)
    (folder / "run.json").write_bytes(header if isinstance(header, bytes) else header.encode())
    shown = catch_up(db)
    assert shown.added == 12
    [sentence] = shown.skipped
    assert "run.json cannot be read" in sentence


def test_a_description_in_the_folder_of_another_run_is_refused(db: Path) -> None:
    con = connect(db)
    folder = open_journal(db, run_over(store_doors(con)[0]))
    con.close()
    with pytest.raises(InputError, match="it describes the run aaaaaaaaaaaa"):
        read_run(folder.rename(folder.with_name("b" * 64)))
