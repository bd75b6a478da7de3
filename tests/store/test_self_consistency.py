"""Several answers to each question: mean, majority and pass@k."""

from __future__ import annotations

from itertools import combinations

import pytest
from duckdb import DuckDBPyConnection

from engine.store import register_run, store_answers
from tests.store.material import answer, run_over, store_doors

PATTERNS = (
    ("true", "true", "false", "uncertain"),
    ("false", "true", "true", "false"),
    (None, "false", None, None),
    ("uncertain", "uncertain", "uncertain", "true"),
)


def _store(con: DuckDBPyConnection) -> list[tuple[str, tuple[str | None, ...]]]:
    dataset, made = store_doors(con)
    run_id = register_run(con, run_over(dataset))
    asked = [(item, PATTERNS[at % 4]) for at, item in enumerate(made)]
    store_answers(
        con,
        run_id,
        [answer(item, row, at) for item, each in asked for at, row in enumerate(each)],
    )
    return [(item.gold, each) for item, each in asked]


def _value(con: DuckDBPyConnection, metric: str, k: int) -> float:
    query = "SELECT value, n, low, high FROM self_consistency WHERE metric = $metric AND k = $k"
    ((value, n, low, high),) = con.execute(query, {"metric": metric, "k": k}).fetchall()
    assert n == 12
    assert 0 <= low <= value <= high <= 1
    return float(value)


def test_the_mean_is_over_all_answers(con: DuckDBPyConnection) -> None:
    asked = _store(con)
    right = sum(row == gold for gold, each in asked for row in each)
    assert _value(con, "mean", 1) == pytest.approx(right / 48)
    board = con.execute("SELECT value, low, high FROM accuracy").fetchall()
    means = con.execute("SELECT value, low, high FROM self_consistency WHERE k = 1").fetchall()
    assert means == [pytest.approx(board[0])] * 2


def test_the_majority_decides_and_the_first_of_equals(con: DuckDBPyConnection) -> None:
    asked = _store(con)
    decided = dict(zip(PATTERNS, ("true", "false", "false", "uncertain"), strict=True))
    right = sum(decided[each] == gold for gold, each in asked)
    assert _value(con, "majority", 4) == pytest.approx(right / 12)


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_at_least_one_of_k_is_averaged_over_all_choices_of_k(
    con: DuckDBPyConnection, k: int
) -> None:
    asked = _store(con)
    shares = [
        sum(any(row == gold for row in chosen) for chosen in combinations(each, k))
        / len(list(combinations(each, k)))
        for gold, each in asked
    ]
    assert _value(con, "pass@k", k) == pytest.approx(sum(shares) / 12)


def test_one_answer_each_is_no_sample(con: DuckDBPyConnection) -> None:
    dataset, made = store_doors(con)
    run_id = register_run(con, run_over(dataset))
    store_answers(con, run_id, [answer(item, item.gold) for item in made])
    assert con.execute("FROM self_consistency").fetchall() == []
