"""A board as a table: score, interval, n and provenance, with an interval drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.analysis.boards import Board, Measure, Score
from engine.analysis.boards.ranks import Rank, rank_words
from engine.analysis.boards.words import PROVENANCE, asked_words, order_words
from engine.core.items import Origin
from engine.show.links.slugs import slug
from engine.show.tables.html import (
    DASH,
    NO_INTERVAL,
    Cell,
    Column,
    count,
    labelled_cell,
    score,
    share,
    share_in_full,
    table,
    text,
)
from engine.show.texts.escaping import escape

_KINDS = {"baseline": "baseline", "oracle": "oracle", "human": "people"}

_GUESSED = "Chance accuracy is computed, so it has no interval."


def board_table(board: Board, *, limit: int | None = None) -> str:
    """The board in one line of HTML, best score first, cut to `limit` rows if given.

    Name and score come first because a phone shows only these.
    """
    first = board.ranked_by
    others = [measure for measure in board.measures if measure != first]
    has_answers = any(row.answered for row in board.scores)
    has_sources = board.origin is not Origin.MEASURED
    columns = (
        Column("Model"),
        Column(first.title, numeric=True),
        Column("95% interval", numeric=True),
        Column("0 to 100%", drawn=True),
        Column("Rank", numeric=True),
        Column("n", numeric=True),
        Column("Prompt"),
        *([Column("Source")] if has_sources else []),
        *(Column(measure.title, numeric=True, more=True) for measure in others),
        *([Column("Answers given", more=True)] if has_answers else []),
    )
    rows = [
        [
            labelled_cell(respondent_cell(row), row.label),
            *score(*row.share(first)[:3]),
            drawn(*row.share(first)[:3], (board.chance or {}).get(first.name)),
            rank_cell(row.rank),
            _count(row),
            text(row.prompt),
            *([_source(row)] if has_sources else []),
            *(share_in_full(*row.share(measure)) for measure in others),
            *([text(row.answered)] if has_answers else []),
        ]
        for row in board.scores
    ][:limit]
    if board.chance:
        rows.append(_guessing(board, others, columns))
    return table(_caption(board), columns, rows, sortable=True, data=known_by(board))


def _guessing(board: Board, others: Sequence[Measure], columns: Sequence[Column]) -> list[Cell]:
    """The score of uniform, independent guessing; exact, so without intervals."""
    chance = board.chance or {}
    value = chance[board.ranked_by.name]
    name = '<span class="el-name">guessing</span> <span class="el-badge">chance</span>'
    known = {
        "Model": Cell(name, "guessing"),
        board.ranked_by.title: share(value),
        "0 to 100%": drawn(value, None, None),
        **{measure.title: share(chance.get(measure.name)) for measure in others},
    }
    return [known.get(column.title, Cell(DASH)) for column in columns]


def drawn(
    value: float | None, low: float | None, high: float | None, chance: float | None = None
) -> Cell:
    """The interval as a bar, the score as a dot, and chance as a dashed line."""
    if value is None:
        return Cell(DASH)
    x = 100 * value
    bar = ""
    if low is not None and high is not None:
        left, width = 100 * low, 100 * (high - low)
        bar = (
            f'<rect class="el-band" x="{left:.1f}" y="4" width="{max(width, 0.5):.1f}" height="6"/>'
        )
    tick = "" if chance is None else f'<path class="el-chance" d="M{100 * chance:.1f} 0V14"/>'
    return Cell(
        '<svg class="el-spark" viewBox="-4 0 108 14" aria-hidden="true" focusable="false">'
        f'<path class="el-axis" d="M0 13H100"/>{bar}{tick}'
        f'<circle class="el-dot" cx="{x:.1f}" cy="7" r="2.6"/></svg>',
        value,
    )


def known_by(board: Board) -> dict[str, str]:
    """The attributes by which addresses and the filter identify the board's table."""
    key = "/".join(filter(None, board.name.values()))
    return {"key": key, "dataset": board.dataset, "origin": str(board.origin)}


def provenance(origin: Origin | str) -> str:
    """The provenance of scores, capitalised for a caption."""
    words = PROVENANCE[Origin(origin)]
    return words[0].upper() + words[1:]


def heading(board: Board) -> str:
    """The board's provenance and what was asked, as HTML."""
    words = asked_words(board)
    return f"{provenance(board.origin)}{': ' + escape(words) if words else ''}"


def _caption(board: Board) -> str:
    title = heading(board)
    sentences = [
        *filter(None, [order_words(board)]),
        *([_GUESSED] if board.chance else []),
        *([NO_INTERVAL] if board.origin is Origin.REPORTED else []),
    ]
    return " ".join([f"{title}.", *sentences]) if sentences else title


def respondent_cell(score: Score) -> Cell:
    """The respondent with badges, linked to its card."""
    marks = ["trained on these"] if score.has_learnt else []
    # only models with a run in the snapshot have a card
    cell = marked_name(score.model, score.kind, marks, has_card=score.run_id is not None)
    if score.prompt is None:
        return cell
    # on a phone, where its own column is off screen, the style sheet shows it below the name
    asked = f'<span class="el-name" data-asked="{escape(score.prompt)}"'
    return replace(cell, html=cell.html.replace('<span class="el-name"', asked, 1))


def marked_name(model: str, kind: str, marks: Sequence[str], *, has_card: bool) -> Cell:
    """A respondent's name with badges: its kind unless it is a model, then `marks`."""
    words = [_KINDS[kind], *marks] if kind in _KINDS else marks
    badges = "".join(f' <span class="el-badge">{mark}</span>' for mark in words)
    return Cell(f"{named(model, kind, has_card=has_card)}{badges}", model)


def named(model: str, kind: str, *, has_card: bool = True) -> str:
    """A respondent's name as HTML, with the kind that the filter uses."""
    name = f'<span class="el-name" data-kind="{escape(kind)}">{escape(model)}</span>'
    return card_link(model, name) if has_card else name


def card_link(model: str, shown: str) -> str:
    """A link to a model's card; `shown` is HTML."""
    return f'<a href="site:models/{slug(model)}/">{shown}</a>'


def rank_cell(rank: Rank | None) -> Cell:
    """A range of ranks, grey if more than one, sorted by the best."""
    if rank is None:
        return Cell(DASH)
    best, worst = rank
    words = rank_words(rank) if best == worst else f'<span class="el-tie">{rank_words(rank)}</span>'
    return Cell(words, best + worst / 10_000)


def _count(score: Score) -> Cell:
    """The number of answers, or of distinct questions if all orders were asked."""
    n = score.n if score.n_questions is None else score.n_questions
    if not score.missing_words:
        return count(n)
    is_part = score.n_questions is None and not score.is_whole
    of = f" of {score.n_planned:,}," if is_part else ""
    return Cell(f"{count(n).html} <small>{of} {score.missing_words}</small>", n)


def _source(score: Score) -> Cell:
    note = f"<small>{escape(score.note)}</small>" if score.note else ""
    return Cell(f"{escape(score.source)} {note}".strip(), score.source)
