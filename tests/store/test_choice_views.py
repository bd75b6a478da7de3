"""What stands beside the metrics over rotations: the board, position bias, variation, one item."""

from __future__ import annotations

import pytest
from duckdb import DuckDBPyConnection

from engine.core.items import Item
from engine.core.rotations import own_key
from engine.core.statistics import Counts, clustered
from tests.choices_by_hand import choices
from tests.store.choice_runs import ask, wrong
from tests.store.views import view


def test_the_leaderboard_has_the_three_metrics(con: DuckDBPyConnection) -> None:
    ask(con, lambda item, rotation, _: item.gold if item.group % 2 else "A")
    rows = {row["metric"]: row for row in view(con, "leaderboard", "pairs")}
    assert rows.keys() == {"accuracy", "circular", "partial_circular"}
    assert all(row["low"] <= row["value"] <= row["high"] for row in rows.values())
    assert {row["rotated"] for row in rows.values()} == {True}
    assert rows["accuracy"]["value"] >= rows["partial_circular"]["value"]


def test_scores_keep_their_order_where_items_are_missing_or_asked_several_times(
    con: DuckDBPyConnection,
) -> None:
    # Of the items that are right in all orders, most were not asked in all of them.
    ask(con, lambda item, rotation, _: item.gold if item.group % 2 else wrong(item)[0], samples=3)
    con.execute(
        "DELETE FROM responses WHERE rotation > 1 AND item_id IN"
        " (SELECT item_id FROM items WHERE group_no % 2 AND group_no > 4)"
    )
    rows = {row["metric"]: row for row in view(con, "leaderboard", "pairs")}
    circular, partial, accuracy = (
        rows[name]["value"] for name in ("circular", "partial_circular", "accuracy")
    )
    assert 0 < circular <= partial <= accuracy
    [scores] = view(con, "circular")
    assert accuracy == scores["accuracy"]
    assert rows["circular"]["n"] == scores["n_items"] == scores["n"] / 3
    assert rows["accuracy"]["is_whole"] is False
    means = {row["metric"]: row["mean"] for row in view(con, "variation")}
    assert means["circular"] <= means["partial_circular"] <= means["accuracy"]


def test_what_a_run_asked_is_named_where_there_was_a_choice(con: DuckDBPyConnection) -> None:
    ask(con, lambda item, rotation, _: item.gold, items=choices(24))
    ask(con, lambda item, rotation, _: item.gold, run_hash="b" * 64, language="en")
    asked = {row["model"]: row["language"] for row in view(con, "leaderboard", "pairs")}
    assert asked == {"a": "all", "b": "en"}
    assert {row["split"] for row in view(con, "leaderboard", "pairs")} == {None}
    assert {row["language"] for row in view(con, "circular")} == {"all", "en"}


def test_position_bias_compares_choices_with_what_is_right(con: DuckDBPyConnection) -> None:
    ask(con, lambda item, rotation, _: None if rotation == 3 else own_key("B", rotation, 4))
    found = {row["position"]: row for row in view(con, "position_bias", "pairs")}
    assert list(found) == ["A", "B", "C", "D"]
    assert {row["n"] for row in found.values()} == {96}
    assert {row["share_right"] for row in found.values()} == {0.25}
    assert [row["n_chosen"] for row in found.values()] == [0, 72, 0, 0]
    assert found["B"]["low"] < 0.75 == found["B"]["share_chosen"] < found["B"]["high"]
    assert found["A"]["found"] == 0


def test_the_orders_of_a_question_are_no_trials_of_their_own(con: DuckDBPyConnection) -> None:
    item_groups: list[int] = []

    def chooses(item: Item, rotation: int, _: int) -> str | None:
        item_groups.append(item.group)
        return own_key("B" if item.group % 2 else "C", rotation, 4)

    ask(con, chooses)
    found = {row["position"]: row for row in view(con, "position_bias", "pairs")}
    groups = [Counts(4 if group % 2 else 0, 4) for group in sorted(set(item_groups))]
    assert (found["B"]["low"], found["B"]["high"]) == pytest.approx(clustered(groups), abs=1e-9)


def test_position_bias_of_a_plain_run_is_by_the_item_s_own_letters(
    con: DuckDBPyConnection,
) -> None:
    ask(con, lambda item, rotation, _: "C", rotated=False)
    chosen = {row["position"]: row["n_chosen"] for row in view(con, "position_bias")}
    assert chosen == {"A": 0, "B": 0, "C": 24, "D": 0}


def test_the_coefficient_of_variation_is_that_of_the_papers_table(con: DuckDBPyConnection) -> None:
    """Table 2: five runs with 30.0, 32.0, 32.4, 30.1 and 32.0 have 3.3."""
    right = (300, 320, 324, 301, 320)
    items = tuple(item for item in choices(24) if item.role == "english")[:20]

    def chooses(item: Item, rotation: int, sample: int) -> str:
        at = items.index(item) * 4 + rotation
        return item.gold if at * 1000 // 80 < right[sample] else wrong(item)[0]

    ask(con, chooses, items=items, samples=5)
    found = {row["metric"]: row for row in view(con, "variation")}
    assert found.keys() == {"accuracy", "circular", "partial_circular"}
    accuracy = found["accuracy"]
    assert (accuracy["n_runs"], accuracy["n"]) == (5, 80)
    values = [-(-count * 80 // 1000) / 80 for count in right]
    mean = sum(values) / 5
    deviation = (sum((value - mean) ** 2 for value in values) / 5) ** 0.5
    assert accuracy["cv"] == pytest.approx(deviation / mean)
    printed = [value / 1000 for value in right]
    [(cv,)] = con.execute(
        "SELECT stddev_pop(x) / avg(x) FROM (SELECT unnest($xs) AS x)", {"xs": printed}
    ).fetchall()
    assert round(cv, 3) == 0.033
