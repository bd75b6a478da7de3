"""A crash simulator: a journal cut wherever a power failure may cut it, at each state of ingestion.

What was flushed is whole; what was not may be missing, cut within a line, or full of zeros. After
each cut the run goes on, as it would, and every question then has exactly one answer.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.core.paths import snapshot_path
from engine.core.workers import serial
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_spec
from engine.store import (
    Journal,
    catch_up,
    connect,
    ingest,
    open_journal,
    open_snapshot,
    publish,
    read_journal,
    read_run,
)
from tests.examples import is_full
from tests.items_by_hand import items
from tests.store.material import answers, count, run_over, store_doors

N = 12
ANSWERS = answers(items(4), lambda item: item.gold)


def write(folder: Path, given: list) -> None:
    with Journal(folder, "0") as journal:
        for response, grade in given:
            journal.append(response, grade)


def cuts(whole: bytes) -> Iterator[bytes]:
    """What a power failure may leave of the lines of a file."""
    lines = whole.splitlines(keepends=True)
    for kept in range(len(lines)):
        before = b"".join(lines[:kept])
        yield before
        yield before + lines[kept][: len(lines[kept]) // 2]
        yield before + bytes(len(lines[kept]))
        yield before + bytes(20) + b"\n" + b"".join(lines[kept + 1 :])


def test_after_any_cut_of_a_journal_every_question_has_one_answer(
    db: Path, con: DuckDBPyConnection
) -> None:
    folder = open_journal(db, run_over(store_doors(con)[0]))
    write(folder, ANSWERS)
    path = folder / "0.jsonl"
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    for ingested in range(0, N + 1, 1 if is_full() else 4):
        for cut in cuts(whole):
            con.execute("DELETE FROM responses")
            con.execute("DELETE FROM _journal")
            path.write_bytes(b"".join(lines[:ingested]))
            ingest(con, folder)
            path.write_bytes(cut)
            kept = {response.item for response, _ in read_journal(folder)}
            write(folder, [one for one in ANSWERS if one[0].item not in kept])
            ingest(con, folder)
            assert count(con, "responses") == N
            assert len({response.item for response, _ in read_journal(folder)}) == N


def test_after_any_cut_of_its_description_a_journal_says_so(
    db: Path, con: DuckDBPyConnection
) -> None:
    run = run_over(store_doors(con)[0])
    folder = open_journal(db, run)
    whole = (folder / "run.json").read_bytes()
    for size in range(0, len(whole), 1 if is_full() else 25):
        (folder / "run.json").write_bytes(whole[:size])
        with pytest.raises(InputError, match=r"run\.json cannot be read"):
            read_run(folder)
    assert read_run(open_journal(db, run)) == run


_IMPORTS = "import sys; from pathlib import Path; from engine.store import connect, publish;"
PUBLISH = f"{_IMPORTS} publish(Path(sys.argv[1]))"
CREATE = f"{_IMPORTS} connect(Path(sys.argv[1])).close()"


def killed(program: str, db: Path, after_s: float) -> None:
    with subprocess.Popen([sys.executable, "-c", program, str(db)]) as process:
        time.sleep(after_s)
        process.send_signal(signal.SIGKILL)


@pytest.mark.parametrize("program", [PUBLISH, CREATE])
def test_killed_at_any_moment_a_writer_leaves_nothing_half_made(db: Path, program: str) -> None:
    if program == PUBLISH:
        con = connect(db)
        folder = open_journal(db, run_over(store_doors(con)[0]))
        con.close()
        write(folder, ANSWERS)
        catch_up(db)
        publish(db)
    rng = Random(7)
    for _ in range(100 if is_full() else 3):
        if program == CREATE:
            db.unlink(missing_ok=True)
        killed(program, db, rng.uniform(0.1, 0.8))
        if program == PUBLISH:
            open_snapshot(snapshot_path(db)).release()
        elif db.exists():
            connect(db).close()
    (publish if program == PUBLISH else connect)(db)
    assert not list(db.parent.glob("*.partial*"))
    assert os.access(db, os.R_OK)


GENERATE = """
import sys
from pathlib import Path
from engine.cli import app
app(["generate", "justlogic", "-n", "3000", "--name", "x", "--workers", "1", "--db", sys.argv[1]])
"""


def test_a_first_generate_that_is_killed_leaves_no_database(tmp_path: Path) -> None:
    db = tmp_path / "first.duckdb"
    process = subprocess.Popen(
        [sys.executable, "-c", GENERATE, str(db)], stderr=subprocess.DEVNULL, start_new_session=True
    )
    until = time.monotonic() + 60
    while not list(tmp_path.glob("*.partial")):
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert not db.exists()
    generate_dataset(make_spec("justlogic", {}, 1, 3), "x", db, serial())
    assert [path.name for path in tmp_path.iterdir()] == [db.name]
