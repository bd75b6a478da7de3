"""A board as a table: score, interval, n and origin side by side, with an interval drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.analysis.ranks import Rank, rank_words
from engine.ask.respondents import has_seen
from engine.core.items import Origin
from engine.io.exports import LANGUAGES
from engine.show.escaping import inert
from engine.show.slugs import slug
from engine.show.tables import (
    DASH,
    SCORE,
    UNTOLD,
    Cell,
    Column,
    count,
    score,
    share,
    share_in_full,
    table,
    text,
    told_apart_cell,
)
from engine.site.boards.scores import ALL_LANGUAGES, NO_CONTEXT, ROTATIONS, Board, Score
from engine.site.builder.sources import CARDS

ORIGINS = {
    Origin.MEASURED: "Measured here",
    Origin.REPRODUCED: "Reproduced: others’ answers, their labels and verdicts",
    Origin.REGRADED: "Regraded: others’ answers, our labels and reading",
    Origin.REPORTED: "Reported by a paper",
}
ALL_SPLITS = "all"
_KINDS = {"baseline": "baseline", "ceiling": "ceiling", "human": "people"}
_SKILLED = ("Answered", "Response accuracy", "strict", "Balanced")
"""Of questions on skills: response rate, response accuracy by both readings, balanced accuracy."""

_GUESSED = "What chance gives is computed, and has no interval."


def board_table(board: Board, *, limit: int | None = None) -> str:
    """The board in one line of HTML, best score first; `limit` rows of it, where given.

    Name, rank and score come first, since they are what a telephone has room for.
    """
    if board.setting == ROTATIONS:
        return _rotations_table(board, limit)
    has_rates = any(score.response_rate is not None for score in board.scores)
    has_groups = any(score.group_value is not None for score in board.scores)
    has_skills = any(score.balanced is not None for score in board.scores)
    has_sources = board.origin is not Origin.MEASURED
    columns = [
        Column("Respondent"),
        Column("Rank", numeric=True),
        *SCORE,
        *([Column(title, numeric=True) for title in _SKILLED] if has_skills else []),
        Column("0 to 100%", drawn=True),
        Column("n", numeric=True),
        *([Column("Answered", numeric=True)] if has_rates and not has_skills else []),
        *([Column("Whole groups right", numeric=True)] if has_groups else []),
        Column("Prompt"),
        *([Column("Source")] if has_sources else []),
    ]
    rows = [
        [
            _told_apart(row),
            rank_cell(rank),
            *score(row.value, row.low, row.high),
            *(_skilled(row) if has_skills else []),
            drawn(row.value, row.low, row.high),
            _count(row),
            *([_answered(row)] if has_rates and not has_skills else []),
            *([_groups(row)] if has_groups else []),
            text(row.prompt),
            *([_source(row)] if has_sources else []),
        ]
        for row, rank in zip(board.scores, board.ranks(), strict=True)
    ]
    return table(_caption(board), columns, rows[:limit], sortable=True, data=known_by(board))


def _rotations_table(board: Board, limit: int | None) -> str:
    """Accuracy, Circular and PartialCircular with intervals, the last one drawn and ranked by."""
    has_rates = any(score.response_rate is not None for score in board.scores)
    has_sources = board.origin is not Origin.MEASURED
    columns = [
        Column("Respondent"),
        Column("Rank", numeric=True),
        *(
            Column(title, numeric=True)
            for name in ("ACC", "CIR", "PC")
            for title in (name, f"{name} interval")
        ),
        Column("PC, 0 to 100%", drawn=True),
        Column("Questions", numeric=True),
        *([Column("Answered", numeric=True)] if has_rates else []),
        Column("Prompt"),
        *([Column("Source")] if has_sources else []),
    ]
    rows = [
        [
            _told_apart(row),
            rank_cell(rank),
            *score(row.value, row.low, row.high),
            *score(row.circular, row.circular_low, row.circular_high),
            *score(row.partial, row.partial_low, row.partial_high),
            drawn(row.partial, row.partial_low, row.partial_high),
            _questions(row),
            *([_answered(row)] if has_rates else []),
            text(row.prompt),
            *([_source(row)] if has_sources else []),
        ]
        for row, rank in zip(board.scores, board.ranks(), strict=True)
    ][:limit]
    if board.chance:
        rows.append([*_guessing(board.chance), *[Cell(DASH)] * (len(columns) - 9)])
    return table(_caption(board), columns, rows, sortable=True, data=known_by(board))


def _guessing(chance: Mapping[str, float]) -> list[Cell]:
    """What guessing every order independently and evenly scores; exact, so without intervals."""
    scores = [chance[name] for name in ("accuracy", "circular", "partial_circular")]
    return [
        Cell('<span class="el-name">guessing</span> <span class="el-badge">chance</span>', "~"),
        Cell(DASH),
        *(cell for value in scores for cell in (share(value), Cell(DASH))),
        drawn(scores[-1], None, None),
    ]


def _questions(score: Score) -> Cell:
    cell = count(score.n if score.n_questions is None else score.n_questions)
    return cell if _is_whole(score) else Cell(f"{cell.html} <small>unfinished</small>", cell.order)


def setting_words(board: Board) -> str:
    """What was asked, in words: split and languages, and whether the passage was shown."""
    parts = []
    if board.split:
        parts.append("all splits" if board.split == ALL_SPLITS else f"split {board.split}")
    if words := language_words(board.language):
        parts.append(words)
    if board.setting == NO_CONTEXT:
        parts.append("the question without its passage")
    if board.setting == ROTATIONS:
        parts.append("in all orders of the options")
    return ", ".join(parts)


def language_words(language: str | None) -> str | None:
    """In which language was asked, where the data set has several."""
    if language is None:
        return None
    if language == ALL_LANGUAGES:
        return "all languages together"
    return f"in {LANGUAGES[language].name}"


def drawn(value: float | None, low: float | None, high: float | None) -> Cell:
    """The interval as a bar and the score as a dot; the numbers beside it say the same."""
    if value is None:
        return Cell(DASH)
    x = 100 * value
    bar = ""
    if low is not None and high is not None:
        left, width = 100 * low, 100 * (high - low)
        bar = (
            f'<rect class="el-band" x="{left:.1f}" y="4" width="{max(width, 0.5):.1f}" height="6"/>'
        )
    return Cell(
        '<svg class="el-spark" viewBox="-4 0 108 14" aria-hidden="true" focusable="false">'
        f'<path class="el-axis" d="M0 13H100"/>{bar}'
        f'<circle class="el-dot" cx="{x:.1f}" cy="7" r="2.6"/></svg>',
        value,
    )


def known_by(board: Board) -> dict[str, str]:
    """The attributes of its table, by which the address and the filter know it."""
    parts = board.dataset, board.origin, board.setting, board.split, board.language
    key = "/".join(str(part) for part in parts if part)
    return {"key": key, "dataset": board.dataset, "origin": str(board.origin)}


def heading(board: Board) -> str:
    """Where its scores come from and what was asked, as HTML."""
    words = setting_words(board)
    return f"{ORIGINS[board.origin]}{': ' + inert(words) if words else ''}"


def _caption(board: Board) -> str:
    title = heading(board)
    sentences = [
        *([_GUESSED] if board.setting == ROTATIONS and board.chance else []),
        *([UNTOLD] if board.origin is Origin.REPORTED else []),
    ]
    return " ".join([f"{title}.", *sentences]) if sentences else title


def respondent_cell(score: Score) -> Cell:
    """Who answered, with what is to be known of it, and the link to its card."""
    marks = ["has learnt from these"] if has_seen(score.model, score.split) else []
    # a run in the snapshot, so that the model has a card
    return marked_name(score.model, score.kind, marks, has_card=score.n_planned is not None)


def marked_name(model: str, kind: str, marks: Sequence[str], *, has_card: bool) -> Cell:
    """A respondent's name with its kind, where it is no model, and other marks beside it."""
    told = [_KINDS[kind], *marks] if kind in _KINDS else marks
    badges = "".join(f' <span class="el-badge">{mark}</span>' for mark in told)
    return Cell(f"{named(model, kind, has_card=has_card)}{badges}", model)


