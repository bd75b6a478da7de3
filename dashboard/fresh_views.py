"""Public minus fresh, as the view `freshness` has it, beside release and cut-off."""

from __future__ import annotations

import streamlit as st

from dashboard import tables
from dashboard.snapshot import Row, rows
from dashboard.words import between, points
from engine.contamination import FRESHNESS, with_dates

COLUMNS = {
    "model": "Model", "public": "Public", "fresh": "Fresh", "points": "Difference, points",
    "interval": None, "n": "Pairs", "prompt": "Prompt", "released": "Set released",
    "trained_until": "Trained on data up to",
}  # fmt: skip


def show(dataset: str) -> None:
    """How much better each model does on the public items of a data set, if any was asked both."""
    found = with_dates(rows(FRESHNESS, dataset=dataset))
    if not found:
        return
    st.subheader("Public minus fresh")
    tables.show(
        [{**row, **_in_words(row)} for row in found],
        COLUMNS,
        alt="Accuracy on public items minus that on newly seeded ones",
        pinned="model",
    )
    st.caption(
        "The same questions on items newly made by the recipe of the public set, in pairs. A"
        " difference whose interval lies above 0 speaks for items that were learnt."
    )


def _in_words(row: Row) -> Row:
    return {
        "public": f"{row['public_value']:.1%}",
        "fresh": f"{row['fresh_value']:.1%}",
        "points": points(row["difference"]),
        "interval": between(row["low"], row["high"]),
        "released": row["released"] and str(row["released"]),
    }
