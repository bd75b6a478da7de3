"""Informedness: what accuracy is without a preference for an answer."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from statistics import NormalDist, fmean

import pytest
from duckdb import DuckDBPyConnection

from engine.core.items import Item
from engine.store import items_table, register_run, store_answers, write_items
from tests.items_by_hand import items
from tests.store.material import META, answers, run_over, store_doors

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


def _asked_in_pairs(
    con: DuckDBPyConnection, given: Callable[[Item], str | None]
) -> tuple[float | None, float | None, float | None]:
    """d' and its interval over 20 pairs of questions with two answers."""
    pairs = [one for one in items(20) if one.gold != "uncertain"]
    made = [replace(one, options=one.options[:2]) for one in pairs]
    dataset = write_items(con, META, items_table(made))
    run = register_run(con, run_over(dataset, f"{next(_HASHES):064}"))
    store_answers(con, run, answers(made, given))
    [found] = con.execute(
        "SELECT d_prime, d_prime_low, d_prime_high FROM answer_bias WHERE run_id = $run",
        {"run": run},
    ).fetchall()
    return found


def test_sensitivity_of_two_answers_is_that_of_the_corrected_rates(con: DuckDBPyConnection) -> None:
    """A yes to 19 of 20 and to 8 of 20; another respondent says nothing to half of the pairs."""
    z = NormalDist().inv_cdf
    value, low, high = _asked_in_pairs(
        con, lambda one: "true" if one.group < (19 if one.gold == "true" else 8) else "false"
    )
    assert value == pytest.approx(z(19.5 / 21) - z(8.5 / 21), abs=1e-8)
    assert high - value == pytest.approx(value - low)
    assert 0.7 < value - low < 1.2
    for given, d_prime in (
        (lambda _: "true", 0.0),
        (lambda one: None if one.group < 9 and one.gold == "true" else "true", 0.0),
        (lambda one: one.gold if one.group % 2 else None, 2 * z(10.5 / 11)),
        (lambda _: None, None),
    ):
        assert _asked_in_pairs(con, given)[0] == pytest.approx(d_prime, abs=1e-8)


def test_three_answers_have_no_sensitivity(con: DuckDBPyConnection) -> None:
    dataset, made = store_doors(con)
    store_answers(con, register_run(con, run_over(dataset)), answers(made, lambda item: item.gold))
    assert con.sql("SELECT d_prime FROM answer_bias").fetchall() == [(None,)]


def test_probit_is_the_normal_quantile(con: DuckDBPyConnection) -> None:
    shares = [0.0001, 0.024, 0.025, 0.3, 0.5, 0.7, 0.975, 0.976, 0.9999]
    found = con.execute("SELECT probit(unnest($p))", {"p": shares}).fetchall()
    assert [z for (z,) in found] == pytest.approx(
        [NormalDist().inv_cdf(p) for p in shares], abs=1e-8
    )