def named(model: str, kind: str, *, has_card: bool = True) -> str:
    """A respondent's name as HTML, by whose kind rows are filtered."""
    name = f'<span class="el-name" data-kind="{inert(kind)}">{inert(model)}</span>'
    return card_link(model, name) if has_card else name


def card_link(model: str, shown: str) -> str:
    """A link to a model's card; `shown` is HTML."""
    return f'<a href="site:{CARDS}/{slug(model)}/">{shown}</a>'


def _told_apart(score: Score) -> Cell:
    """Who answered, and what tells the row from those that look like it: a telephone shows both."""
    return told_apart_cell(respondent_cell(score), score.settings)


def rank_cell(rank: Rank | None) -> Cell:
    """A range of ranks, greyed where it is no single one; it is sorted by the best."""
    if rank is None:
        return Cell(DASH)
    best, worst = rank
    told = rank_words(rank) if best == worst else f'<span class="el-tie">{rank_words(rank)}</span>'
    return Cell(told, best + worst / 10_000)


def _count(score: Score) -> Cell:
    cell = count(score.n)
    if _is_whole(score):
        return cell
    return Cell(f"{cell.html} <small>of {score.n_planned:,}, unfinished</small>", score.n)


def _is_whole(score: Score) -> bool:
    return not score.n_planned or score.n is None or score.n >= score.n_planned


def _answered(row: Score) -> Cell:
    return share_in_full(row.response_rate, row.response_low, row.response_high, row.response_n)


def _skilled(row: Score) -> tuple[Cell, ...]:
    """The cells under `_SKILLED`; response accuracy is of the answers that could be read alone."""
    low, high = row.strict_response_accuracy_low, row.strict_response_accuracy_high
    return (
        _answered(row),
        share_in_full(
            row.response_accuracy,
            row.response_accuracy_low,
            row.response_accuracy_high,
            row.read_n,
        ),
        share_in_full(row.strict_response_accuracy, low, high, row.strictly_read_n),
        share_in_full(row.balanced, row.balanced_low, row.balanced_high, row.response_n),
    )


def _groups(row: Score) -> Cell:
    return share_in_full(row.group_value, row.group_low, row.group_high, row.group_n)


def _source(score: Score) -> Cell:
    note = f"<small>{inert(score.note)}</small>" if score.note else ""
    return Cell(f"{inert(score.source)} {note}".strip(), score.source)
