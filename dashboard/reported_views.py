"""What papers report on skills, beside what was measured here and never in one order with it."""

from __future__ import annotations

import streamlit as st

from dashboard import skill_queries, tables
from dashboard.words import ORIGINS, plain


def show(breakdown: str, title: str) -> None:
    """The response accuracies of a breakdown, a column a cell; nothing where none are kept."""
    rows = skill_queries.reported(breakdown)
    if not rows:
        return
    with st.expander(f"{ORIGINS['reported']}: response accuracy by {title.lower()}"):
        cells = list(dict.fromkeys(row["cell"] for row in rows))
        told = {row["name"]: dict(row) for row in rows}
        for row in rows:
            told[row["name"]][f"cell-{row['cell']}"] = f"{row['value']:.0%}"
        missing = {f"cell-{cell}": None for cell in cells}
        tables.show(
            [{**missing, **row} for row in told.values()],
            {"name": "Model", **{f"cell-{cell}": f"{title} {cell}" for cell in cells},
             "prompt": "Prompt", "dataset": "Questions", "source": "Source"},
            alt=f"Reported response accuracy by {title.lower()}",
            pinned="name",
        )  # fmt: skip
        st.caption(
            "As printed, without the number of answers, so that no interval can be given; the sets"
            " of questions were not published."
        )
        for note in dict.fromkeys(row["note"] for row in rows if row["note"]):
            st.caption(plain(note))
