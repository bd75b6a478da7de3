"""A crash simulator: a journal cut wherever a power failure may cut it, at each state of ingestion.

What was flushed is whole; what was not may be missing, cut within a line, or full of zeros. After
each cut the run goes on, as it would, and every question then has exactly one answer.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import duckdb
import orjson
import pytest
from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.core.paths import snapshot_path
from engine.core.workers import serial
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_spec
from engine.pipeline.replies.importing import import_questions
from engine.store import (
    catch_up,
    connect,
    ingest,
    migrations,
    open_journal,
    open_snapshot,
    publish,
    read_journal,
    read_run,
)
from engine.store.responses.journal import read_planned
from engine.store.responses.planned import Planned
from tests.examples import is_full
from tests.items_by_hand import items
from tests.killing import kills, report
from tests.store.material import answers, count, run_over, store_doors, write

N = 12
LATER = Path(__file__).parent / "later"
"""An example of a migration that a later version may have."""
ANSWERS = answers(items(4), lambda item: item.gold)


def kills_each() -> int:
    return 45 if is_full() else 3


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
    states = range(0, N + 1, 1 if is_full() else 4)
    for ingested in states:
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
    n = len(states) * len(list(cuts(whole)))
    report("a journal cut at and in every line: every question has one answer", f"{n} cuts")


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


def test_after_any_cut_of_its_list_of_questions_a_journal_says_so(
    db: Path, con: DuckDBPyConnection
) -> None:
    run = run_over(store_doors(con)[0])
    asked = Planned((response.item, 1) for response, _ in ANSWERS)
    folder = open_journal(db, run, asked)
    whole = (folder / "planned.bin").read_bytes()
    for size in range(0, len(whole), 1 if is_full() else 5):
        (folder / "planned.bin").write_bytes(whole[:size])
        with pytest.raises(InputError, match="list of questions cannot be read"):
            read_planned(folder)
    assert read_planned(open_journal(db, run, asked)) is not None


_BEGIN = "import sys; from pathlib import Path; db = Path(sys.argv[1]); print(flush=True);"
PUBLISH = f"from engine.store import publish; {_BEGIN} publish(db)"
CREATE = f"from engine.store import connect; {_BEGIN} connect(db).close()"
MIGRATE = (
    "from pathlib import Path; from engine.store import migrations;"
    f" migrations.FOLDER = Path({str(LATER)!r}); {CREATE}"
)
IMPORT = (
    f"from engine.pipeline.replies.importing import import_questions; {_BEGIN}"
    " import_questions(db.with_name('asked.jsonl'), 'asked', db)"
)
N_ASKED = 2_000


def answered(db: Path) -> None:
    """A database with the answers of a run."""
    con = connect(db)
    folder = open_journal(db, run_over(store_doors(con)[0]))
    con.close()
    write(folder, ANSWERS)
    catch_up(db)


def is_kept(db: Path, n_answers: int = N) -> bool:
    """Whether a database opens, and no answer has been lost."""
    with closing(connect(db)) as con:
        return count(con, "responses") == n_answers


def test_a_publish_killed_at_any_moment_leaves_a_whole_snapshot(db: Path) -> None:
    answered(db)
    for _ in kills(
        "`publish`: the snapshot is whole, old or new", PUBLISH, db, n=kills_each(), cwd=db.parent
    ):
        open_snapshot(snapshot_path(db)).release()
    publish(db)
    assert not list(db.parent.glob("*.partial*"))


def test_a_database_whose_making_is_killed_at_any_moment_is_whole_or_absent(db: Path) -> None:
    for _ in kills(
        "a database in the making: whole or absent", CREATE, db, n=kills_each(), cwd=db.parent
    ):
        assert not db.exists() or is_kept(db, 0)
        db.unlink(missing_ok=True)
    connect(db).close()
    assert not list(db.parent.glob("*.partial*"))


def test_an_import_killed_at_any_moment_is_whole_or_absent(db: Path) -> None:
    answered(db)
    question = {"passage": "p", "question": "q", "options": ["a", "b"], "answer": "A"}
    lines = [orjson.dumps({"id": n, **question}) for n in range(N_ASKED)]
    db.with_name("asked.jsonl").write_bytes(b"\n".join(lines))
    before = db.with_name("before")
    shutil.copy(db, before)
    found = set()
    for _ in kills(
        "an import of 2,000 questions: whole or absent, no other answer lost",
        IMPORT,
        db,
        n=kills_each(),
        cwd=db.parent,
    ):
        with closing(connect(db)) as con:
            found.add(count(con, "items"))
        assert is_kept(db)
        db.with_name(f"{db.name}.wal").unlink(missing_ok=True)
        shutil.copy(before, db)
    assert found <= {N, N + N_ASKED}
    import_questions(db.with_name("asked.jsonl"), "asked", db)


def test_a_migration_killed_at_any_moment_is_done_or_not_begun(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(connect(db)) as con:
        con.execute(
            "INSERT INTO datasets SELECT n, 'set ' || n, 'f', NULL, 1, '{}', 0, 'imported', 1, 'h',"
            " 'v', now()::TIMESTAMP, NULL FROM range(50) t(n)"
        )
    monkeypatch.setattr(migrations, "FOLDER", LATER)
    before = db.with_name("before")
    shutil.copy(db, before)
    for _ in kills(
        "a migration that renames and adds columns: done or not begun, no row lost",
        MIGRATE,
        db,
        n=kills_each(),
        cwd=db.parent,
    ):
        with closing(duckdb.connect(db)) as con:  # as it was left
            assert count(con, "datasets") == 50
            assert count(con, "_migrations") in (2, 3)
        with closing(connect(db)) as con:
            assert count(con, "datasets") == 50
            assert migrations.is_current(con)
        shutil.copy(before, db)


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
