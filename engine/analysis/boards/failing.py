"""The other convention for failed requests: as wrong answers, in place of no answers at all.

Only on request, and named on the board. A run without any answer has no score in either convention.
"""

from __future__ import annotations

from dataclasses import replace

from engine.analysis.boards.ranks import ranked, span_of
from engine.analysis.boards.reading import Board
from engine.analysis.boards.score import ROTATIONS, Score
from engine.analysis.by_trait.series import MODELS
from engine.core.statistics import wilson

NAME = "failures count as wrong"
"""What a board in this convention is named by."""

_WHOLE = 0.95


def with_failures_wrong(board: Board) -> Board:
    """The board with failed requests as wrong answers, in the order of the new scores.

    Boards over rotations, which compare whole items, stay as they are.
    """
    if board.setting == ROTATIONS:
        return board
    scores = sorted(map(_with_failures, board.scores), key=_order)
    ranks = ranked(
        {
            place: None if score.is_incomplete else span_of(score.kind, score.low, score.high)
            for place, score in enumerate(scores)
        }
    )
    placed = []
    for place, score in enumerate(scores):
        best, worst = ranks.get(place, (None, None))
        placed.append(replace(score, place=place + 1, rank_best=best, rank_worst=worst))
    return replace(board, scores=tuple(placed))


def _order(score: Score) -> tuple[bool, bool, float]:
    """The order of the view `board`: models, then references, then incomplete runs."""
    return score.is_incomplete, score.kind not in MODELS, -score.value


def _with_failures(score: Score) -> Score:
    """A score with its failures; the interval is no narrower than without clusters."""
    if not score.n_failed or score.n is None or score.low is None or score.high is None:
        return score
    n = score.n + score.n_failed
    share, plain = score.n / n, wilson(round(score.value * score.n), n)
    return replace(
        score,
        value=score.value * share,
        low=min(plain.low, score.low * share),
        high=max(plain.high, score.high * share),
        n=n,
        is_incomplete=n < _WHOLE * (score.n_planned or 0),
    )
