"""Informedness: what accuracy is without a preference for an answer."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from statistics import fmean

import pytest
from duckdb import DuckDBPyConnection

from engine.core.items import Item
from engine.store import register_run, store_answers
from tests.store.material import answers, run_over, store_doors

_HASHES = count()


def _asked(
    con: DuckDBPyConnection, given: Callable[[Item], str | None], groups: int = 20
) -> tuple[str, float, float, float, float]:
    dataset, made = store_doors(con, groups)
    run = register_run(con, run_over(dataset, f"{next(_HASHES):064}"))
    store_answers(con, run, answers(made, given))
    [found] = con.execute(
        "SELECT answered, informedness, informedness_low, informedness_high, chance"
        " FROM answer_bias WHERE run_id = $run",
        {"run": run},
    ).fetchall()
    return found


@pytest.mark.parametrize("says", ["true", "false", "uncertain", "neither", None])
def test_any_constant_answer_has_none(con: DuckDBPyConnection, says: str | None) -> None:
    answered, value, low, high, chance = _asked(con, lambda _: says)
    assert answered == f"{says or 'no answer'} 100%"
    assert value == pytest.approx(0, abs=1e-9)
    assert low < 0 < high
    assert chance == pytest.approx(1 / 3)


def test_all_right_is_one_and_all_wrong_is_the_least(con: DuckDBPyConnection) -> None:
    _, value, low, high, _ = _asked(con, lambda item: item.gold)
    assert (value, high) == (1, 1)
    assert 0.6 < low < 1
    turned = {"true": "false", "false": "uncertain", "uncertain": "true"}
    _, value, low, high, _ = _asked(con, lambda item: turned[item.gold])
    assert (value, low) == (pytest.approx(-0.5), pytest.approx(-0.5))
    assert high > -0.5


def test_knowing_half_is_a_half_whatever_the_rest_is_answered(con: DuckDBPyConnection) -> None:
    for says in ("true", "false", None):
        known = _asked(con, lambda item, says=says: item.gold if item.group % 2 else says)
        assert known[1] == pytest.approx(0.5)


@pytest.mark.parametrize("groups", [4, 30])
def test_its_interval_covers(con: DuckDBPyConnection, groups: int) -> None:
    """A respondent that knows 60% of the groups as a whole and else prefers one answer."""
    rng, rounds, known = random.Random(groups), 40, []
    dataset, made = store_doors(con, groups)
    for _ in range(rounds):
        knows = [rng.random() < 0.6 for _ in range(groups)]
        known.append(fmean(knows))
        run = register_run(con, run_over(dataset, f"{next(_HASHES):064}"))
        shown = answers(made, lambda item, knows=knows: item.gold if knows[item.group] else "false")
        store_answers(con, run, shown)
    found = con.sql(
        "SELECT informedness, informedness_low, informedness_high FROM answer_bias ORDER BY run_id"
    ).fetchall()
    assert [value for value, _, _ in found] == pytest.approx(known)
    assert sum(low <= 0.6 <= high for _, low, high in found) / rounds >= 0.85
