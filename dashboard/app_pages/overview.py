"""What is in the database, what is going on, what came last, and what stands out."""

from __future__ import annotations

import streamlit as st

from dashboard import (
    choosing,
    live_views,
    notices,
    overview_queries,
    standout_views,
    standouts,
    tables,
)
from dashboard.words import ORIGINS, plain

NEWEST, MOST, LINKED = 8, 8, 3
COLUMNS = {
    "dataset": "Data set", "family": "Family", "n": "Questions", "verified": "Verified",
    "audited": "Audit", "n_models": "Models", "n_runs": "Runs", "source": "Made",
}  # fmt: skip
RUN_COLUMNS = {
    "name": "Run", "dataset": "Data set", "value": None, "interval": None, "n": None,
    "when": "When (UTC)",
}  # fmt: skip


def verified(row: dict[str, int]) -> str | None:
    """What the last verification of a data set found."""
    if row["n_agreed"] is None:
        return None
    if row["n_faulty"]:
        return f"{row['n_faulty']:,} do not hold"
    return "all hold" if row["n_agreed"] == row["n"] else f"{row['n_agreed']:,} hold"


def audited(row: dict[str, int]) -> str | None:
    """What the last audit of a data set found."""
    if row["n_checks"] is None:
        return None
    return f"{row['n_failed']} of {row['n_checks']} failed" if row["n_failed"] else "passed"


st.title("Overview")
st.markdown(
    "How well language models reason logically, and where they fail. Every figure stands with its"
    " number of answers, its 95% interval and its origin."
)
snapshot = notices.open_or_stop()
counts = overview_queries.counts()
with st.container(horizontal=True):
    for name in ("datasets", "items", "models", "runs", "answers"):
        words = {"datasets": "Data sets", "items": "Questions"}.get(name, name.capitalize())
        st.metric(words, f"{counts[name]:,}")

st.subheader("Now")
live_views.show_briefly()
st.page_link("app_pages/runs.py", label=":blue[All runs, with errors and cost]", help="")

st.subheader("Data sets")
datasets = overview_queries.datasets()
if not datasets:
    notices.stop("The database holds no data set.", "sorites generate justlogic --name justlogic")
tables.show(
    [{**row, "verified": verified(row), "audited": audited(row)} for row in datasets],
    COLUMNS,
    alt="The data sets with what has been done about them",
    pinned="dataset",
    pinned_px=160,
)

st.subheader("Newest results")
newest = overview_queries.newest(NEWEST)
if not newest:
    notices.stop(
        "Nobody has answered a data set.", notices.evaluate_command(datasets[0]["dataset"])
    )
tables.show_by_origin(
    [{**row, "when": row["came_at"] and f"{row['came_at']:%Y-%m-%d %H:%M}"} for row in newest],
    RUN_COLUMNS,
    alt="The last runs",
    pinned="name",
    pinned_px=180,
)
for row in list({row["dataset"]: row for row in newest}.values())[:LINKED]:
    st.page_link(
        "app_pages/leaderboard.py",
        label=f":blue[Leaderboard of {plain(row['dataset'])}]",
        query_params={"data": row["dataset"]},
        help="",
    )

st.subheader("What stands out")
origins = standouts.origins()
if not origins:
    st.text("Only baselines have answered so far; what they do better or worse says little.")
else:
    origin = origins[0]
    if len(origins) > 1:
        origin = choosing.one_of("Origin", "origin", origins, ORIGINS.__getitem__)
    found = standouts.stand_outs(origin)
    st.caption(
        plain(
            f"{standouts.METHOD}, of {found.n_tested:,} cells of the last"
            f" {standouts.LAST} runs. {ORIGINS[origin]}."
        )
    )
    st.markdown("**Worse than elsewhere**")
    standout_views.show(found.worse, MOST, LINKED, "Cells at which models are worse")
    st.markdown("**Better than elsewhere**")
    standout_views.show(found.better, MOST, LINKED, "Cells at which models are better")
st.caption(plain(f"snapshot {snapshot.stamp}"))
