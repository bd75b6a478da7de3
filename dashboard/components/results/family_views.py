"""All families side by side, as a table."""

from __future__ import annotations

import streamlit as st

from dashboard.components.results import tables
from dashboard.components.source.snapshot import rows
from engine.analysis.boards import Score, boards
from engine.analysis.boards.across import Overall, overall
from engine.analysis.boards.families import datasets, family_boards
from engine.analysis.by_trait.series import MODELS
from engine.show.texts.escaping import plain
from engine.show.texts.names import KINDS, ends


def show() -> None:
    """Scores by family and their mean; nothing if only one family has results."""
    found = family_boards(datasets(rows), boards(rows))
    if not found:
        return
    st.header("All families side by side")
    columns: dict[str, str | None] = {
        "model": "Model", "value": "Mean", "interval": None, "rank": None,
        "prompt": "Prompt", "label": "Settings", "kind": "Kind",
    }  # fmt: skip
    for family, board in found.items():
        columns |= {family: board.dataset, f"{family}_text": f"{board.dataset}: interval, n"}
    tables.show(
        [
            _row(one, list(found))
            for one in sorted(overall(found), key=lambda one: one.kind not in MODELS)
        ],
        columns,
        alt="Scores by family and their mean",
        pinned="model",
        shares=list(found),
    )
    sets = ", ".join(f"{board.dataset} of {family}" for family, board in found.items())
    st.caption(
        plain(
            "Measured here. The unweighted mean is of respondents that answered all families:"
            f" {sets}. It averages only runs with the same prompt and settings; if there are"
            " several, the most complete."
        )
    )


def _row(one: Overall, families: list[str]) -> dict[str, object]:
    own: dict[str, object] = {}
    for family in families:
        score = one.scores.get(family)
        own |= {family: score and score.value, f"{family}_text": score and _written(score)}
    return {
        "model": one.model,
        "rank": one.rank_words,
        "kind": KINDS[one.kind],
        "value": one.value,
        "interval": None if one.value is None else ends(one.low, one.high),
        "prompt": one.prompt,
        "label": one.label,
        **own,
    }


def _written(score: Score) -> str:
    """The interval of a score, and its number of answers if known."""
    words = ends(score.low, score.high)
    return f"{words}, n {score.n:,}" if score.n else words
