"""The leaderboard of runs in all rotations, as it is printed and as JSON."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.io.published import load_figures
from engine.store import DatasetMeta, connect, connect_read_only, items_table, write_items
from tests.choices_by_hand import choices
from tests.store.choice_runs import ask

META = DatasetMeta("pairs", "by-hand-choice", 1, "{}", 0)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "test.duckdb"
    with connect(path) as con:
        write_items(con, META, items_table(choices(24, train=8)))
    for arguments in (("--baselines", "--rotations"), ("--model", "random")):
        assert run(path, "evaluate", "pairs", *arguments)[0] == 0
    return path


def run(db: Path, *arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, [*arguments, "--db", str(db)], env={"COLUMNS": "200"})
    return result.exit_code, result.stdout


def test_rotated_runs_stand_with_three_scores_and_what_guessing_gives(db: Path) -> None:
    code, shown = run(db, "leaderboard", "pairs")
    assert code == 0
    rotated, plain = shown.split("pairs, split test, in English, measured here")  # the plain run
    lines = {line.split("│")[2].strip(): line for line in rotated.splitlines() if "│" in line}
    for column in ("Accuracy", "Circular", "PartialCircular"):
        assert column in rotated
        assert column == "Accuracy" or column not in plain
    assert "100.0 (" in lines["solver"]
    guessing = lines["independent guessing"].split("│")
    assert [cell.strip() for cell in guessing[4:7]] == ["25.0", "0.4", "8.5"]
    assert rotated.count("in all orders of the options, measured here") == 1


def test_the_json_board_has_all_metrics_and_chance(db: Path) -> None:
    code, out = run(db, "leaderboard", "pairs", "--json")
    assert code == 0
    board = orjson.loads(out)
    [solver] = [row for row in board["rows"] if row["model"] == "solver"]
    assert (solver["origin"], solver["setting"]) == ("measured", "rotations")
    assert [solver[name] for name in ("value", "circular", "partial_circular")] == [1, 1, 1]
    assert max(solver[low] for low in ("low", "circular_low", "partial_circular_low")) < 1
    chance = {row["metric"]: row["value"] for row in board["chance"]}
    assert chance["partial_circular"] == pytest.approx(0.0845, abs=5e-5)


def test_evaluate_tells_the_interval_that_the_board_has(db: Path) -> None:
    for way in ((), ("--rotations",)):
        asked = ("evaluate", "pairs", "--model", "random", *way)
        code, out = run(db, *asked, "--json")
        assert code == 0
        [shown] = orjson.loads(out)["runs"]
        with connect_read_only(db) as con:
            [(low, high)] = con.execute(
                "SELECT low, high FROM accuracy WHERE run_hash = $hash", {"hash": shown["run_hash"]}
            ).fetchall()
        assert (shown["low"], shown["high"]) == pytest.approx((low, high), abs=1e-12)
        text = CliRunner().invoke(app, [*asked, "--db", str(db)], env={"COLUMNS": "200"}).output
        assert f"(95% interval {low:.1%} to {high:.1%})" in " ".join(text.split())


def test_reported_tables_stand_apart_from_what_is_measured(db: Path) -> None:
    with connect(db) as con:
        load_figures(con)
    _, shown = run(db, "leaderboard", "divlogiceval-published-test")
    assert "divlogiceval-published-test, in all orders of the options, reported by others" in shown
    assert "OpenAI o1-preview" in shown
    assert "Graduate students" in shown
    assert "measured here" not in shown


def test_what_was_asked_and_how_far_stands_on_the_board(db: Path) -> None:
    for part in (("--split", "train"), ("--split", "all"), ("--language", "all")):
        arguments = ("evaluate", "pairs", "--model", "solver", "--rotations", *part)
        assert run(db, *arguments)[0] == 0
    with connect(db) as con:
        con.execute("UPDATE runs SET n_planned = n_planned + 1 WHERE split IS NULL")
    _, shown = run(db, "leaderboard", "pairs")
    boards = [one for one in shown.split("pairs, ")[1:] if "in all orders" in one]
    assert all(one.count("│ solver") == 1 for one in boards)
    assert len(boards) == 4
    for label in ("split train", "all splits", "all languages"):
        assert sum(one.startswith(label) or label in one.split("\n")[0] for one in boards) == 1
    unfinished = ["all splits" in one for one in boards]
    assert unfinished == ["unfinished" in one for one in boards]


def test_a_respondent_asked_what_it_has_learnt_from_is_marked(db: Path) -> None:
    arguments = ("evaluate", "pairs", "--model", "option-words", "--split")
    result = CliRunner().invoke(app, [*arguments, "all", "--db", str(db)])
    assert "option-words was trained on some of these questions" in result.stderr
    result = CliRunner().invoke(app, [*arguments, "test", "--db", str(db)])
    assert "was trained on" not in result.stderr
    _, shown = run(db, "leaderboard", "pairs")
    marked = [line for line in shown.splitlines() if "trained on these" in line]
    assert len(marked) == 1
    assert "option-words" in marked[0]


def test_a_board_without_scores_tells_of_contamination(tmp_path: Path) -> None:
    path = tmp_path / "probed.duckdb"
    with connect(path) as con:
        write_items(con, META, items_table(choices(24)))
    assert "there are no results yet" in run(path, "leaderboard")[1]
    with connect(path) as con:
        ask(con, lambda item, *_: item.gold, rotated=False, probe="withheld-option")
    code, shown = run(path, "leaderboard", "pairs")
    assert code == 0
    assert "left out of pairs" in shown
    assert "withheld options, which is no score: see the view contamination" in shown


def test_labels_cannot_be_rotated_in_one_sentence(db: Path) -> None:
    from tests.items_by_hand import items

    with connect(db) as con:
        write_items(con, DatasetMeta("hand", "by-hand", 1, "{}", 0), items_table(items(4)))
    result = CliRunner().invoke(
        app, ["evaluate", "hand", "--model", "random", "--rotations", "--db", str(db)]
    )
    assert "no ordered options to rotate" in str(result.exception)
