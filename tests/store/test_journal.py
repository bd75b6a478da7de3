from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import orjson
import pytest
from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.core.items import Origin
from engine.store import (
    Journal,
    Run,
    catch_up,
    connect,
    ingest,
    items_table,
    journals,
    list_datasets,
    open_journal,
    read_journal,
    read_run,
    write_items,
)
from engine.store.responses import ingestion, journal
from engine.store.responses.planned import Planned
from tests.choices_by_hand import choices
from tests.items_by_hand import items
from tests.store.choice_runs import META as CHOICES
from tests.store.choice_runs import answered
from tests.store.material import META, answer, answers, count, run_over, store_doors


def write(folder: Path, given: list, worker: str = "0") -> None:
    with Journal(folder, worker) as journal:
        for response, grade in given:
            journal.append(response, grade)


def right(n: int = 12) -> list:
    return answers(items(4)[:n], lambda item: item.gold)


def test_answers_are_read_back_as_they_were_written(db: Path, con: DuckDBPyConnection) -> None:
    dataset, _ = store_doors(con)
    run = replace(run_over(dataset), origin=Origin.REGRADED)
    folder = open_journal(db, run)
    write(folder, right())
    assert list(read_journal(folder)) == right()
    assert read_run(folder) == run
    assert journals(db) == (folder,)
    assert journals(db.with_name("other.duckdb")) == ()


def test_each_answer_is_on_disk_when_append_returns(db: Path, con: DuckDBPyConnection) -> None:
    folder = open_journal(db, run_over(store_doors(con)[0]))
    with Journal(folder, "0") as journal:
        for n, (response, grade) in enumerate(right(), 1):
            journal.append(response, grade)
            assert len(list(read_journal(folder))) == n


@pytest.mark.parametrize("left", [b'{"response": {"item": "ab', b"\x00\x00\n", b"[]\n", b"{}\n"])
def test_a_damaged_line_costs_only_itself(db: Path, con: DuckDBPyConnection, left: bytes) -> None:
    folder = open_journal(db, run_over(store_doors(con)[0]))
    write(folder, right(3))
    with (folder / "0.jsonl").open("ab") as file:
        file.write(left)
    assert list(read_journal(folder)) == right(3)
    write(folder, right()[3:5])
    assert list(read_journal(folder)) == right(5)
    assert ingest(con, folder).added == 5


def test_ingesting_again_adds_only_what_is_new(db: Path, con: DuckDBPyConnection) -> None:
    folder = open_journal(db, run_over(store_doors(con)[0]))
    write(folder, right(5))
    assert ingest(con, folder) == (5, 0)
    assert ingest(con, folder) == (0, 0)
    write(folder, right()[5:], worker="1")
    assert ingest(con, folder) == (7, 0)
    assert count(con, "responses") == 12
    assert count(con, "runs") == count(con, "models") == 1


@pytest.mark.parametrize("together", [5, 6, 12])
def test_a_journal_comes_in_by_parts_as_it_does_whole(
    db: Path, con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, together: int
) -> None:
    monkeypatch.setattr(ingestion, "_TOGETHER", together)
    folder = open_journal(db, run_over(store_doors(con)[0]))
    write(folder, right(7))
    write(folder, right()[7:], worker="1")
    assert ingest(con, folder) == (12, 0)
    assert count(con, "responses") == 12
    assert ingest(con, folder) == (0, 0)


def test_a_half_written_line_is_ingested_when_it_is_whole(
    db: Path, con: DuckDBPyConnection
) -> None:
    folder = open_journal(db, run_over(store_doors(con)[0]))
    write(folder, right(2))
    path = folder / "0.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    assert ingest(con, folder).added == 1
    path.write_bytes(whole)
    assert ingest(con, folder).added == 1


def test_a_journal_read_whole_again_adds_nothing(db: Path, con: DuckDBPyConnection) -> None:
    folder = open_journal(db, run_over(store_doors(con)[0]))
    write(folder, right())
    ingest(con, folder)
    con.execute("DELETE FROM _journal")
    assert ingest(con, folder) == (0, 12)


def test_an_error_gives_way_to_a_later_reply_and_a_reply_to_nothing(
    db: Path, con: DuckDBPyConnection
) -> None:
    _, made = store_doors(con)
    folder = open_journal(db, run_over(list_datasets(con)[0]))
    wrong = "false" if made[0].gold == "true" else "true"
    write(folder, [answer(made[0], None, error="timeout"), answer(made[1], None, error="timeout")])
    assert ingest(con, folder).added == 2
    write(folder, [answer(made[0], made[0].gold), answer(made[0], wrong)])
    ingest(con, folder)
    stored = con.execute("SELECT item_id, outcome FROM responses ORDER BY item_id").fetchall()
    assert stored == [(1, "right"), (2, "error")]


def test_samples_are_answers_of_their_own_and_messages_are_stored_once(
    db: Path, con: DuckDBPyConnection
) -> None:
    _, made = store_doors(con)
    folder = open_journal(db, replace(run_over(list_datasets(con)[0]), samples=5))
    write(folder, [answer(made[0], "true", sample) for sample in range(5)])
    assert ingest(con, folder).added == 5
    assert count(con, "messages") == 1


