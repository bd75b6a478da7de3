"""Runs that look alike on a board have labels of the settings that differ, and only these."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.analysis.boards import left_out
from engine.analysis.boards.across import run_labels
from engine.analysis.boards.score import Configuration, configuration_of
from engine.analysis.sources.query import Row, rows_of
from engine.store import Run, connect, register_run, store_answers
from tests.store.material import answers, run_over, store_doors

Answered = tuple[list[Row], list[Row]]
"""All runs by the view `board_runs`, and those left out of boards."""


def run(name: str, settings: str, **more: Any) -> Run:  # Any: columns of runs
    made = Run(name * 64, "doors", "", "m", "endpoint", "cot", settings=settings)
    return replace(made, **{"endpoint": "http://a/v1", "is_batched": False, **more})


def answered(folder: Path, *runs: Run, n: int | None = None) -> Answered:
    """The views over runs that all got answers to the same items; the last only to `n` of them."""
    with closing(connect(folder / "e.duckdb")) as con:
        dataset, made = store_doors(con)
        planned = run_over(dataset)
        for one in runs:
            items = made[:n] if one is runs[-1] else made
            full = replace(one, dataset_hash=planned.dataset_hash, n_planned=len(made))
            store_answers(con, register_run(con, full), answers(items, lambda item: item.gold))
        rows = rows_of(con)
        return rows("FROM board_runs ORDER BY run_hash"), left_out(rows)


def labels(folder: Path, *runs: Run) -> list[str | None]:
    return [row["label"] for row in answered(folder, *runs)[0]]


def configured(settings: str, folder: Path) -> Configuration:
    folder.mkdir()
    [row] = answered(folder, run("a", settings))[0]
    return configuration_of(row["configuration"])


def test_the_settings_that_differ_are_named_and_no_others(tmp_path: Path) -> None:
    runs = run("a", '{"temperature":0.5,"seed":1}'), run("b", '{"seed":1}')
    assert labels(tmp_path, *runs, run("c", "{}", prompt="zero-shot")) == [
        "temperature 0.5", "temperature not set", None
    ]  # fmt: skip


def test_other_samples_endpoints_and_wordings_are_named_too(tmp_path: Path) -> None:
    first = run("a", '{"prompt":"cot@1"}')
    second = run("b", '{"prompt":"cot@2"}', samples=3, beside=("http://b/v1",))
    assert labels(tmp_path, first, second) == [
        "wording cot@1, samples 1, endpoint http://a/v1",
        "wording cot@2, samples 3, endpoint http://a/v1, http://b/v1",
    ]


def test_what_went_out_in_batches_is_distinguished_from_what_did_not(tmp_path: Path) -> None:
    batches = (True, False, None)
    runs = [run(name, "{}", is_batched=one) for name, one in zip("abc", batches, strict=True)]
    rows, _ = answered(tmp_path, *runs)
    assert [row["label"] for row in rows] == [
        "asked in batches", "asked one by one", "asked not known how"
    ]  # fmt: skip
    assert {row["configuration"] for row in rows} == {"{}"}


def test_of_runs_with_one_configuration_the_fullest_stands_then_the_latest(tmp_path: Path) -> None:
    same = '{"max_tokens":9}'
    runs = run("a", same), run("b", same), run("c", '{"max_tokens":90}'), run("d", same)
    rows, apart = answered(tmp_path, *runs, n=3)
    assert [(row["stands"], row["label"]) for row in rows] == [
        (False, "max tokens 9, run aaaaaaaaaaaa"),
        (True, "max tokens 9"),
        (True, "max tokens 90"),
        (False, "max tokens 9, run dddddddddddd"),
    ]
    assert [row["run_hash"][0] for row in apart] == ["a", "d"]
    assert all("the one with most answers, then the latest" in row["reason"] for row in apart)


def test_runs_on_several_data_sets_have_a_configuration_by_settings(tmp_path: Path) -> None:
    first = configured('{"prompt":"cot@1","seed":1}', tmp_path / "1")
    assert first == configured('{"prompt":"cot@2","seed":1}', tmp_path / "2")
    assert first != configured('{"prompt":"cot@1","seed":2}', tmp_path / "3")
    built_in = {configured(f'{{"engine":"0.{n}"}}', tmp_path / f"b{n}") for n in "12"}
    assert built_in == {configuration_of(None)} == {()}


def test_configurations_have_labels_where_one_look_has_several() -> None:
    cold, warm = (configuration_of(f'{{"temperature":"{degrees}"}}') for degrees in (0, 1))
    assert run_labels([("m", cold), ("m", warm), ("m", ()), ("other", cold)]) == {
        ("m", cold): "temperature 0",
        ("m", warm): "temperature 1",
        ("m", ()): None,
        ("other", cold): None,
    }
