"""The parts of the overview: a headline, one figure, findings, and the board of models."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.components.figures import charts, spread
from dashboard.components.questions import listing
from dashboard.components.results import tables
from dashboard.components.source import notices, pairing
from dashboard.components.source.snapshot import rows
from engine.analysis.boards.overview import Leading
from engine.analysis.boards.ranks import rank_words
from engine.analysis.boards.words import PROVENANCE, asked_words
from engine.show.texts import first_sight
from engine.show.texts.escaping import plain
from engine.show.texts.families import set_title
from engine.show.texts.first_sight import MODELS_LISTED, MOST_FINDINGS, Sight
from engine.show.texts.names import MEASURES, ends

COLUMNS = {
    "model": "Model", "value": None, "interval": None, "rank": None, "n": None, "cost": None,
    "prompt": "Prompt",
}  # fmt: skip


def look(leading: Leading) -> Sight:
    """Everything that the overview says of a board."""
    return first_sight.look(rows, leading, pairing.shared)


def lead_words(sight: Sight) -> str:
    """What was asked, where the scores come from, and how to read them."""
    board = sight.leading.board
    asked = ", ".join(
        filter(None, (set_title(board.dataset), asked_words(board), PROVENANCE[board.origin]))
    )
    return f"{asked}. Marks are accuracy, bars and bands 95% intervals."


def show_figure(sight: Sight) -> None:
    """Accuracy by the most telling trait, or else the ranking."""
    if not sight.trait:
        _show_ranking(sight)
        return
    by = sight.by.lower()
    st.header(f"Accuracy by {by}")
    if sight.is_by_steps:
        figure = charts.by_steps(
            sight.cells, sight.by, MEASURES["accuracy"], sight.chance, sight.people
        )
    else:
        figure = spread.by_model(sight.cells, sight.called, MODELS_LISTED)
        charts.add_references(figure, sight.chance, sight.people)
    charts.show(
        figure,
        key="first",
        alt=f"Accuracy by {by} of the best models, with intervals.",
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


def show_findings(sight: Sight, leaders: Sequence[Leading]) -> None:
    """Each finding as a link to its view, with its evidence; then those of other families."""
    found = (*sight.found, *first_sight.elsewhere(sight, leaders))[:MOST_FINDINGS]
    if not found:
        st.text("Findings need a model’s answers. This command asks a model:")
        dataset = sight.leading.board.dataset
        ask = notices.command("evaluate", dataset, "--model", "MODEL", "--base-url", "URL")
        st.code(ask, language=None)
    for number, finding in enumerate(found):
        with st.container(gap=None, key=f"finding-{number}"):
            listing.to_page(finding.page, plain(f"{finding.sentence}."), finding.view)
            st.caption(plain(finding.evidence))


def show_board(sight: Sight) -> None:
    """The first models, and the built-in respondents as a line below."""
    board, models, ranks = sight.leading.board, sight.leading.models, sight.leading.ranks
    shown = []
    for score in models[:MODELS_LISTED]:
        value, low, high, n = score.share(board.ranked_by)
        cost = sight.took.get(score.run_id or 0, {}).get("cost")
        rank = ranks.get(score.model)
        named = {"model": score.model, "rank": rank and rank_words(rank), "prompt": score.prompt}
        scored = {"value": value, "interval": ends(low, high), "n": n, "cost": cost}
        shown.append(named | scored)
    if shown:
        tables.show(shown, COLUMNS, alt="The best models", pinned="model")
    references = ", ".join(
        f"{one.model} {one.value:.1%}" for one in sight.leading.references if one.value is not None
    )
    if references:
        st.caption(plain(f"For reference, not ranked here: {references}."))
    view = {"data": board.dataset}
    listing.to_page("leaderboard", "The whole board", view)
