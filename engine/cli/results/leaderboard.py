"""`sorites leaderboard`: every board as a table of scores with n and 95% intervals."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.cli.results.fresh_board import show_fresh
from engine.show.terminal.options import AsJson, Db
from engine.show.terminal.output import say, show_table, write_json

if TYPE_CHECKING:
    from engine.analysis.boards import Board, Score

Row = dict[str, Any]

CHANCE = "independent guessing"


def leaderboard(
    dataset: Annotated[str | None, typer.Argument(help="One data set; all by default.")] = None,
    failures_wrong: Annotated[
        bool, typer.Option("--failures-wrong", help="Count failed requests as wrong answers.")
    ] = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Show the boards; scores of different provenance are never ranked together."""
    from engine.analysis.boards import boards, chance_scores, left_out, other_figures
    from engine.analysis.boards.failing import NAME, with_failures_wrong
    from engine.analysis.boards.families import datasets
    from engine.analysis.datasets.contamination import freshness_rows
    from engine.analysis.sources.query import open_rows

    with open_rows(db, dataset) as rows:
        found = boards(rows, dataset)
        others, apart = other_figures(rows, dataset), left_out(rows, dataset)
        chance, fresh = chance_scores(rows, dataset), freshness_rows(rows, dataset)
        here = {one.name for one in datasets(rows)}
    if failures_wrong:
        found = tuple(map(with_failures_wrong, found))
    convention = NAME if failures_wrong else None
    if as_json:
        scores = [asdict(score) for board in found for score in board.scores]
        parts = {"figures": others, "left_out": apart, "chance": chance, "fresh": fresh}
        named = {"convention": convention} if convention else {}
        write_json({"rows": scores, **parts, **named})
        return
    shown, elsewhere = (found, ()) if dataset else _here_and_elsewhere(found, others, here)
    for board in shown:
        _show(board, convention)
    _show_others([row for row in others if row["dataset"] not in elsewhere])
    if elsewhere:
        _show_elsewhere(elsewhere)
    _show_left_out(apart, is_all=not (found or others))
    if fresh:
        show_fresh(fresh)


def _here_and_elsewhere(
    found: Sequence[Board], others: Sequence[Row], here: Set[str]
) -> tuple[Sequence[Board], Sequence[str]]:
    """The boards of data sets in the database, if there are any, and the names of the others."""
    own = [board for board in found if board.dataset in here]
    if not own:
        return found, ()
    names = [*(row["dataset"] for row in others), *(board.dataset for board in found)]
    return own, sorted({*names} - here)


def _show_elsewhere(names: Sequence[str]) -> None:
    say(
        f"{len(names)} more data sets have figures from papers or of published answers:"
        f" {', '.join(names)}; `sorites leaderboard {names[-1]}` shows one, --json all"
    )


def _show(board: Board, convention: str | None) -> None:
    """Print a board in its order, and the score of guessing if known."""
    from engine.analysis.boards.words import PROVENANCE, asked_words, order_words

    parts = (board.dataset, asked_words(board), PROVENANCE[board.origin], "in %", convention)
    has_answers = any(score.answered for score in board.scores)
    lines: list[tuple[object, ...]] = [
        (
            score.rank_words or "–", score.model, _asked(score),
            *(scored(*score.share(measure)[:3]) for measure in board.measures), _counted(score),
            *((score.answered,) * has_answers),
        )
        for score in board.scores
    ]  # fmt: skip
    if board.chance:
        guessed = [board.chance.get(measure.name) for measure in board.measures]
        cells = (*(scored(one) for one in guessed), None, *((None,) * has_answers))
        lines.append(("–", CHANCE, "–", *cells))
    titles = ("rank", "model", "prompt", *(measure.title for measure in board.measures), "n")
    titles += ("answers given",) * has_answers
    say(", ".join(filter(None, parts)))  # the title of a narrow table would be broken
    show_table(None, titles, lines)
    if order := order_words(board):
        say(order)


def _show_others(others: Sequence[Row]) -> None:
    """Print a table per metric that no board compares."""
    from engine.analysis.boards.words import PROVENANCE

    def title(row: Row) -> str:
        return f"{row['dataset']}, {row['metric']}, {PROVENANCE[row['origin']]}, in %"

    for name, group in groupby(others, title):
        lines = [
            (
                row["model"],
                row["prompt"] or "–",
                scored(row["value"], row["low"], row["high"]),
                row["n"],
            )
            for row in group
        ]
        say(name)
        show_table(None, ("model", "prompt", "score", "n"), lines)


def _show_left_out(apart: Sequence[Row], *, is_all: bool) -> None:
    if is_all and not apart:
        say("there are no results yet; ask a model with `sorites evaluate`")
    for dataset, group in groupby(apart, lambda row: f"{row['dataset']}: {row['reason']}"):
        runs = ", ".join(f"{row['model']} (run {row['run_hash'][:12]})" for row in group)
        say(f"left out of {dataset}: {runs}")


def _asked(score: Score) -> str:
    """Prompt and run label, and whether the model was trained on these questions."""
    seen = "trained on these" if score.has_learnt else None
    return " · ".join(filter(None, (score.prompt, score.label, seen))) or "–"


def _counted(score: Score) -> str:
    """The number of questions behind a score, and what the run lacks."""
    n = score.n if score.n_questions is None else score.n_questions
    lacks = f" ({score.missing_words})" if score.missing_words else ""
    return "–" if n is None else f"{n}{lacks}"


def scored(value: float | None, low: float | None = None, high: float | None = None) -> str:
    """A score and its interval, in percent."""
    if value is None:
        return "–"
    interval = "" if low is None or high is None else f" ({100 * low:.1f} to {100 * high:.1f})"
    return f"{100 * value:.1f}{interval}"
