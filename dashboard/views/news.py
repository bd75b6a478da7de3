"""What is new: runs in progress and the latest results."""

from __future__ import annotations

import streamlit as st

from dashboard.components.questions import listing
from dashboard.components.source import live_views
from dashboard.components.source.snapshot import rows
from engine.analysis.scores import runs
from engine.show.texts.escaping import plain

NEWEST = 4


def show() -> None:
    """Runs in progress, and a line for each of the latest runs."""
    live_views.show_briefly()
    for row in runs.newest(rows, NEWEST):
        unfinished = (
            f" of {row['n_planned']:,}, not finished" if row["n"] < row["n_planned"] else ""
        )
        with st.container(gap=None):
            view = {"data": row["dataset"], "origin": row["origin"]}
            listing.to_page("leaderboard", plain(f"{row['name']} on {row['dataset']}"), view)
            facts = (
                f"{row['value']:.1%} ({row['interval']}), n = {row['n']:,}{unfinished}",
                row["origin"],
                f"{row['came_at']:%Y-%m-%d %H:%M} UTC" if row["came_at"] else None,
            )
            st.caption(plain(" · ".join(filter(None, facts))))
    listing.to_page("runs", "All runs, with failures and cost", {})
