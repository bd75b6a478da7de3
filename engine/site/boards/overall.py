"""All families side by side: a respondent's score on the main data set of each, and their mean.

Families are unlike each other, so that a mean of them says little by itself: it stands beside its
parts, counts each family alike, and only for respondents that answered all of them. A family counts
by one board, which is said above the table: were all its tasks asked for, whoever was asked one
alone would have no mean. Only runs asked in the same manner, with the same settings, are averaged:
a respondent has a row for each manner, and a family counts by the fullest run of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from engine.analysis.ranks import Rank, ranked, span_of
from engine.analysis.reading import Reading
from engine.analysis.run_labels import Manner, manners_told
from engine.analysis.statistics import Estimated, mean_interval
from engine.core.items import Origin
from engine.families import FAMILIES
from engine.show.escaping import inert
from engine.show.tables import (
    DASH,
    Cell,
    Column,
    count,
    interval,
    share,
    share_in_full,
    table,
    text,
    told_apart_cell,
)
from engine.site.boards.board import drawn, language_words, rank_cell, respondent_cell
from engine.site.boards.scores import PASSAGE, ROTATIONS, Board, Score, boards, fullest_board

_TYPES = """
SELECT DISTINCT d.name, i.question_type
FROM items i JOIN datasets d USING (dataset_id) WHERE i.question_type IS NOT NULL
"""

_Look = tuple[str, str, str | None]
"""Name, kind and prompt: what rows have in common that look alike."""

_MANNERS = (
    "A mean is of runs with the same prompt and settings; of several such on a board, as at several"
    " endpoints, the fullest counts, of equally full ones the last"
)

_FEWEST = 2
"""Families below which there is nothing to put side by side."""


@dataclass(frozen=True, slots=True)
class Overall:
    """A respondent and its scores by family; the mean is None where a family is missing.

    `prompt` is the style alone: the words of a style differ from family to family. `settings` says
    in what its runs were asked otherwise than those of other rows with its name and prompt.
    """

    model: str
    kind: str
    prompt: str | None
    scores: Mapping[str, Score]
    mean: float | None
    low: float | None
    high: float | None
    settings: str | None = None


def overall_section(reading: Reading) -> list[str]:
    """The heading and the table; nothing where fewer than two families have been asked about."""
    found = _boards(reading)
    if len(found) < _FEWEST:
        return []
    heading = "## All families side by side {: #overall }"
    return [heading, _counted(reading, found), _table(found, overall(found))]


def overall(found: Mapping[str, Board]) -> tuple[Overall, ...]:
    """The respondents of the boards, those that answered every family first, best mean first."""
    scores: dict[tuple[_Look, Manner], dict[str, Score]] = {}
    for family, board in found.items():
        for one in board.scores:
            look = one.model, one.kind, one.prompt and one.prompt.partition("@")[0]
            own = scores.setdefault((look, one.manner), {})
            own[family] = max(own.get(family, one), one, key=_fullness)
    told = manners_told(scores)
    rows = [_row(place[0], own, len(found), told[place]) for place, own in scores.items()]
    return tuple(sorted(rows, key=lambda row: (-(row.mean or 0), -len(row.scores), row.model)))


def _fullness(one: Score) -> tuple[int, int]:
    """Of a respondent's runs asked alike the fullest counts, of equally full ones the last."""
    return one.n or 0, one.run_id or 0


def _row(look: _Look, own: Mapping[str, Score], n_families: int, settings: str | None) -> Overall:
    parts = [
        Estimated(one.value, one.low, one.high)
        for one in own.values()
        if one.low is not None and one.high is not None
    ]
    if len(parts) < n_families:
        return Overall(*look, own, None, None, None, settings)
    return Overall(*look, own, *mean_interval(parts), settings)


def _boards(reading: Reading) -> dict[str, Board]:
    """The fullest board measured here on the largest data set of each family.

    That is the one with most respondents, for one asked in all orders must not take from all others
    the family that they were asked as it stands; of two alike it is the one in all orders.
    """
    found = {}
    for family in FAMILIES:
        if main := reading.largest(family):
            own = [fullest_board(reading, main.name, one) for one in (ROTATIONS, PASSAGE)]
            if asked := [board for board in own if board]:
                found[family] = max(asked, key=_n_respondents)
    return found


def _n_respondents(board: Board) -> int:
    return len({score.model for score in board.scores})


def _counted(reading: Reading, found: Mapping[str, Board]) -> str:
    """By which data set each family counts, and which of its sets and tasks are left out."""
    names = {board.dataset for board in found.values()}
    asked = {board.dataset for board in boards(reading) if board.origin is Origin.MEASURED}
    types: defaultdict[str, set[str]] = defaultdict(set)
    for row in reading.rows(_TYPES):
        types[row["name"]].add(row["question_type"])
    left, unasked = [], []
    for family, board in found.items():
        others = [d.name for d in reading.family(family) if d.source == "generated"]
        left += [name for name in others if name in asked - names]
        if missing := set().union(*(types[name] for name in others)) - types[board.dataset]:
            told = " and ".join(sorted(types[board.dataset]))
            unasked.append(f"Of {family} only {told} counts, not {' and '.join(sorted(missing))}")
    parts = [
        "A family counts by one board, which its column names: the one with most respondents on the"
        " largest of its data sets",
        _MANNERS,
    ]
    parts += unasked
    parts += [f"Not counted, with boards of their own below: {', '.join(left)}"] if left else []
    return f"<p>{' '.join(f'{inert(part)}.' for part in parts)}</p>"


def _table(found: Mapping[str, Board], rows: tuple[Overall, ...]) -> str:
    columns = (
        Column("Respondent"),
        Column("Rank", numeric=True),
        Column("Mean", numeric=True),
        Column("95% interval", numeric=True),
        Column("Mean, 0 to 100%", drawn=True),
        Column("n", numeric=True),
        *(Column(_title(board), numeric=True) for board in found.values()),
        Column("Prompt"),
    )
    ranks = ranked({at: span_of(row.kind, row.low, row.high) for at, row in enumerate(rows)})
    places = {
        family: (
            dict(zip(board.scores, board.ranks(), strict=True)),
            "PC" if board.setting == ROTATIONS else None,
        )
        for family, board in found.items()
    }
    cells = [
        [
            told_apart_cell(respondent_cell(next(iter(row.scores.values()))), row.settings),
            rank_cell(ranks.get(at)),
            share(row.mean),
            interval(row.low, row.high),
            drawn(row.mean, row.low, row.high),
            count(sum(one.n or 0 for one in row.scores.values())),
            *(_share(row.scores.get(family), *places[family]) for family in found),
            text(row.prompt),
        ]
        for at, row in enumerate(rows)
    ]
    caption = "Measured here: the mean of the families, each counting alike, and its parts"
    data = {"key": "overall", "origin": "measured"}
    return table(caption, columns, cells, sortable=True, data=data)


def _title(board: Board) -> str:
    orders = "all orders" if board.setting == ROTATIONS else None
    return ", ".join(filter(None, (board.dataset, language_words(board.language), orders)))


def _share(one: Score | None, ranks: Mapping[Score, Rank | None], by: str | None) -> Cell:
    """The accuracy, with the rank that the respondent has on the board itself."""
    if one is None:
        return Cell(DASH)
    return share_in_full(one.value, one.low, one.high, one.n, ranks[one], by)
