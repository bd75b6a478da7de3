from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

from engine.core.items import Item
from engine.core.statistics import Counts, clustered, wilson
from engine.store import Run, open_journal, register_model, register_run, store_answers
from tests.store.material import answer, run_over, store_doors
from tests.store.views import view


def ask(
    con: DuckDBPyConnection, given: Callable[[Item], str | None], samples: int = 1, **run: Any
) -> Run:
    dataset, made = store_doors(con)
    planned = replace(run_over(dataset), **run)
    run_id = register_run(con, planned)
    store_answers(
        con,
        run_id,
        [
            answer(item, given(item), sample, error=None)
            for item in made
            for sample in range(samples)
        ],
    )
    return planned


def rows(con: DuckDBPyConnection, query: str) -> list[tuple[Any, ...]]:
    return con.execute(query).fetchall()


def test_accuracy_counts_every_outcome(con: DuckDBPyConnection) -> None:
    dataset, made = store_doors(con)
    run_id = register_run(con, run_over(dataset))
    given = [
        *[answer(item, item.gold) for item in made[:6]],
        *[answer(item, "nonsense") for item in made[6:9]],
        *[answer(item, None) for item in made[9:11]],
        answer(made[11], None, error="timeout"),
    ]
    store_answers(con, run_id, given)
    found = rows(
        con,
        "SELECT n, n_right, n_wrong, n_no_answer, n_error, value, low, high, response_rate,"
        " response_rate_low, response_rate_high FROM accuracy",
    )[0]
    assert found[:6] == (11, 6, 3, 2, 1, 6 / 11)
    by_group = Counter(item.group for item in made[:6])
    replies = Counter(item.group for item in made[:11])
    groups = [Counts(by_group[group], n) for group, n in replies.items()]
    assert found[6:8] == pytest.approx(clustered(groups))
    assert found[8] == 9 / 11
    read = Counter(item.group for item in made[:9])
    groups = [Counts(read[group], n) for group, n in replies.items()]
    assert found[9:11] == pytest.approx(clustered(groups))


def test_several_samples_of_an_item_do_not_narrow_the_interval(con: DuckDBPyConnection) -> None:
    ask(con, lambda item: item.gold if item.group % 2 else None, samples=5)
    n, n_items, value, low, high = rows(con, "SELECT n, n_items, value, low, high FROM accuracy")[0]
    assert (n, n_items, value) == (60, 12, 0.5)
    # right or wrong in whole groups, so that the four groups are all that is known
    assert (low, high) == pytest.approx(wilson(2, 4))


def test_consistency_takes_complete_groups_all_right(con: DuckDBPyConnection) -> None:
    dataset, made = store_doors(con)
    run_id = register_run(con, run_over(dataset))
    missed = made[4]
    given = [answer(item, "no" if item is missed else item.gold) for item in made[:11]]
    store_answers(con, run_id, given)
    assert rows(con, "SELECT n, n_right, value FROM consistency") == [(3, 2, 2 / 3)]


def test_traits_are_broken_down_without_loss(con: DuckDBPyConnection) -> None:
    ask(con, lambda item: "true")
    by_gold = rows(
        con, "SELECT cell, n, n_right FROM accuracy_by_trait WHERE trait = 'gold' ORDER BY cell"
    )
    assert by_gold == [("false", 4, 0), ("true", 4, 4), ("uncertain", 4, 0)]
    totals = rows(con, "SELECT trait, sum(n) FROM accuracy_by_trait GROUP BY trait")
    assert {n for _, n in totals} == {12}
    assert "rule" not in dict(totals)


def test_cells_that_are_numbers_are_ordered_as_numbers(con: DuckDBPyConnection) -> None:
    con.execute("SELECT 1").fetchall()
    ask(con, lambda item: item.gold)
    con.execute("UPDATE items SET depth = item_id")
    cells = [
        int(cell)
        for (cell,) in rows(con, "SELECT cell FROM accuracy_by_trait WHERE trait = 'depth'")
    ]
    assert cells == list(range(1, 13))


def test_forms_are_broken_down_at_depth_one_alone(con: DuckDBPyConnection) -> None:
    ask(con, lambda item: item.gold)
    con.execute("UPDATE items SET depth = 2, root_form = 'modus_tollens' WHERE group_no = 0")
    assert rows(con, "SELECT form, n FROM accuracy_by_form_depth1") == [("modus_ponens", 9)]


def test_factual_accuracy_stands_by_gold_and_world(con: DuckDBPyConnection) -> None:
    ask(con, lambda item: "true")
    assert rows(con, "FROM factual_accuracy") == []
    con.execute("UPDATE items SET shown_accurate = (group_no < 1)")
    found = rows(con, "SELECT gold, shown_accurate, n, n_right FROM factual_accuracy")
    assert ("true", True, 1, 1) in found
    assert ("false", False, 3, 0) in found
    assert len(found) == 6


def test_answers_are_the_confusion_table(con: DuckDBPyConnection) -> None:
    ask(con, lambda item: "true" if item.group < 3 else None)
    found = rows(con, "SELECT answer, n, share FROM answers WHERE gold = 'uncertain'")
    assert found == [("no_answer", 1, 0.25), ("true", 3, 0.75)]


def figure(con: DuckDBPyConnection, origin: str, model: str, prompt: str = "zero-shot") -> None:
    con.execute(
        "INSERT INTO figures VALUES ($origin, 'by-hand', 'doors', $model, $prompt, 'overall',"
        " 'all', 'accuracy', 0.5, NULL, NULL, NULL, 'Table 5', NULL, NULL)",
        {"origin": origin, "model": model, "prompt": prompt},
    )


def test_the_leaderboard_ranks_each_origin_by_itself(con: DuckDBPyConnection) -> None:
    ask(con, lambda item: "true", run_hash="b" * 64, model="worse")
    ask(con, lambda item: item.gold)
    figure(con, "reported", "gpt-x")
    register_model(con, "people", "human")
    figure(con, "reported", "people")
    found = [
        (row["origin"], row["model"], row["kind"])
        for row in view(con, "leaderboard", "doors", metric="accuracy")
    ]
    assert found == [
        ("measured", "gpt-x", "endpoint"),
        ("measured", "worse", "endpoint"),
        ("reported", "gpt-x", "published"),
        ("reported", "people", "human"),
    ]
    assert {row["metric"] for row in view(con, "leaderboard")} == {"accuracy", "consistency"}


def test_a_kept_figure_gives_way_to_the_run_it_sums_up(con: DuckDBPyConnection) -> None:
    from engine.core.items import Origin

    figure(con, "reproduced", "gpt-x")
    figure(con, "reproduced", "gpt-x", prompt="few-shot")
    ask(con, lambda item: item.gold, origin=Origin.REPRODUCED, source="results.csv")
    found = [
        (row["prompt"], row["value"], row["source"])
        for row in view(con, "leaderboard", "doors", metric="accuracy")
    ]
    assert found == [("zero-shot", 1.0, "results.csv"), ("few-shot", 0.5, "Table 5")]


def test_no_view_reads_what_is_not_there(con: DuckDBPyConnection, db: Path) -> None:
    dataset, _ = store_doors(con)
    register_run(con, run_over(dataset))
    open_journal(db, run_over(dataset))
    for name in ("accuracy", "consistency", "accuracy_by_trait", "answers", "leaderboard"):
        assert rows(con, f"FROM {name}") == []
