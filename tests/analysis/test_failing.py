"""Failed requests as wrong answers, where that is asked for."""

from dataclasses import fields, replace
from typing import Any

import pytest

from engine.analysis.boards import Board, Score
from engine.analysis.boards.failing import with_failures_wrong
from engine.core.items import Origin


def _score(model: str, value: float, n: int, n_failed: int, kind: str = "endpoint") -> Score:
    known: dict[str, Any] = {field.name: None for field in fields(Score)}
    known |= {"model": model, "kind": kind, "value": value, "low": value - 0.05, "n": n}
    known |= {"high": value + 0.05, "n_failed": n_failed, "n_planned": n + n_failed}
    return Score(**{**known, "is_incomplete": n_failed > 0, "origin": Origin.MEASURED})


def test_failures_lower_the_score_and_the_run_is_ranked_with_them() -> None:
    scores = _score("often failing", 0.9, 100, 100), _score("steady", 0.8, 200, 0)
    board = Board("d", Origin.MEASURED, "passage", None, None, scores)
    steady, failing = with_failures_wrong(board).scores
    assert (steady.model, steady.value, steady.rank) == ("steady", 0.8, (1, 1))
    assert (failing.value, failing.n, failing.rank) == (pytest.approx(0.45), 200, (2, 2))
    assert failing.low is not None
    assert failing.low < 0.45
    assert not failing.is_incomplete


def test_rows_keep_the_order_of_the_board_itself() -> None:
    finished, unfinished = _score("finished", 0.5, 200, 0), _score("unfinished", 0.9, 100, 0)
    baseline = _score("solver", 1.0, 200, 0, "baseline")
    scores = finished, baseline, replace(unfinished, is_incomplete=True)
    board = Board("d", Origin.MEASURED, "passage", None, None, scores)
    names = [score.model for score in with_failures_wrong(board).scores]
    assert names == ["finished", "solver", "unfinished"]
