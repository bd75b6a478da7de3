from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

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
from engine.store.responses import ingestion
from tests.items_by_hand import items
from tests.store.material import META, answer, count, right, run_over, store_doors, write


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
