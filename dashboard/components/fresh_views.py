"""Public minus fresh, as the view `freshness` has it, beside release and cut-off."""

from __future__ import annotations

import streamlit as st

from dashboard.components import tables
from dashboard.components.snapshot import rows
from engine.analysis.contamination import freshness_rows
from engine.show.names import ends

COLUMNS = {
    "model": "Model", "public_value": "Public", "public_interval": "Its interval",
    "fresh_value": "Fresh", "fresh_interval": "Its interval ", "difference": None, "low": None,
    "high": None, "n": "Pairs", "prompt": "Prompt", "released": "Set released",
    "trained_until": "Trained on data up to",
}  # fmt: skip


def show(dataset: str) -> None:
    """How much better each model does on the public items of a data set, if any was asked both."""
    found = freshness_rows(rows, dataset)
    if not found:
        return
    st.subheader("Public minus fresh")
    tables.show(
        [
            {
                **row,
                "public_interval": ends(row["public_low"], row["public_high"]),
                "fresh_interval": ends(row["fresh_low"], row["fresh_high"]),
                "released": row["released"] and str(row["released"]),
            }
            for row in found
        ],
        COLUMNS,
        alt="Accuracy on public items minus that on newly seeded ones",
        pinned="model",
        shares=("public_value", "fresh_value"),
    )
    st.caption(
        "The same questions on items newly made by the recipe of the public set, in pairs. A"
        " difference whose interval lies above 0 speaks for items that were learnt."
    )