def test_times_are_stored_in_utc(db: Path, con: DuckDBPyConnection) -> None:
    con.execute("SET TimeZone = 'Asia/Tokyo'")
    folder = open_journal(db, run_over(store_doors(con)[0]))
    write(folder, right(1))
    ingest(con, folder)
    assert con.execute("SELECT asked_at::VARCHAR FROM responses").fetchall() == [
        ("2026-11-20 12:00:00",)
    ]


def test_answers_to_unknown_data_sets_are_refused(db: Path, con: DuckDBPyConnection) -> None:
    elsewhere = open_journal(db, replace(run_over(store_doors(con)[0]), dataset_hash="0" * 64))
    with pytest.raises(InputError, match="not in this database"):
        ingest(con, elsewhere)


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


def test_every_text_that_a_model_can_send_is_ingested(db: Path, con: DuckDBPyConnection) -> None:
    folder = open_journal(db, run_over(store_doors(con)[0]))
    texts = ["\0", "a\0b", "\u2028", "\ufeff", "\U0010ffff", '"\\', ""]
    given = [
        (replace(response, raw=text), grade)
        for text, (response, grade) in zip(texts, right(), strict=False)
    ]
    write(folder, given)
    assert ingest(con, folder).added == len(texts)
    stored = con.execute("SELECT raw FROM responses ORDER BY item_id").fetchall()
    assert [text for (text,) in stored] == texts


def test_a_journal_that_lost_its_tail_is_read_again_whole(db: Path) -> None:
    con = connect(db)
    folder = open_journal(db, run_over(store_doors(con)[0]))
    con.close()
    write(folder, right(8))
    assert catch_up(db).added == 8
    path = folder / "0.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:4]))
    write(folder, [*right()[8:], *right()[4:8]])  # longer again than what was ingested
    assert catch_up(db, compares=True).added == 4


def test_answers_that_the_database_lost_are_ingested_again(db: Path) -> None:
    con = connect(db)
    folder = open_journal(db, run_over(store_doors(con)[0]))
    write(folder, right())
    ingest(con, folder)
    con.execute("DELETE FROM responses WHERE item_id IN (SELECT min(item_id) FROM items)")
    con.close()
    assert catch_up(db, folder).added == 0
    assert catch_up(db, folder, compares=True).added == 1


def test_a_journal_without_its_description_is_not_passed_over(db: Path) -> None:
    con = connect(db)
    folder = open_journal(db, run_over(store_doors(con)[0]))
    con.close()
    write(folder, right())
    (folder / "run.json").write_bytes(b"")
    [sentence] = catch_up(db).skipped
    assert "run.json cannot be read" in sentence


def test_a_journal_of_a_lost_data_set_does_not_stop_the_others(db: Path) -> None:
    con = connect(db)
    dataset, _ = store_doors(con)
    con.close()
    write(open_journal(db, run_over(dataset, "b" * 64)), right())
    lost = open_journal(db, replace(run_over(dataset, "a" * 64), dataset_hash="0" * 64))
    write(lost, right())
    shown = catch_up(db)
    assert (shown.runs, shown.added) == (1, 12)
    assert "not in this database" in shown.skipped[0]
    with pytest.raises(InputError, match="not in this database"):
        catch_up(db, lost)


def test_answers_follow_their_data_set_when_its_name_goes_to_another(
    db: Path, con: DuckDBPyConnection
) -> None:
    from engine.store import items_table, write_items

    dataset, _ = store_doors(con)
    folder = open_journal(db, run_over(dataset))
    write(folder, right(4))
    ingest(con, folder)
    write_items(con, META, items_table(items(1)), replace=True)
    write(folder, right()[4:])
    assert ingest(con, folder).added == 8


def test_the_whole_journal_makes_the_answers_again_in_a_new_database(
    db: Path, tmp_path: Path
) -> None:
    con = connect(db)
    dataset, _ = store_doors(con)
    folder = open_journal(db, run_over(dataset))
    write(folder, right())
    con.close()
    assert catch_up(db).added == 12
    db.unlink()
    con = connect(db)
    store_doors(con)
    con.close()
    assert catch_up(db).added == 12


def test_a_folder_without_a_journal_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no journal"):
        read_run(tmp_path)
    (tmp_path / "run.json").write_text('{"run": {"surprise": 1}}')
    with pytest.raises(InputError, match="no journal"):
        read_run(tmp_path)


def test_two_workers_never_mix_their_lines(db: Path, con: DuckDBPyConnection) -> None:
    dataset, _ = store_doors(con)
    folder = open_journal(db, run_over(dataset))
    children = []
    for half in (slice(0, 6), slice(6, 12)):
        pid = os.fork()
        if pid == 0:
            write(folder, right()[half], worker="same")
            os._exit(0)
        children.append(pid)
    for pid in children:
        os.waitpid(pid, 0)
    assert ingest(con, folder) == (12, 0)


def test_a_run_planned_anew_keeps_its_row(db: Path, con: DuckDBPyConnection) -> None:
    dataset, _ = store_doors(con)
    first: Run = replace(run_over(dataset), n_planned=3)
    ingest(con, open_journal(db, first))
    ingest(
        con,
        open_journal(db, replace(first, n_planned=12, finished_at="2026-11-20T15:00:00+02:00")),
    )
    assert con.execute("SELECT n_planned, finished_at::VARCHAR FROM runs").fetchall() == [
        (12, "2026-11-20 13:00:00")
    ]
