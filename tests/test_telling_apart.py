"""Rows of a board that look alike are told apart by the settings of their runs, and only these."""

from __future__ import annotations

from typing import Any

from engine.analysis.run_labels import manner, manners_told, told_apart, with_runs_told


def run(name: str, settings: str | None, **more: Any) -> dict[str, Any]:
    made = {"model": "m", "prompt": "cot", "samples": 1, "endpoints": ["http://a/v1"]}
    made["is_batched"] = False
    return {**made, "settings": settings, "run_hash": name * 64, **more}


def told(*rows: dict[str, Any]) -> list[str | None]:
    return told_apart(rows, ("model", "prompt"))


def test_the_settings_that_differ_are_told_and_no_others() -> None:
    rows = run("a", '{"temperature":0.5,"seed":1}'), run("b", '{"seed":1}')
    assert told(*rows, run("c", "{}", prompt="zero-shot")) == [
        "temperature 0.5", "temperature not set", None
    ]  # fmt: skip


def test_other_samples_endpoints_and_wordings_are_told_too() -> None:
    first = run("a", '{"prompt":"cot@1"}')
    second = run("b", '{"prompt":"cot@2"}', samples=3, endpoints=["http://a/v1", "http://b/v1"])
    assert told(first, second) == [
        "wording cot@1, samples 1, endpoint http://a/v1",
        "wording cot@2, samples 3, endpoint http://a/v1, http://b/v1",
    ]


def test_what_went_out_in_batches_is_told_from_what_did_not() -> None:
    rows = run("a", "{}", is_batched=True), run("b", "{}"), run("c", "{}", is_batched=None)
    assert told(*rows) == ["asked in batches", "asked one by one", "asked not known how"]
    assert manner(rows[0]) == manner(rows[1])


def test_runs_of_the_same_settings_are_told_by_name() -> None:
    same = '{"max_tokens":9}'
    rows = run("a", same), run("b", same), run("c", '{"max_tokens":90}')
    assert told(*rows) == [
        "max tokens 9, run aaaaaaaaaaaa", "max tokens 9, run bbbbbbbbbbbb", "max tokens 90"
    ]  # fmt: skip
    assert told(*rows[:2]) == ["run aaaaaaaaaaaa", "run bbbbbbbbbbbb"]


def test_a_figure_of_a_paper_is_no_run() -> None:
    assert told(run("a", "{}"), run("b", None), run("c", None)) == [None, None, None]


def test_the_parts_of_a_run_are_told_apart_as_it_is() -> None:
    first, second = run("a", '{"seed":1}'), run("b", '{"seed":2}')
    parts = [{**one, "cell": cell} for one in (first, second) for cell in ("1", "2")]
    told = [row["settings"] for row in with_runs_told(parts, ("model", "prompt"))]
    assert told == ["seed 1", "seed 1", "seed 2", "seed 2"]


def test_runs_on_several_data_sets_are_of_one_manner_by_settings() -> None:
    first = run("a", '{"prompt":"cot@1","seed":1}')
    assert manner(first) == manner(run("b", '{"prompt":"cot@2","seed":1}', samples=3))
    assert manner(first) != manner(run("c", '{"prompt":"cot@1","seed":2}'))
    assert manner(first) == manner(run("d", '{"prompt":"cot@1","seed":1}', endpoints=["http://b"]))
    built_in = (run(name, f'{{"engine":"0.{name}"}}', endpoints=None) for name in "12")
    assert {manner(one) for one in built_in} == {manner(run("f", None))} == {()}


def test_manners_are_told_where_one_look_has_several() -> None:
    cold, warm = (manner(run("a", f'{{"temperature":{t}}}')) for t in (0, 1))
    told = manners_told([("m", cold), ("m", warm), ("m", ()), ("other", cold)])
    assert told == {
        ("m", cold): "temperature 0",
        ("m", warm): "temperature 1",
        ("m", ()): None,
        ("other", cold): None,
    }
