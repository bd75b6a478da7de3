"""The parts of the overview: a headline, one figure, findings, and the board of models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import streamlit as st

from dashboard.components.figures import charts
from dashboard.components.questions import listing
from dashboard.components.results import tables, traits
from dashboard.components.source import notices, pairing
from dashboard.components.source.snapshot import rows
from engine.analysis.boards import Board, overview
from engine.analysis.boards.effort import efforts
from engine.analysis.boards.overview import Leading
from engine.analysis.boards.ranks import rank_words
from engine.analysis.boards.words import PROVENANCE, asked_words
from engine.analysis.by_trait import series
from engine.analysis.diagnosis import standouts
from engine.analysis.scores import runs
from engine.analysis.scores.comparison import Comparison
from engine.analysis.sources.query import Row
from engine.show.texts import findings
from engine.show.texts.escaping import plain
from engine.show.texts.findings import Finding, View
from engine.show.texts.names import MEASURES, TRAITS, ends

DRAWN, LISTED, FOUND = 5, 10, 5
UNREAD = 0.05
"""A model with at least that share of unreadable replies is a finding."""

COLUMNS = {
    "model": "Model", "rank": None, "value": None, "interval": None, "n": None, "cost": None,
    "prompt": "Prompt",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sight:
    """What the overview shows of a board: the first breakdown, chance, effort, and findings."""

    leading: Leading
    trait: str | None
    cells: list[Row]
    chance: float | None
    took: Mapping[int, Row]
    headline: str
    found: tuple[Finding, ...]


def look(leading: Leading) -> Sight:
    """Everything that the overview says of a board."""
    board, models = leading.board, leading.models
    names = overview.names(rows, leading)
    drawn = [names[score.model] for score in models[:DRAWN] if score.model in names]
    trait, cells = overview.first_breakdown(rows, leading, drawn)
    chance = series.chance(rows, board.dataset).get("accuracy")
    took = efforts(rows, [one.run_id for one in models if one.run_id is not None])
    if not models:
        return Sight(leading, trait, cells, chance, took, "No model has a complete run yet.", ())
    lead = _comparison(leading) if len(models) > 1 else None
    change = _change(board, trait, cells, drawn)
    found = list(_found(leading, lead, names, took))
    if change:
        found.insert(1, change)
    falls = change if trait and _is_numeric(cells) else None
    headline = findings.headline(models, lead, falls, chance)
    return Sight(leading, trait, cells, chance, took, headline, tuple(found[:FOUND]))


def _change(board: Board, trait: str | None, cells: list[Row], drawn: list[str]) -> Finding | None:
    """How accuracy changes with the trait of the first figure."""
    if trait is None:
        return None
    shown = {"data": board.dataset, "origin": str(board.origin), "shown": drawn}
    view: View = shown | {"down": TRAITS.get(trait, "")}
    if _is_numeric(cells):
        return findings.fall_of(cells, trait, view)
    return findings.spread_of(cells, _called(board, trait, cells), view)


def _called(board: Board, trait: str, cells: list[Row]) -> dict[str, str]:
    values = list(dict.fromkeys(cell["cell"] for cell in cells))
    if trait == "dataset":
        return {value: value for value in values}
    return traits.cell_words(board.dataset, trait, values)


def _is_numeric(cells: list[Row]) -> bool:
    return all(cell["cell"].isdecimal() for cell in cells)


def _comparison(leading: Leading) -> Comparison | None:
    """The paired comparison of the first two models, the second first, where both ran here."""
    first, second = leading.models[:2]
    if first.run_hash is None or second.run_hash is None:
        return None
    return pairing.shared(second.run_hash, first.run_hash)


def _found(
    leading: Leading, lead: Comparison | None, names: dict[str, str], took: Mapping[int, Row]
) -> Iterator[Finding]:
    board, models = leading.board, leading.models
    if len(models) > 1:
        hashes = {run: name for name, run in runs.by_name(rows, board.dataset).items()}
        called = [hashes.get(score.run_hash or "", score.model) for score in models[:2]]
        yield findings.lead_of(models, lead, called)
    people = [one for one in leading.references if one.kind == "human"]
    if beside := findings.beside_people(models[0], people):
        yield beside
    yield from _stand_outs(board, names)
    for row in took.values():
        if row["no_answer"] >= UNREAD and row["model"] in names:
            view = {"data": board.dataset, "origin": str(board.origin), "by": names[row["model"]]}
            view |= {"view": "Unread and cut off", "shown": names[row["model"]]}
            yield findings.unread(row["model"], row["no_answer_text"], view)


def _stand_outs(board: Board, names: dict[str, str]) -> Iterator[Finding]:
    """The greatest weaknesses by different traits, then the greatest strength."""
    if board.origin == "reported":
        return
    found = standouts.stand_outs(rows, str(board.origin))
    seen = {"depth", "height"}  # the figure has these
    for cell in (*found.worse, *found.better[:1]):
        is_here = cell["dataset"] == board.dataset and cell["name"] in names.values()
        if is_here and cell["trait"] not in seen:
            seen.add(cell["trait"])
            yield findings.stand_out(cell, listing.cell_name(cell), listing.cell_view(cell))


def lead_words(sight: Sight) -> str:
    """What was asked, where the scores come from, and how to read them."""
    board = sight.leading.board
    asked = ", ".join(filter(None, (board.dataset, asked_words(board), PROVENANCE[board.origin])))
    return f"{asked}. Points are accuracy, bars and bands 95% intervals."


def show_figure(sight: Sight) -> None:
    """Accuracy by the most telling trait, or else the ranking."""
    board, chance = sight.leading.board, sight.chance
    people = series.human(rows, board.dataset)
    if not sight.trait:
        _show_ranking(sight)
        return
    by = TRAITS.get(sight.trait, "Data set")
    st.header(f"Accuracy by {by.lower()}")
    places = _called(board, sight.trait, sight.cells)
    if _is_numeric(sight.cells):
        figure = charts.by_steps(sight.cells, by, MEASURES["accuracy"], chance, people)
    else:
        figure = charts.by_place(sight.cells, places)
        charts.add_references(figure, chance, people)
    charts.show(
        figure,
        key="first",
        alt=f"Accuracy by {by.lower()} of the best models, with intervals.",
        rows=sight.cells,
    )


def _show_ranking(sight: Sight) -> None:
    st.header("Accuracy of each model")
    measure = sight.leading.board.ranked_by
    drawn = []
    for score in sight.leading.models or sight.leading.references:
        value, low, high, n = score.share(measure)
        named = {"name": score.model, "model": score.model, "kind": score.kind, "n": n}
        drawn.append(
            {**named, "value": value, "low": low, "high": high, "interval": ends(low, high)}
        )
    figure = charts.ranking(drawn, sight.chance)
    charts.show(figure, key="first", alt="Accuracy of each model with intervals.", rows=drawn)


def show_findings(sight: Sight) -> None:
    """Each finding as a link to its view, with its evidence."""
    if not sight.found:
        st.text("Findings need a model’s answers. This command asks a model:")
        dataset = sight.leading.board.dataset
        ask = notices.command("evaluate", dataset, "--model", "MODEL", "--base-url", "URL")
        st.code(ask, language=None)
    for number, finding in enumerate(sight.found):
        with st.container(gap=None, key=f"finding-{number}"):
            listing.to_page(finding.page, plain(f"{finding.sentence}."), finding.view)
            st.caption(plain(finding.evidence))


def show_board(sight: Sight) -> None:
    """The first models, and the built-in respondents as a line below."""
    board, models, ranks = sight.leading.board, sight.leading.models, sight.leading.ranks
    shown = []
    for score in models[:LISTED]:
        value, low, high, n = score.share(board.ranked_by)
        cost = sight.took.get(score.run_id or 0, {}).get("cost")
        rank = ranks.get(score.model)
        named = {"model": score.model, "rank": rank and rank_words(rank), "prompt": score.prompt}
        scored = {"value": value, "interval": ends(low, high), "n": n, "cost": cost}
        shown.append(named | scored)
    if shown:
        tables.show(shown, COLUMNS, alt="The best models", pinned="model", pinned_px=230)
    references = ", ".join(
        f"{one.model} {one.value:.1%}" for one in sight.leading.references if one.value is not None
    )
    if references:
        st.caption(plain(f"For reference, not ranked here: {references}."))
    view = {"data": board.dataset}
    listing.to_page("leaderboard", "The whole board", view)
