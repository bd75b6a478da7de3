"""The rows of the board: runs in the snapshot, and figures kept from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby

from engine.analysis.ranks import Rank, Span, ranked, span_of
from engine.analysis.reading import Reading, Row
from engine.analysis.run_labels import Manner, manner, told_apart
from engine.core.items import Origin
from engine.store import NO_PROMPT, Dataset

PASSAGE, NO_CONTEXT, ROTATIONS = "passage", "no-context", "rotations"
ENGLISH, ALL_LANGUAGES = "en", "all"
_RUNS = """
SELECT a.dataset, a.origin,
    CASE WHEN a.probe = 'no-context' THEN 'no-context' WHEN a.rotated THEN 'rotations'
        ELSE 'passage' END AS setting,
    -- What others published is the whole of their file, as in the figures kept of it.
    if(a.origin = 'measured', a.split, NULL) AS split, a.language,
    -- Over rotations, accuracy is that of the items to which the other two scores belong.
    a.model, a.kind, nullif(a.prompt, $no_prompt) AS prompt, coalesce(o.accuracy, a.value) AS value,
    a.n, if(o.run_id IS NULL, a.low, o.accuracy_low) AS low,
    if(o.run_id IS NULL, a.high, o.accuracy_high) AS high,
    coalesce(r.source, 'run ' || left(a.run_hash, 12)) AS source, r.command, a.response_rate,
    a.response_rate_low AS response_low, a.response_rate_high AS response_high, a.n AS response_n,
    c.value AS group_value, c.low AS group_low, c.high AS group_high, c.n AS group_n, a.n_planned,
    o.circular, o.circular_low, o.circular_high, o.partial_circular AS partial,
    o.partial_circular_low AS partial_low, o.partial_circular_high AS partial_high,
    o.n_items AS n_questions, p.response_accuracy, p.response_accuracy_low,
    p.response_accuracy_high, p.strict_response_accuracy, p.strict_response_accuracy_low,
    p.strict_response_accuracy_high, p.balanced_accuracy AS balanced,
    p.balanced_accuracy_low AS balanced_low, p.balanced_accuracy_high AS balanced_high,
    p.n_satisfy AS read_n, p.n_strict_satisfy AS strictly_read_n,
    r.settings, r.samples, r.endpoints, r.is_batched, r.run_hash, a.run_id
FROM accuracy a JOIN runs r USING (run_id) LEFT JOIN consistency c USING (run_id)
LEFT JOIN circular o USING (run_id) LEFT JOIN response_accuracy p USING (run_id)
-- Other probes are other questions: no score of theirs stands beside these.
WHERE coalesce(a.probe, 'no-context') = 'no-context'
ORDER BY a.dataset, a.origin, value DESC, a.model, a.prompt, a.run_hash
"""

_ALIKE = ("dataset", "origin", "setting", "split", "language", "model", "prompt")
"""What rows of one board have in common that look alike on it."""

_OF_RUNS = ("samples", "endpoints", "is_batched", "run_hash")

_CHANCE = "SELECT dataset, metric, value FROM chance"


@dataclass(frozen=True, slots=True)
class Score:
    """One row of a board. Shares are 0..1; what is not known is None.

    `setting` is `passage`, `no-context` where the question was put without its passage, or
    `rotations` where single choices were asked in all orders of their options: `circular` and
    `partial` are the scores over these (DivLogicEval, §2.2), and `n_questions` their number.
    `language` is None where the data set has one language, and `ALL_LANGUAGES` where all of
    several were asked.
    `prompt` is None for those that need none. `settings` says in what a run was asked otherwise
    than those on the board with the same model and prompt, where there are such; `manner` is what
    it may have in common with runs on other boards, and `run_id` the later, the greater it is.
    `response_rate` is the share of `response_n` questions to which an answer could be read,
    `group_value` the share of groups (triples) of which every item is right, `n_planned` what the
    run asks in all. Of questions on skills, `response_accuracy` is the share right of the `read_n`
    answered, and strictly read of the `strictly_read_n`, and `balanced` the mean accuracy over the
    right answers.
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
    response_low: float | None = None
    response_high: float | None = None
    response_n: int | None = None
    group_value: float | None = None
    group_low: float | None = None
    group_high: float | None = None
    group_n: int | None = None
    n_planned: int | None = None
    circular: float | None = None
    circular_low: float | None = None
    circular_high: float | None = None
    partial: float | None = None
    partial_low: float | None = None
    partial_high: float | None = None
    n_questions: int | None = None
    language: str | None = None
    response_accuracy: float | None = None
    response_accuracy_low: float | None = None
    response_accuracy_high: float | None = None
    strict_response_accuracy: float | None = None
    strict_response_accuracy_low: float | None = None
    strict_response_accuracy_high: float | None = None
    balanced: float | None = None
    balanced_low: float | None = None
    balanced_high: float | None = None
    read_n: int | None = None
    strictly_read_n: int | None = None
    settings: str | None = None
    manner: Manner = ()
    run_id: int | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """Scores that may be compared: of one data set, origin, setting, language and split.

    `chance` is what guessing scores by metric, where it is known of a board over rotations.
    """

    dataset: str
    origin: Origin
    setting: str
    split: str | None
    scores: tuple[Score, ...]
    chance: Mapping[str, float] = field(default_factory=dict)
    language: str | None = None

    def ranks(self) -> tuple[Rank | None, ...]:
        """The range of ranks of each score; None for one without an interval, or to compare with.

        The range is over the ranked rows of this board alone; one row alone has no rank.
        """
        found = ranked({place: _span(score) for place, score in enumerate(self.scores)})
        return tuple(found.get(place) for place in range(len(self.scores)))


