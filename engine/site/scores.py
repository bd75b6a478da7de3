"""The rows of the board: runs in the snapshot, and figures kept from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from engine.items import Origin
from engine.site.ranks import rank_ranges
from engine.site.reading import Reading, Row
from engine.store import Dataset

NO_CONTEXT = "no-context"
UNRANKED = ("ceiling", "human")
"""Kinds of respondents that are there to compare with, not to be ranked."""

_RUNS = """
SELECT a.*, r.command, r.source, r.finished_at, c.value AS group_value, c.low AS group_low,
    c.high AS group_high, c.n AS group_n
FROM accuracy a JOIN runs r USING (run_id) LEFT JOIN consistency c USING (run_id)
ORDER BY a.dataset, a.origin, a.value DESC, a.model, a.prompt, a.run_hash
"""


@dataclass(frozen=True, slots=True)
class Score:
    """One row of a board. Shares are 0..1; what is not known is None.

    `setting` is `passage`, or `no-context` where the question was put without its passage.
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
    runs = [_run(row) for row in reading.rows(_RUNS)]
    yield from runs
    here = {(s.origin, s.dataset, s.model, s.prompt, s.setting) for s in runs}
    for row in reading.figures:
        score = _figure(row)
        # As in the view `leaderboard`, a run in the database stands in for its kept figure.
        if (score.origin, score.dataset, score.model, score.prompt, score.setting) not in here:
            yield score


def _run(row: Row) -> Score:
    origin = Origin(row["origin"])
    return Score(
        dataset=row["dataset"],
        origin=origin,
        setting=NO_CONTEXT if row["probe"] == NO_CONTEXT else "passage",
        # What others published is the whole of their file, as in the figures kept of it.
        split=row["split"] if origin is Origin.MEASURED else None,
        model=row["model"],
        kind=row["kind"],
        prompt=None if row["prompt"] == "none" else row["prompt"],
        value=row["value"],
        n=row["n"],
        low=row["low"],
        high=row["high"],
        source=row["source"] or f"run {row['run_hash'][:12]}",
        command=row["command"],
        response_rate=row["response_rate"],
        group_value=row["group_value"],
        group_low=row["group_low"],
        group_high=row["group_high"],
        group_n=row["group_n"],
        n_planned=row["n_planned"],
    )


def _figure(row: Row) -> Score:
    return Score(
        dataset=row["dataset"],
        origin=Origin(row["origin"]),
        setting=NO_CONTEXT if row["metric"].startswith("no_context") else "passage",
        split=None,
        model=row["model"],
        kind=row["kind"],
        prompt=row["prompt"],
        value=row["value"],
        n=row["n"],
        low=row["low"],
        high=row["high"],
        source=row["source"],
        command=row["command"],
        note=row["note"],
    )


def _shown_first(reading: Reading) -> tuple[Dataset, ...]:
    justlogic = reading.family("justlogic")
    return (*justlogic, *(d for d in reading.datasets if d not in justlogic))


def _span(score: Score) -> tuple[float, float] | None:
    if score.kind in UNRANKED or score.low is None or score.high is None:
        return None
    return score.low, score.high
