"""What a run must survive: each as a process of its own, over real HTTP."""

import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest

from engine.store import connect_read_only, journals
from tests.examples import is_full
from tests.loopback import Loopback, loopback

MAIN = "from engine.start import main; main()"
KEY = "sk-planted-0123456789"
IN_FLIGHT = 4
PATIENCE_S = 300
"""How long anything may take, where the machine is busy."""
_KILLS_OF_A_RUN = 50


def _start(
    db: Path, server: Loopback, *more: str, program: str = MAIN, before: tuple[str, ...] = ()
) -> subprocess.Popen[str]:
    command = ("evaluate", "hand", "--model", "m", "--base-url", server.url, "--json",
               "--concurrency", str(IN_FLIGHT), *more)  # fmt: skip
    return subprocess.Popen(
        [*before, sys.executable, "-c", program, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "SORITES_DB": str(db), "OPENAI_API_KEY": KEY},
    )


def _run(
    db: Path, server: Loopback, *more: str, program: str = MAIN, before: tuple[str, ...] = ()
) -> tuple[int, str, str]:
    with _start(db, server, *more, program=program, before=before) as process:
        out, err = process.communicate(timeout=PATIENCE_S)
    return process.returncode, out, err


def _summary(out: str) -> dict[str, Any]:  # Any: JSON
    (run,) = orjson.loads(out)["runs"]
    assert isinstance(run, dict)
    return run


def _stored(db: Path) -> list[tuple[int, int]]:
    """How many answers, and to how many questions."""
    with connect_read_only(db) as con:
        return con.execute(
            "SELECT count(*), count(DISTINCT (item_id, sample, rotation)) FROM responses"
        ).fetchall()


def _wait_for(server: Loopback, requests: int, process: subprocess.Popen[str]) -> None:
    """Wait until so many requests have come; they must come while the process runs."""
    deadline = time.monotonic() + PATIENCE_S
    while server.requests.total() < requests:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.002)


def test_killed_at_random_moments_every_question_has_one_answer(
    tmp_path: Path, made: Callable[[int], Path]
) -> None:
    """Many kills are spread over several runs, as a run reads its whole journal when it starts."""
    kills, done, rng = int(os.environ.get("SORITES_KILLS", 6 if is_full() else 2)), 0, Random(7)
    n_answers = n_again = 0
    while done < kills:
        part = min(_KILLS_OF_A_RUN, kills - done)
        folder = tmp_path / str(done)
        folder.mkdir()
        answers, again = _killed(
            Path(shutil.copy(made(max(84, 14 * part)), folder / "test.duckdb")), part, rng
        )
        done, n_answers, n_again = done + part, n_answers + answers, n_again + again
        print(f"{done:,} kills: {n_answers:,} answers, {n_again:,} asked again", flush=True)  # noqa: T201


def _killed(db: Path, kills: int, rng: Random) -> tuple[int, int]:
    """Kill a run so often, then finish it: how many answers it has, and how many were repeated."""
    with loopback(latency_s=0.01) as server:
        for kill in range(kills):
            with _start(db, server) as process:
                _wait_for(server, 35 * kill + rng.randrange(1, 35), process)
                time.sleep(rng.random() * 0.01)
                process.kill()
        code, out, err = _run(db, server)
    assert code == 0, err
    n = _summary(out)["n_planned"]
    assert _summary(out)["n"] == n >= 240
    assert _stored(db) == [(n, n)]
    assert len(server.requests) == n
    assert server.requests.total() <= n + kills * IN_FLIGHT
    return n, server.requests.total() - n


def test_what_is_no_answer_is_an_error_row_and_is_asked_again_alone(db: Path) -> None:
    faults = ["html", "error-200", "no-choice", "flood", "400", "400"]
    with loopback(faults=faults) as server:
        code, out, err = _run(db, server)
        assert code == 1, err
        assert _summary(out)["errors"] == {
            "no-choice": 1, "page": 1, "refused": 1, "rejected": 2, "too-large": 1
        }  # fmt: skip
        assert (_summary(out)["n"], server.requests.total()) == (18, 24)
        code, out, _ = _run(db, server)
    assert (code, _summary(out)["asked"], server.requests.total()) == (0, 6, 30)
    assert _stored(db) == [(24, 24)]


@pytest.mark.full(quick="ask/respondents/test_secrets.py")
def test_a_wrong_key_ends_in_one_sentence_that_does_not_show_it(db: Path) -> None:
    with loopback(faults=["401"] * 99) as server:
        code, out, err = _run(db, server)
    assert code == 1
    assert "refuses the key" in _summary(out)["halted"]
    assert KEY not in out + err
    assert "Traceback" not in err


