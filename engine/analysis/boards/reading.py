"""Read boards, and the runs and figures that are on none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from engine.analysis.boards.score import (
    ACCURACY,
    BESIDE,
    ENGLISH,
    OVER_ROTATIONS,
    PARTIAL,
    ROTATIONS,
    Measure,
    Score,
)
from engine.analysis.sources.query import Row, Rows
from engine.core.items import Origin

_BOARD = "SELECT * FROM board WHERE $dataset IS NULL OR dataset = $dataset"

_CHANCE = """
SELECT dataset, metric, value FROM chance
UNION ALL BY NAME
SELECT unnest(['accuracy', 'circular', 'partial_circular'])
    AS metric, unnest([0.25, chance_circular(4), chance_partial_circular(4)]) AS value
"""

_LEFT_OUT = """
SELECT dataset, origin, model, prompt, label, n, n_planned, run_hash,
    'another run with the same configuration stands: the one with most answers, then the latest'
        AS reason
FROM board_runs WHERE NOT stands AND ($dataset IS NULL OR dataset = $dataset)
    AND configuration ->> '$.until' IS NULL -- the steps of one evaluation with --until
UNION ALL
SELECT dataset, origin, model, prompt, NULL, n, n_planned, run_hash,
    'it was asked for withheld options, which is no score: see the view contamination'
FROM contamination WHERE $dataset IS NULL OR dataset = $dataset
UNION ALL
SELECT e.dataset, u.origin, e.model, nullif(e.prompt, 'none'), NULL, 0, u.n_planned, u.run_hash,
    'no request got a reply: ' || string_agg(e.n || ' × ' || e.example, '; ' ORDER BY e.n DESC)
FROM errors e JOIN runs u USING (run_id)
WHERE e.run_id NOT IN (SELECT run_id FROM accuracy) AND u.probe IS DISTINCT FROM 'withheld-option'
    AND ($dataset IS NULL OR e.dataset = $dataset)
GROUP BY e.dataset, u.origin, e.model, e.prompt, u.n_planned, u.run_hash
ORDER BY ALL
"""

_OTHERS = """
SELECT dataset, origin, language, model, kind, prompt, metric, value, low, high, n, source
FROM leaderboard
WHERE run_hash IS NULL AND ($dataset IS NULL OR dataset = $dataset) AND metric NOT IN
    ('accuracy', 'no_context_accuracy', 'circular', 'partial_circular')
ORDER BY dataset, list_position(['measured', 'reproduced', 'regraded', 'reported'], origin),
    metric, value DESC, model, prompt, language
"""

INFORMEDNESS = "informedness"

_of_one = attrgetter("dataset", "origin", "setting", "split", "language")


@dataclass(frozen=True, slots=True)
class Board:
    """Comparable scores: on one data set, origin, setting, split and language.

    `chance` is the score of guessing by measure, where known.
    """

    dataset: str
    origin: Origin
    setting: str
    split: str | None
    language: str | None
    scores: tuple[Score, ...] = ()
    chance: Mapping[str, float] | None = None

    @property
    def ranked_by(self) -> Measure:
        """The measure that orders its rows."""
        return PARTIAL if self.setting == ROTATIONS else ACCURACY

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures it shows: those it compares by, and any others known."""
        own = OVER_ROTATIONS if self.setting == ROTATIONS else (ACCURACY,)
        known = (one for one in BESIDE if any(s.share(one).value is not None for s in self.scores))
        return (*own, *known)

    @property
    def name(self) -> dict[str, str | None]:
        """The columns that identify it in the view `board`."""
        return {
            "dataset": self.dataset,
            "origin": str(self.origin),
            "setting": self.setting,
            "split": self.split,
            "language": self.language,
        }


def boards(rows: Rows, dataset: str | None = None) -> tuple[Board, ...]:
    """All boards, or those of one data set, in the order of the view `board`."""
    scores = [
        Score(**{**row, "origin": Origin(row["origin"])}) for row in rows(_BOARD, dataset=dataset)
    ]
    chance = _chance(rows)
    return tuple(_board(group, chance) for _, group in groupby(scores, _of_one))


def board_of(row: Row) -> Board:
    """The board of a run, given as a row of `board_runs`, without its scores."""
    named = {name: row[name] for name in ("dataset", "setting", "split", "language")}
    return Board(origin=Origin(row["origin"]), **named)


def fullest(found: Iterable[Board], dataset: str, setting: str) -> Board | None:
    """The board with most scores among those measured here on a data set in a setting.

    English comes before other languages.
    """
    wanted = (dataset, Origin.MEASURED, setting)
    own = [board for board in found if (board.dataset, board.origin, board.setting) == wanted]
    return max(own, key=lambda b: (b.language in (None, ENGLISH), len(b.scores)), default=None)


def chance_scores(rows: Rows, dataset: str | None = None) -> list[Row]:
    """The score of independent guessing on each set asked in rotations, by metric."""
    return rows("FROM chance WHERE $dataset IS NULL OR dataset = $dataset", dataset=dataset)


def left_out(rows: Rows, dataset: str | None = None) -> list[Row]:
    """The runs shown on no board, each with its `reason`."""
    return rows(_LEFT_OUT, dataset=dataset)


def other_figures(rows: Rows, dataset: str | None = None) -> list[Row]:
    """Overall figures by others, in metrics that no board compares."""
    return rows(_OTHERS, dataset=dataset)


def _board(group: Iterable[Score], chance: Mapping[str | None, Mapping[str, float]]) -> Board:
    scores = tuple(group)
    known = [one.chance for one in scores if one.chance is not None]
    guessed = {ACCURACY.name: max(known), INFORMEDNESS: 0.0} if known else None
    if scores[0].setting == ROTATIONS:  # a set known only from figures has four options
        guessed = {**(guessed or {}), **chance.get(scores[0].dataset, chance[None])}
    first = scores[0]
    named = first.dataset, first.origin, first.setting, first.split, first.language
    return Board(*named, scores, guessed)


def _chance(rows: Rows) -> Mapping[str | None, Mapping[str, float]]:
    known: dict[str | None, dict[str, float]] = {None: {}}
    for row in rows(_CHANCE):
        measure = ACCURACY.name if row["metric"] == "accuracy" else row["metric"]
        known.setdefault(row["dataset"], {})[measure] = row["value"]
    return known
