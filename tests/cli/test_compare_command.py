"""`sorites compare` over a small database, and `sorites power`."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.errors import InputError
from engine.store import connect, find_dataset, load_items, record_run
from tests.store.material import answers, run_over, store_doors

RUNS = {"a": ("good", "gold"), "b": ("bad", "true"), "c": ("bad", "uncertain")}


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "e.duckdb"
    with closing(connect(path)) as con:
        dataset, made = store_doors(con, 12)
        for letter, (model, says) in RUNS.items():
            run = replace(run_over(dataset, letter * 64, model), prompt=f"style-{letter}")
            shown = answers(made, lambda item, says=says: item.gold if says == "gold" else says)
            record_run(con, run, shown)
    return path


def test_runs_are_compared_by_the_groups_of_their_items(db: Path) -> None:
    found = CliRunner().invoke(app, ["compare", "doors", "good", "b" * 8, "--db", str(db)])
    assert found.exit_code == 0, found.output
    assert "36 items" in found.output
    assert "12 groups" in found.output
    asked = ["compare", "doors", "good", "b" * 8, "c" * 8, "--json", "--db", str(db)]
    document = json.loads(CliRunner().invoke(app, asked).output)
    assert [c["n_right"] for c in document["conditions"]] == [36, 12, 12]
    first, _, last = document["pairs"]
    assert (first["only_first"], first["only_second"]) == (24, 0)
    # two more right in each of twelve triples, and no less extreme exchange of names but one
    assert first["p"] == pytest.approx(2 / 2**12)
    assert first["p_holm"] == pytest.approx(3 * first["p"])
    assert last["difference"] == 0
    # the difference is that of the second from the first, whichever order they are named in
    turned = ["compare", "doors", "b" * 8, "good", "--json", "--db", str(db)]
    [pair] = json.loads(CliRunner().invoke(app, turned).output)["pairs"]
    assert (pair["first"], pair["second"], pair["difference"]) == ("b" * 8, "good", 24 / 36)
    assert pair["p"] == pair["p_holm"] == first["p"]


def test_a_name_means_the_run_that_stands_and_several_or_none_are_refused(db: Path) -> None:
    with pytest.raises(
        InputError, match=r"write one of these.*bbbbbbbbbbbb.*style-b.* or cccccccccccc"
    ):
        CliRunner().invoke(
            app, ["compare", "doors", "good", "bad", "--db", str(db)], catch_exceptions=False
        )
    with pytest.raises(InputError, match="answered by bad, good"):
        CliRunner().invoke(
            app, ["compare", "doors", "good", "other", "--db", str(db)], catch_exceptions=False
        )
    with closing(connect(db)) as con:  # once more with the same configuration, unfinished
        again = replace(run_over(find_dataset(con, "doors"), "d" * 64, "good"), prompt="style-a")
        record_run(con, again, answers(tuple(load_items(con, "doors"))[:3], lambda _: "true"))
    chosen = ["compare", "doors", "good", "b" * 8, "--json", "--db", str(db)]
    document = json.loads(CliRunner().invoke(app, chosen).output)
    assert [one["run"] for one in document["conditions"]] == ["a" * 64, "b" * 64]
    narrowed = ["compare", "doors", "bad", "b" * 64, "--prompt", "style-c", "--db", str(db)]
    with pytest.raises(InputError, match="no run"):
        CliRunner().invoke(app, narrowed, catch_exceptions=False)


def test_one_run_is_no_comparison(db: Path) -> None:
    with pytest.raises(InputError, match="two different runs"):
        CliRunner().invoke(
            app, ["compare", "doors", "good", "good", "--db", str(db)], catch_exceptions=False
        )


def test_power_says_what_a_plan_can_show() -> None:
    asked = ["power", "600", "--group", "3", "--correlation", "1", "--json"]
    document = json.loads(CliRunner().invoke(app, asked).output)
    assert document["effective_n"] == 200
    assert document["paired"] < document["unpaired"]
    text = CliRunner().invoke(app, ["power", "10", "--discordant", "0.1"]).output
    assert "no possible difference" in text
