"""The command as its users meet it: a process of its own, over real HTTP."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from engine.ask.prompts import QuestionKind
from engine.ask.prompts.message import question
from engine.ask.respondents import baselines_for
from engine.cli import main
from engine.core.canary import canary
from engine.core.paths import snapshot_path
from engine.store import connect_read_only, load_items
from tests.examples import is_full
from tests.loopback import Loopback, loopback

_MAIN = "from engine.start import main; main()"


def _start(db: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _MAIN, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "SORITES_DB": str(db), "OPENAI_API_KEY": "sk-planted-0123456789"},
    )


def _run(db: Path, *arguments: str) -> tuple[int, str, str]:
    with _start(db, *arguments) as process:
        out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def _wait_for(server: Loopback, requests: int) -> None:
    deadline = time.monotonic() + 120
    while server.answered.total() < requests:
        assert time.monotonic() < deadline
        time.sleep(0.005)


def _count(db: Path) -> int:
    con = connect_read_only(db)
    try:
        return int(con.execute("SELECT count(*) FROM responses").fetchall()[0][0])
    finally:
        con.close()


def test_failures_are_in_the_json_with_the_sentence_of_the_endpoint(db: Path) -> None:
    with loopback(faults=["404"] * 24) as server:
        code, out, _ = _run(
            db, "evaluate", "hand", "--model", "m", "--base-url", server.url, "--json"
        )
    [run] = orjson.loads(out)["runs"]
    assert (code, run["n"]) == (1, 0)
    assert run["failures"][0]["sentence"] == "HTTP 404: no such model"
    assert sum(run["errors"].values()) == sum(one["n"] for one in run["failures"])


def test_ctrl_c_keeps_what_is_in_flight_and_says_how_to_go_on(
    bigger: Callable[[int], Path],
) -> None:
    db = bigger(84)
    with loopback(latency_s=0.05) as server:
        command = ("evaluate", "hand", "--model", "m", "--base-url", server.url)
        with _start(db, *command, "--concurrency", "4") as process:
            _wait_for(server, 20)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=120)
        assert process.returncode == 130, err
        assert f"continue with: sorites evaluate hand --model m --base-url {server.url}" in (
            " ".join(out.split())
        )
        stored = _count(db)
        assert stored == server.requests.total() < 240
        code, _, err = _run(db, *command)
    assert code == 0, err
    assert _count(db) == server.requests.total() == 240


def test_replies_given_up_at_a_second_ctrl_c_are_asked_again_and_no_others(db: Path) -> None:
    command = ("evaluate", "hand", "--model", "m", "--split", "all", "--no-check")
    with loopback(latency_s=0.02, faults=[""] * 20 + ["silence"] * 4) as server:
        where = ("--base-url", server.url, "--concurrency", "4")
        with _start(db, *command, *where) as process:
            _wait_for(server, 20)
            while server.requests.total() < 24:
                time.sleep(0.005)
            process.send_signal(signal.SIGINT)
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=120)
        assert process.returncode == 130, err
        assert "waiting up to 5 s for the replies in flight" in " ".join(err.split())
        assert _count(db) == 20
        code, _, err = _run(db, *command, *where)
    assert code == 0, err
    assert _count(db) == len(server.requests) == 36
    assert sorted(server.requests.values()) == [1] * 32 + [2] * 4
    assert set(server.answered.values()) == {1}


def test_requests_that_time_out_are_asked_again_and_answered_once(db: Path) -> None:
    with loopback(faults=["silence"] * 4) as server:
        command = ("evaluate", "hand", "--model", "m", "--base-url", server.url, "--no-check")
        code, _, err = _run(db, *command, "--timeout", "1")
    assert code == 0, err
    assert _count(db) == len(server.requests) == 24
    assert (server.requests.total(), set(server.answered.values())) == (28, {1})


def test_a_plan_is_stated_beforehand_and_asks_nothing(db: Path) -> None:
    with loopback() as server:
        command = ("--model", "m", "--base-url", server.url, "--dry-run", "--json")
        code, out, err = _run(db, "evaluate", "hand", *command, "--max-tokens", "10")
        assert code == 0, err
        (plan,) = orjson.loads(out)["plans"]
        assert (plan["to_ask"], plan["tokens_received"], plan["cost_usd"]) == (24, 240, None)
        code, _, err = _run(db, "evaluate", "suite", "absent", *command)
        assert code == 2
        assert "absent" in err
        code, _, err = _run(db, "evaluate", "hand", "extra", *command)
        assert code == 2
        assert "evaluate suite extra" in err
        assert server.requests.total() == 0


def test_all_built_in_respondents_are_asked_in_one_command(db: Path) -> None:
    code, out, err = _run(db, "evaluate", "hand", "--baselines", "--json")
    assert code == 0, err
    assert "solver on hand" in err  # the bars go on beside the document
    runs = {run["model"]: run for run in orjson.loads(out)["runs"]}
    assert runs.keys() == set(baselines_for(QuestionKind.STATEMENT))
    assert runs["solver"]["accuracy"] == 1
    assert runs["constant-true"]["accuracy"] == pytest.approx(1 / 3)
    assert snapshot_path(db).is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "one respondent with --model, or use --baselines"),
        (("--model", "random", "--baselines"), "one respondent with --model"),
        (("--model", ""), "one respondent with --model"),
        (("--model", "baseline:oracle"), "no built-in respondent 'oracle'"),
        (("--model", "prover-99"), "prover-99 is not a built-in respondent"),
        (("--model", "constant-x"), "constant-true, constant-false"),
        (("--model", "Solver"), "give its endpoint with --base-url"),
        (("--model", "random", "--base-url", "http://127.0.0.1:1/v1"), "built in"),
        (("--model", "m", "--base-url", "127.0.0.1"), "--base-url must be"),
        (("--model", "m", "--key-env", "ABSENT_KEY"), "ABSENT_KEY holds no key"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_exit_2(
    db: Path,
    arguments: tuple[str, ...],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SORITES_DB", str(db))
    monkeypatch.setattr("sys.argv", ["sorites", "evaluate", "hand", *arguments])
    with pytest.raises(SystemExit, match="2"):
        main()
    printed = capsys.readouterr()
    assert printed.out == ""
    assert message in " ".join(printed.err.split())


def test_the_prompt_command_prints_what_a_model_is_sent(db: Path) -> None:
    with loopback() as server:
        _run(db, "evaluate", "hand", "--model", "m", "--base-url", server.url, "--limit", "1",
             "--prompt", "cot")  # fmt: skip
    con = connect_read_only(db)
    asked = server.bodies[0]["messages"][-1]["content"]
    (item,) = (i for i in load_items(con, "hand") if question(i, "none") == asked)
    con.close()
    code, out, err = _run(db, "prompt", item.hash[:12], "--prompt", "cot", "--json")
    assert code == 0, err
    shown = orjson.loads(out)
    assert shown["messages"] == server.bodies[0]["messages"]
    assert shown["canary"] == canary()
    code, out, _ = _run(db, "prompt", f"hand:{item.index}")
    assert code == 0
    assert canary() in out
    assert question(item, "none") in out


def test_odd_folders_and_locales_change_nothing(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = tmp_path / "an ' \" ü % # é"
    odd.mkdir()
    db = db.rename(odd / "e.duckdb")
    monkeypatch.delenv("HOME", raising=False)
    for name, value in {"LC_ALL": "C", "TZ": "Asia/Kathmandu"}.items():
        monkeypatch.setenv(name, value)
    assert _run(db, "evaluate", "hand", "--model", "prover-3")[0] == 0
    code, out, err = _run(db, "leaderboard", "hand", "--json")
    assert (code, err) == (0, "")
    assert "prover-3" in out


def test_a_served_respondent_is_asked_like_any_model(db: Path) -> None:
    with _start(db, "serve", "solver", "--dataset", "hand", "--port", "0") as serving:
        try:
            assert serving.stdout is not None
            url = next(word for word in serving.stdout.readline().split() if "http" in word)
            command = ("evaluate", "hand", "--model", "s", "--base-url", url.strip(";"), "--json")
            for extra, right in (
                (("--prompt", "few-shot+forms"), 24),
                (("--probe", "no-context"), 8),
                *(
                    [(("--prompt", "zero-shot"), 24), (("--prompt", "cot"), 24)]
                    if is_full()
                    else ()
                ),
            ):
                code, out, err = _run(db, *command, *extra)
                assert code == 0, err
                assert orjson.loads(out)["runs"][0]["n_right"] == right
        finally:
            serving.send_signal(signal.SIGINT)
            _, shown = serving.communicate(timeout=120)
    assert serving.returncode == 0
    assert "stopped" not in shown
