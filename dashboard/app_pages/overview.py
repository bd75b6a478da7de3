"""The database's contents, runs in progress, latest runs and notable results."""

from __future__ import annotations

import streamlit as st

from dashboard.components import choosing, listing, live_views, notices, standouts, tables
from dashboard.components.snapshot import rows
from engine.analysis import runs, soundness
from engine.analysis.standouts import LAST
from engine.analysis.standouts import origins as origins_of_models
from engine.show.escaping import plain
from engine.show.names import ORIGINS

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
    """The result of a data set's last verification."""
    if row["n_agreed"] is None:
        return None
    if row["n_faulty"]:
        return f"{row['n_faulty']:,} faulty"
    return "all hold" if row["n_agreed"] == row["n"] else f"{row['n_agreed']:,} hold"


def audited(row: dict[str, int]) -> str | None:
    """The result of a data set's last audit."""
    if row["n_checks"] is None:
        return None
    return f"{row['n_failed']} of {row['n_checks']} failed" if row["n_failed"] else "passed"


st.title("Overview")
st.markdown(
    "How well language models reason logically, and where they fail. Every score comes with its"
    " number of answers, 95% interval and provenance."
)
snapshot = notices.open_or_stop()
counts = soundness.counts(rows)
with st.container(horizontal=True):
    for name in ("datasets", "items", "models", "runs", "answers"):
        words = {"datasets": "Data sets", "items": "Questions"}.get(name, name.capitalize())
        st.metric(words, f"{counts[name]:,}")

st.subheader("Now")
live_views.show_briefly()
listing.to_page("runs", "All runs, with errors and cost", {})

st.subheader("Data sets")
datasets = soundness.overview(rows)
if not datasets:
    notices.stop("The database holds no data set.", "sorites generate --help")
tables.show(
    [{**row, "verified": verified(row), "audited": audited(row)} for row in datasets],
    COLUMNS,
    alt="Data sets with their verification, audit and runs",
    pinned="dataset",
    pinned_px=160,
)

st.subheader("Newest results")
newest = runs.newest(rows, NEWEST)
if not newest:
    notices.stop("There are no answers yet.", notices.evaluate_command(datasets[0]["dataset"]))
tables.show_by_origin(
    [{**row, "when": row["came_at"] and f"{row['came_at']:%Y-%m-%d %H:%M}"} for row in newest],
    RUN_COLUMNS,
    alt="Latest runs",
    pinned="name",
    pinned_px=180,
)
for row in list({row["dataset"]: row for row in newest}.values())[:LINKED]:
    words = f"Leaderboard of {plain(row['dataset'])}"
    listing.to_page("leaderboard", words, {"data": row["dataset"]})

st.subheader("Notable results")
origins = origins_of_models(rows)
if not origins:
    st.text("Only baselines have answered so far; their strengths and weaknesses say little.")
else:
    origin = origins[0]
    if len(origins) > 1:
        origin = choosing.one_of("Provenance", "origin", origins, ORIGINS.__getitem__)
    standouts.show(origin, f"the latest {LAST} runs. {ORIGINS[origin]}", MOST)
st.caption(plain(f"snapshot {snapshot.stamp}"))
