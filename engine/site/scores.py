"""The rows of the board: runs in the snapshot, and figures kept from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from engine.items import Origin
from engine.site.ranks import rank_ranges
from engine.site.reading import Reading, Row
from engine.store import NO_PROMPT, Dataset

PASSAGE, NO_CONTEXT = "passage", "no-context"
UNRANKED = ("ceiling", "human")
"""Kinds of respondents that are there to compare with, not to be ranked."""

_RUNS = """
SELECT a.dataset, a.origin, if(a.probe = 'no-context', 'no-context', 'passage') AS setting,
    -- What others published is the whole of their file, as in the figures kept of it.
    if(a.origin = 'measured', a.split, NULL) AS split,
    a.model, a.kind, nullif(a.prompt, $no_prompt) AS prompt, a.value, a.n, a.low, a.high,
    coalesce(r.source, 'run ' || left(a.run_hash, 12)) AS source, r.command, a.response_rate,
    c.value AS group_value, c.low AS group_low, c.high AS group_high, c.n AS group_n, a.n_planned
FROM accuracy a JOIN runs r USING (run_id) LEFT JOIN consistency c USING (run_id)
-- Other probes, and symbolic twins, are other questions: no score of theirs stands beside these.
WHERE coalesce(a.probe, 'no-context') = 'no-context' AND coalesce(a.language, 'en') = 'en'
ORDER BY a.dataset, a.origin, a.value DESC, a.model, a.prompt, a.run_hash
"""


@dataclass(frozen=True, slots=True)
class Score:
    """One row of a board. Shares are 0..1; what is not known is None.

    `setting` is `passage`, or `no-context` where the question was put without its passage;
    `prompt` is None for those that need none.
    `response_rate` is the share of questions to which an answer could be read, `group_value` the
    share of groups (triples) of which every item is right, `n_planned` what the run asks in all.
    """

    dataset: str
    origin: Origin
    setting: str
    split: str | None
    model: str
    kind: str
    prompt: str | None
    value: float
    n: int | None
    low: float | None
    high: float | None
    source: str
    command: str | None = None
    note: str | None = None
    response_rate: float | None = None
    group_value: float | None = None
    group_low: float | None = None
    group_high: float | None = None
    group_n: int | None = None
    n_planned: int | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """Scores that may be compared: one data set, one origin, one setting, one split."""

    dataset: str
    origin: Origin
    setting: str
    split: str | None
    scores: tuple[Score, ...]

    def ranks(self) -> tuple[tuple[int, int] | None, ...]:
        """The range of ranks of each score; None for one without an interval, or to compare with.

        The range is over the ranked rows of this board alone; one row alone has no rank.
        """
        spans = [_span(score) for score in self.scores]
        ranked = [span for span in spans if span]
        if len(ranked) < 2:
            return (None,) * len(spans)
        ranges = iter(rank_ranges(ranked))
        return tuple(next(ranges) if span else None for span in spans)


def main_board(reading: Reading) -> Board | None:
    """The fullest board of the main data set, asked here with its passages."""
    name = reading.main and reading.main.name
    own = [
        board
        for board in boards(reading)
        if (board.dataset, board.origin, board.setting) == (name, Origin.MEASURED, PASSAGE)
    ]
    return max(own, key=lambda board: len(board.scores), default=None)


def boards(reading: Reading) -> tuple[Board, ...]:
    """All boards: data sets in the snapshot first, then those known by figures alone."""
    order = {dataset.name: place for place, dataset in enumerate(_shown_first(reading))}
    origins = list(Origin)

    def key(score: Score) -> tuple[int, str, int, bool, str]:
        place = order.get(score.dataset, len(order) + ("justlogic" not in score.dataset))
        origin = origins.index(score.origin)
        return place, score.dataset, origin, score.setting == NO_CONTEXT, score.split or ""

    ordered = sorted(_scores(reading), key=key)
    return tuple(
        Board(group[0].dataset, group[0].origin, group[0].setting, group[0].split, group)
        for group in (tuple(rows) for _, rows in groupby(ordered, key))
    )


def _scores(reading: Reading) -> Iterator[Score]:
    runs = [_score(row) for row in reading.rows(_RUNS, no_prompt=NO_PROMPT)]
    yield from runs
    here = {_name(score) for score in runs}
    # As in the view `leaderboard`, a run in the database stands in for its kept figure.
    yield from (score for score in map(_score, reading.figures) if _name(score) not in here)


def _score(row: Row) -> Score:
    return Score(**{**row, "origin": Origin(row["origin"])})


def _name(score: Score) -> tuple[Origin, str, str, str | None, str]:
    """What a run and the figure kept of it have in common."""
    return score.origin, score.dataset, score.model, score.prompt, score.setting


def _shown_first(reading: Reading) -> tuple[Dataset, ...]:
    justlogic = reading.family("justlogic")
    return (*justlogic, *(d for d in reading.datasets if d not in justlogic))


def _span(score: Score) -> tuple[float, float] | None:
    if score.kind in UNRANKED or score.low is None or score.high is None:
        return None
    return score.low, score.high
