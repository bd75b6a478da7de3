"""Several real processes over one database."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from engine.core.errors import StoreError
from engine.store import (
    Journal,
    StoreBusy,
    catch_up,
    connect,
    connect_read_only,
    load_items,
    open_journal,
    open_snapshot,
    publish,
    read_journal,
)
from tests.items_by_hand import items
from tests.store.material import answers, count, journal_lines, run_over, store_doors

HOLD = """
import sys, duckdb
con = duckdb.connect(sys.argv[1], read_only=sys.argv[2] == "read")
print("open", flush=True)
sys.stdin.readline()
"""

WRITE = """
import sys
from pathlib import Path
from engine.store import Journal
from tests.items_by_hand import items
from tests.store.material import answer
with Journal(Path(sys.argv[1]), "0") as journal:
    sample = 0
    while True:
        for item in items(4):
            journal.append(*answer(item, item.gold, sample))
        sample = (sample + 1) % 128
"""

INSERT = """
import sys, duckdb
con = duckdb.connect(sys.argv[1])
con.execute("CREATE TABLE IF NOT EXISTS counted (n INTEGER)")
n = 0
while True:
    con.execute("INSERT INTO counted VALUES ($n)", {"n": n})
    print(n, flush=True)
    n += 1
"""


@contextmanager
def child(code: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    root = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def holding(db: Path, how: str) -> Iterator[subprocess.Popen[str]]:
    with child(HOLD, str(db), how) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process


def prepared(db: Path) -> Path:
    con = connect(db)
    folder = open_journal(db, replace(run_over(store_doors(con)[0]), samples=128))
    con.close()
    return folder


@pytest.mark.parametrize("how", ["read", "write"])
def test_who_holds_the_database_is_named(db: Path, how: str) -> None:
    prepared(db)
    with holding(db, how) as holder, pytest.raises(StoreBusy) as caught:
        connect(db, patience_s=0.1)
    assert caught.value.pid == holder.pid
    assert f"process {holder.pid}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_readers_stand_beside_each_other(db: Path) -> None:
    prepared(db)
    with holding(db, "read"):
        con = connect_read_only(db, patience_s=0.1)
        assert len(list(load_items(con, "doors"))) == 12
        con.close()
        open_snapshot(publish(db, patience_s=0.1)).release()


def test_a_writer_keeps_readers_out_in_a_sentence(db: Path) -> None:
    prepared(db)
    with holding(db, "write") as holder:
        for attempt in (connect_read_only, publish):
            with pytest.raises(StoreError, match=f"process {holder.pid}"):
                attempt(db, patience_s=0.1)


def test_a_lock_given_up_in_time_is_waited_for(db: Path) -> None:
    prepared(db)
    with holding(db, "read") as holder:
        assert holder.stdin is not None
        print(file=holder.stdin, flush=True)
        connect(db, patience_s=30).close()


def test_a_reader_never_stops_or_loses_a_run(db: Path) -> None:
    folder = prepared(db)
    given = answers(items(4), lambda item: item.gold)
    with holding(db, "read") as holder:
        with Journal(folder, "0") as journal:
            for n, (response, grade) in enumerate(given, 1):
                journal.append(response, grade)
                assert journal_lines(folder) == n
        shown = catch_up(db, patience_s=0.1)
        assert shown.added == 0
        assert shown.postponed is not None
        assert f"process {holder.pid}" in shown.postponed
    assert catch_up(db).added == len(given)
    assert catch_up(db).added == 0


def test_a_killed_worker_loses_no_answer_that_was_recorded(db: Path) -> None:
    folder = prepared(db)
    with child(WRITE, str(folder)) as worker:
        while journal_lines(folder) < 200:
            time.sleep(0.01)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    recorded = journal_lines(folder)
    assert len(list(read_journal(folder))) == recorded
    assert catch_up(db).added == recorded
    with child(WRITE, str(folder)):
        while journal_lines(folder) < 2 * recorded + 1:
            time.sleep(0.01)
    assert catch_up(db).added >= 0
    con = connect(db)
    assert count(con, "responses") == len(
        {(r.item, r.sample, r.rotation) for r, _ in read_journal(folder)}
    )
    con.close()


def test_a_killed_writer_loses_nothing_that_was_committed(db: Path) -> None:
    prepared(db)
    with child(INSERT, str(db)) as writer:
        assert writer.stdout is not None
        while int(writer.stdout.readline()) < 50:
            pass
        writer.send_signal(signal.SIGKILL)
        last = max([50, *(int(line) for line in writer.stdout.read().split())])
    snapshot = open_snapshot(publish(db))
    n = snapshot.rows("SELECT count(*) AS n FROM counted")[0]["n"]
    assert n >= last + 1
    snapshot.release()