def board_of(row: Row) -> Board:
    """The board on which the run of a row stands, without its scores.

    `row` has the columns dataset, origin, setting, split and language, as for a `Score`.
    """
    named = row["dataset"], Origin(row["origin"]), row["setting"], row["split"]
    return Board(*named, (), language=row["language"])


def main_board(reading: Reading) -> Board | None:
    """The fullest board of the main data set, asked here with its passages."""
    return fullest_board(reading, reading.main.name, PASSAGE) if reading.main else None


def fullest_board(reading: Reading, dataset: str, setting: str) -> Board | None:
    """Of the boards measured here on a data set in a setting, the one with most scores.

    One in English comes before those in other languages.
    """
    own = [
        board
        for board in boards(reading)
        if (board.dataset, board.origin, board.setting) == (dataset, Origin.MEASURED, setting)
    ]
    return max(
        own, key=lambda board: (board.language in (None, ENGLISH), len(board.scores)), default=None
    )


def boards(reading: Reading) -> tuple[Board, ...]:
    """All boards: data sets in the snapshot first, then those known by figures alone."""
    order = {dataset.name: place for place, dataset in enumerate(_shown_first(reading))}
    origins = list(Origin)

    settings = (ROTATIONS, PASSAGE, NO_CONTEXT)

    def key(score: Score) -> tuple[int, str, int, int, bool, str, str]:
        place = order.get(score.dataset, len(order) + ("justlogic" not in score.dataset))
        origin = origins.index(score.origin)
        setting = settings.index(score.setting)
        spoken = score.language not in (None, ENGLISH), score.language or ""
        return place, score.dataset, origin, setting, *spoken, score.split or ""

    ordered = sorted(_scores(reading), key=key)
    chance = _chance(reading)
    return tuple(
        _board(group, chance) for group in (tuple(rows) for _, rows in groupby(ordered, key))
    )


def _board(scores: tuple[Score, ...], chance: Mapping[str, Mapping[str, float]]) -> Board:
    first = scores[0]
    guessed: Mapping[str, float] = {}
    if first.setting == ROTATIONS:  # ranked by PartialCircular, so also shown in its order
        scores = tuple(sorted(scores, key=lambda score: -(score.partial or 0.0)))
        guessed = chance.get(first.dataset, {})
    named = first.dataset, first.origin, first.setting, first.split
    return Board(*named, scores, guessed, first.language)


def _chance(reading: Reading) -> dict[str, Mapping[str, float]]:
    """What guessing scores by data set and metric; of figures alone, among four options."""
    known: dict[str, Mapping[str, float]] = {
        row["dataset"]: reading.kept.chance for row in reading.kept.scores
    }
    for row in reading.rows(_CHANCE):
        known[row["dataset"]] = {**known.get(row["dataset"], {}), row["metric"]: row["value"]}
    return known


def _scores(reading: Reading) -> Iterator[Score]:
    runs = list(_runs(reading))
    yield from runs
    # As in the view `leaderboard`, a run in the database stands in for its kept figure.
    here = {named for score in runs for named in (_name(score), (*_name(score)[:-1], None))}
    yield from (score for score in _kept_scores(reading) if _name(score) not in here)


def _runs(reading: Reading) -> Iterator[Score]:
    """The rows of the runs in the snapshot, told apart where they look alike."""
    rows = reading.rows(_RUNS, no_prompt=NO_PROMPT)
    for row, settings in zip(rows, told_apart(rows, _ALIKE), strict=True):
        shown = {name: value for name, value in row.items() if name not in _OF_RUNS}
        yield _score({**shown, "settings": settings, "manner": manner(row)})


def _kept_scores(reading: Reading) -> Iterator[Score]:
    """Kept figures; where others asked in all orders, their whole table stands as such a board."""
    scores = [_score(row) for row in reading.kept.scores]
    turned = {score.dataset for score in scores if score.circular is not None}
    for score in scores:
        is_turned = score.dataset in turned and score.setting == PASSAGE
        yield replace(score, setting=ROTATIONS) if is_turned else score


def _score(row: Row) -> Score:
    return Score(**{**row, "origin": Origin(row["origin"])})


def _name(score: Score) -> tuple[Origin, str, str, str | None, str, str | None]:
    """What a run and the figure kept of it have in common; the language comes last."""
    asked = score.prompt, score.setting, score.language
    return score.origin, score.dataset, score.model, *asked


def _shown_first(reading: Reading) -> tuple[Dataset, ...]:
    justlogic = reading.family("justlogic")
    return (*justlogic, *(d for d in reading.datasets if d not in justlogic))


def _span(score: Score) -> Span | None:
    if score.setting == ROTATIONS:
        return span_of(score.kind, score.partial_low, score.partial_high)
    return span_of(score.kind, score.low, score.high)
