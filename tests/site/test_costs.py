"""Accuracy against cost, drawn for models whose cost is known."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine.site.boards.costs import Spent, cost_section, frontier
from tests.site.tables import bare_shares, tables


def spent(model: str, value: float, cost: float | None) -> Spent:
    return Spent(model, "zero-shot", value, value - 0.05, value + 0.05, 400, 12.0, cost)


FOUND = [spent("dear", 0.9, 20.0), spent("cheap", 0.7, 0.2), spent("worse", 0.6, 5.0)]


def test_the_line_leaves_out_what_something_cheaper_is_as_good_as() -> None:
    numbered = list(enumerate(FOUND, 1))
    assert frontier(numbered) == [2, 1]
    assert frontier([*numbered, (4, spent("same", 0.7, 0.2))]) == [2, 1]


def test_dearer_stands_further_right_and_better_higher_with_their_intervals() -> None:
    shown = cost_section("set", FOUND)
    dots = re.findall(r'<circle class="el-dot" cx="([\d.]+)" cy="([\d.]+)"', shown)
    (dear_x, dear_y), (cheap_x, cheap_y), (worse_x, worse_y) = (map(float, dot) for dot in dots)
    assert cheap_x < worse_x < dear_x
    assert dear_y < cheap_y < worse_y
    # each power of ten is as wide as the next
    assert (dear_x - cheap_x) / 2 == pytest.approx((worse_x - cheap_x) / 1.398, rel=0.01)
    [found] = tables(shown)
    assert [row[-1] for row in found.rows] == ["20.00", "0.20", "5.00"]
    assert bare_shares(shown) == []


def test_what_may_have_gone_out_in_batches_cost_at_most_what_is_stated() -> None:
    shown = cost_section("set", [*FOUND, replace(FOUND[0], model="mixed", is_at_most=True)])
    assert [row[-1] for row in tables(shown)[0].rows][2:] == ["5.00", "at most 20.00"]
    assert "may have gone out in batches" in shown
    assert "in batches" not in cost_section("set", FOUND)


def test_what_is_unknown_is_stated_and_not_drawn() -> None:
    shown = cost_section("set", [*FOUND, spent("secret", 0.8, None)])
    assert shown.count("<circle") == 3
    assert tables(shown)[0].rows[-1][-1] == "unknown"
    assert "<svg" not in cost_section("set", [spent("secret", 0.8, None)])
    assert "sorites evaluate" in cost_section("", [])
