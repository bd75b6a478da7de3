"""All families side by side, as a table."""

from __future__ import annotations

import streamlit as st

from dashboard import family_queries, tables
from dashboard.words import KINDS, ends, plain


def show() -> None:
    """Everybody's scores by family and their mean; nothing where one family alone was asked."""
    mains, board = family_queries.board()
    if not board:
        return
    st.subheader("All families side by side")
    columns: dict[str, str | None] = {
        "model": "Model", "rank": None, "kind": "Kind", "value": "Mean", "interval": None,
        "prompt": "Prompt", "differs": "Settings",
    }  # fmt: skip
    for family, dataset in mains.items():
        columns |= {family: dataset, f"{family}_told": f"{dataset}: interval, n"}
    tables.show(
        [
            {
                **row,
                "kind": KINDS[row["kind"]],
                "interval": None if row["value"] is None else told(row),
                **{family: row["scores"].get(family, {}).get("value") for family in mains},
                **{
                    f"{family}_told": told(row["scores"][family])
                    if family in row["scores"]
                    else None
                    for family in mains
                },
            }
            for row in board
        ],
        columns,
        alt="Scores by family and their mean",
        pinned="model",
        shares=mains,
    )
    st.caption(
        plain(
            "Measured here. The mean counts each family alike and is of those that answered all of"
            f" them: {', '.join(f'{name} of {family}' for family, name in mains.items())}. Only"
            " runs with the same prompt and settings are averaged, of several the fullest."
        )
    )


def told(score: dict[str, float | None]) -> str:
    """The interval of a score, and its number of answers where it has one."""
    words = ends(score["low"], score["high"])
    return f"{words}, n {score['n']:,}" if score.get("n") else words
