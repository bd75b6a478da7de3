"""A run watched from outside, in its journal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.ask.runs import Progress
from engine.ask.runs.lock import alone
from engine.core.items import Grade, Outcome, Response
from engine.core.statistics import Counts, clustered
from engine.store import Journal, Run, open_journal

RUN = Run("5" * 64, "hand", "0" * 64, "m", "endpoint", "zero-shot", n_planned=10)
START = 1_767_225_600.0  # 2026-01-01


def at(second: int) -> str:
    return f"2026-01-01T00:00:{second:02}.000+00:00"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return open_journal(tmp_path / "x.duckdb", RUN)


@pytest.fixture
def write(folder: Path) -> Callable[..., None]:
    def written(
        number: int,
        outcome: Outcome,
        second: int = 0,
        group: int | None = None,
        **more: object,
    ) -> None:
        with Journal(folder, "answers") as journal:
            kind = "timeout" if outcome is Outcome.ERROR else None
            response = Response(f"{number}", asked_at=at(second), error_kind=kind)
            verdict = Grade(None, None, outcome, outcome, "rule")
            journal.append(replace(response, **more), verdict, group)  # type: ignore[arg-type]

    return written


def test_an_error_gives_way_to_an_answer(folder: Path, write: Callable[..., None]) -> None:
    write(1, Outcome.ERROR)
    write(2, Outcome.ERROR)
    seen = Progress(folder)
    seen.read_on()
    tally = seen.tally
    assert (tally.n, tally.errors) == (0, {"timeout": 2})
    write(1, Outcome.RIGHT, prompt_tokens=5, completion_tokens=7)
    write(1, Outcome.WRONG)
    seen.read_on()
    assert (tally.n, tally.errors) == (1, {"timeout": 1})
    assert tally.outcomes == {Outcome.RIGHT: 1}
    assert (tally.prompt_tokens, tally.completion_tokens, tally.unknown) == (5, 7, 0)


def test_the_interval_goes_by_groups_as_the_board_does(
    folder: Path, write: Callable[..., None]
) -> None:
    for number in range(30):
        write(number, Outcome.RIGHT if number < 18 else Outcome.WRONG, group=number // 3)
    seen = Progress(folder)
    seen.read_on()
    assert seen.tally.interval == clustered([Counts(3, 3)] * 6 + [Counts(0, 3)] * 4)
    write(30, Outcome.WRONG)  # as journals were written before: of no group
    seen.read_on()
    alone = [Counts(3, 3)] * 6 + [Counts(0, 3)] * 4 + [Counts(0, 1)]
    assert seen.tally.interval == clustered(alone)


def test_half_a_line_is_read_when_it_is_whole(folder: Path, write: Callable[..., None]) -> None:
    write(1, Outcome.RIGHT)
    write(2, Outcome.RIGHT)
    journal = folder / "answers.jsonl"
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-20])
    seen = Progress(folder)
    seen.read_on()
    assert seen.tally.n == 1
    journal.write_bytes(whole)
    seen.read_on()
    assert seen.tally.n == 2


def test_a_run_is_going_on_while_its_process_holds_the_lock(folder: Path) -> None:
    seen = Progress(folder)
    seen.read_on()
    assert not seen.is_running
    with alone(folder, RUN.run_hash):
        seen.read_on()
        assert seen.is_running
    seen.read_on()  # the file is left, as a killed process leaves it
    assert not seen.is_running
    (folder / "lock").write_text("4194305")  # more than a process id can be
    seen.read_on()
    assert not seen.is_running


def test_rate_and_time_left_are_of_the_last_minute(
    folder: Path, write: Callable[..., None]
) -> None:
    for number in range(4):
        write(number, Outcome.RIGHT, 10 * number)
    seen = Progress(folder)
    seen.read_on()
    assert seen.rate(START + 40) is None  # nobody asks
    seen.since = START
    assert seen.rate(START + 40) == pytest.approx(0.1)
    assert seen.seconds_left(START + 40) == pytest.approx(60)
    assert seen.rate(START + 80) == pytest.approx(2 / 60)
    assert seen.rate(START + 200) is None