def test_a_full_disk_ends_in_one_sentence_and_the_run_goes_on_later(db: Path) -> None:
    # no file may grow beyond the database's own size, as on a disk that is full
    limit = (
        f"import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        f" resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, {resource.RLIM_INFINITY})); {MAIN}"
    )
    with loopback() as server:
        code, out, err = _run(db, server, program=limit)
        assert (code, out) == (2, "")
        assert "cannot write the journal" in err
        assert "File too large" in err
        assert "Traceback" not in err
        asked = server.requests.total()
        assert 0 < asked < 24
        code, out, err = _run(db, server)
    assert code == 0, err
    assert _stored(db) == [(24, 24)]
    # again: the answer that could not be written, and what was in flight when that was seen
    assert server.requests.total() <= 24 + 1 + IN_FLIGHT


def _bound_by_permissions() -> tuple[str, ...]:
    """What starts a process that file permissions bind, as they do not bind the root user."""
    if os.geteuid():
        return ()
    if not shutil.which("setpriv"):
        pytest.skip("permissions do not bind the root user, and there is no setpriv to change that")
    return ("setpriv", "--bounding-set", "-dac_override")


def test_a_directory_that_cannot_be_written_is_refused_before_anything_is_asked(
    db: Path,
) -> None:
    before = _bound_by_permissions()
    db.parent.chmod(0o555)
    try:
        with loopback() as server:
            code, _, err = _run(db, server, before=before)
    finally:
        db.parent.chmod(0o755)
    assert not (db.parent / "journal").exists()
    assert code == 2
    assert "cannot write a journal" in err
    assert "Traceback" not in err
    assert server.requests.total() == 0


@pytest.mark.full(
    quick="ask/runs/test_run.py::test_a_torn_line_of_the_journal_is_asked_again_and_nothing_else"
)
def test_a_journal_cut_in_the_middle_of_a_line_costs_that_line_only(
    db: Path, made: Callable[[int], Path]
) -> None:
    with loopback() as server:
        _run(db, server)
        shutil.copy(made(12), db)  # the answers are in the journal alone
        (folder,) = journals(db)
        (file,) = folder.glob("*.jsonl")
        file.write_bytes(file.read_bytes()[:-50])
        code, out, err = _run(db, server, "--again")
    assert code == 0, err
    assert _summary(out)["asked"] == 1
    assert _stored(db) == [(24, 24)]


@contextmanager
def _held(db: Path) -> Iterator[None]:
    """The database open in another process."""
    program = (
        "import duckdb, sys; con = duckdb.connect(sys.argv[1]); print('held', flush=True);"
        " sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(db)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        yield


def test_a_database_that_another_process_takes_meanwhile_gets_the_answers_later(db: Path) -> None:
    with loopback() as server:
        server.is_held = True
        with _start(db, server) as process:
            _wait_for(server, 1, process)
            with _held(db):
                server.is_held = False
                out, err = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0, err
        assert "held open by" in _summary(out)["postponed"]
        assert _summary(out)["n"] == 24
        code, out, _ = _run(db, server)
        assert (code, server.requests.total()) == (0, 24)
    assert _stored(db) == [(24, 24)]


def test_two_runs_at_once_share_a_database_and_one_run_is_made_by_one_process(db: Path) -> None:
    with loopback() as server:
        server.is_held = True
        with _start(db, server) as first, _start(db, server, "--temperature", "0") as other:
            _wait_for(server, 2 * IN_FLIGHT, first)
            code, _, err = _run(db, server)
            assert code == 2
            assert f"process {first.pid} is already making the run" in err
            server.is_held = False
            for process in (first, other):
                process.communicate(timeout=PATIENCE_S)
                assert process.returncode == 0
    assert server.requests.total() == 48
    assert _stored(db) == [(48, 24)]


@pytest.mark.full(quick="ask/respondents/test_pacing.py")
def test_what_may_pass_is_asked_again_even_when_the_clock_jumps(db: Path) -> None:
    # the wall clock of the process jumps a day back and forth at every look
    jumping = (
        "import time, itertools; real = time.time; jumps = itertools.cycle((0, -86400, 86400));"
        f" time.time = lambda: real() + next(jumps); {MAIN}"
    )
    with loopback(faults=["429-date", "500", "cut-after-headers", "silence", "cut"]) as server:
        code, out, err = _run(db, server, "--timeout", "1", program=jumping)
    assert code == 0, err
    assert (_summary(out)["n"], _summary(out)["errors"]) == (24, {})
    assert server.requests.total() == 29
    assert _stored(db) == [(24, 24)]


@pytest.mark.full(
    quick="ask/runs/test_command.py::test_ctrl_c_keeps_what_is_in_flight_and_says_how_to_go_on"
)
def test_ctrl_c_twice_ends_at_once(db: Path) -> None:
    with loopback(faults=["silence"] * 9) as server, _start(db, server) as process:
        deadline = time.monotonic() + PATIENCE_S
        while server.requests.total() < IN_FLIGHT:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130, err
    assert _summary(out)["n"] == 0
