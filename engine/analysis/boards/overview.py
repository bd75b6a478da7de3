"""What an overview shows first: the board of models, best first, and what it is compared with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.analysis.boards import PASSAGE, ROTATIONS, Board, Score
from engine.analysis.boards.ranks import Rank, ranked, span_of
from engine.analysis.boards.score import ENGLISH
from engine.analysis.by_trait import breakdowns
from engine.analysis.by_trait.cells import interval
from engine.analysis.by_trait.series import IS_REAL, MODELS, series
from engine.analysis.by_trait.traits import varying
from engine.analysis.sources.query import Row, Rows
from engine.core.items import Origin

_TELLING = ("depth", "question_type", "rule", "root_form", "query_shape")
"""Traits for the first figure, the most telling first."""


@dataclass(frozen=True, slots=True)
class Leading:
    """A board with its models, complete and best first, one row for each, and its references.

    `ranks` are those of the models among each other, as their intervals allow.
    """

    board: Board
    models: tuple[Score, ...]
    references: tuple[Score, ...]
    ranks: Mapping[str, Rank]


def leading(boards: Iterable[Board]) -> dict[str, Leading]:
    """Of a data set's boards, for each origin the fullest one of the plain question.

    What was measured here is first; the other origins follow by the number of their models.
    """
    found: dict[Origin, Leading] = {}
    for board in boards:
        if board.setting in (PASSAGE, ROTATIONS):
            one = _leading(board)
            found[board.origin] = max(found.get(board.origin, one), one, key=_fullness)
    order = sorted(found, key=lambda origin: _first(origin, found[origin]))
    return {str(origin): found[origin] for origin in order}


def _leading(board: Board) -> Leading:
    best: dict[str, Score] = {}
    for score in board.scores:
        if score.kind in MODELS and not score.is_incomplete:
            best.setdefault(score.model, score)
    others = tuple(score for score in board.scores if score.kind not in MODELS)
    shares = {model: score.share(board.ranked_by) for model, score in best.items()}
    ranks = ranked({m: span_of(best[m].kind, one.low, one.high) for m, one in shares.items()})
    return Leading(board, tuple(best.values()), others, ranks)


def _fullness(one: Leading) -> tuple[int, bool, int]:
    n = sum(score.n or 0 for score in (*one.models, *one.references))
    return len(one.models), one.board.language in (None, ENGLISH), n


def _first(origin: Origin, one: Leading) -> tuple[bool, bool, int]:
    return not one.models, origin is not Origin.MEASURED, -len(one.models)


def names(rows: Rows, one: Leading) -> dict[str, str]:
    """The names of series by model, of those models that have one."""
    own = series(rows, one.board.dataset, str(one.board.origin))
    found: dict[str, str] = {}
    for score in one.models:
        for line in own:
            same = line.model == score.model and line.run_id == score.run_id
            if same and (score.run_id is not None or line.name.endswith(score.prompt or "")):
                found.setdefault(score.model, line.name)
    return found


def across_sets(rows: Rows, one: Leading) -> list[Row]:
    """The models' accuracy on each set of the same family and origin, as cells; none for one set.

    Only sets that all of these models answered count.
    """
    found = rows(
        f"""
        WITH families AS (SELECT name AS dataset, family FROM datasets UNION
            SELECT dataset, family FROM figures)
        SELECT dataset AS cell, model AS name, model, kind, value, low, high, n, false AS thin,
            {interval()} AS interval
        FROM board
        WHERE {IS_REAL} AND origin = $origin AND list_contains($models, model)
            AND coalesce(language, 'en') = 'en' AND dataset IN (
                SELECT dataset FROM families WHERE family IN
                    (SELECT family FROM families WHERE dataset = $dataset))
        QUALIFY row_number() OVER (PARTITION BY dataset, model ORDER BY place) = 1
            AND count(DISTINCT model) OVER (PARTITION BY dataset) >= len($models)
        ORDER BY list_position($models, model), dataset <> $dataset, dataset
        """,
        dataset=one.board.dataset,
        origin=str(one.board.origin),
        models=[score.model for score in one.models],
    )
    return found if len({row["cell"] for row in found}) > 1 else []


def first_breakdown(rows: Rows, one: Leading, names: Sequence[str]) -> tuple[str | None, list[Row]]:
    """The most telling trait by which the named series are broken down, and their cells.

    Without a trait it is the data sets of the family.
    """
    dataset, origin = one.board.dataset, str(one.board.origin)
    known = {*varying(rows, dataset), *breakdowns.kinds_of_figures(rows, dataset, origin)}
    for trait in _TELLING:
        if names and trait in known:
            cells = breakdowns.breakdown(rows, dataset, origin, names, trait)
            if cells:
                return trait, cells
    across = across_sets(rows, one)
    return ("dataset", across) if across else (None, [])
