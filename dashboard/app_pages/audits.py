"""What was found in the data sets of others, with the questions concerned."""

from __future__ import annotations

import streamlit as st

from dashboard import audit_views, choosing, dataset_queries, notices, tables
from dashboard.words import plain

COLUMNS = {
    "dataset": "Data set", "words": "Found", "n_items": "Questions", "share": "Of all",
    "n": "Questions in all",
}  # fmt: skip

st.title("Published audits")
st.markdown(
    "Data sets that others published, looked at as ours are: does every label follow, and is"
    " anything wrong with single questions?"
)
snapshot = notices.open_or_stop()
counts = dataset_queries.finding_counts()
if not counts:
    notices.stop(
        "No fault is recorded in an imported data set, or none has been imported and audited.",
        "sorites import --help",
    )
tables.show(
    [{**row, "words": row["name"].replace("-", " ")} for row in counts],
    COLUMNS,
    alt="What was found in the data sets of others",
    pinned="dataset",
    pinned_px=180,
)
name = choosing.one_of("Data set", "data", list(dict.fromkeys(row["dataset"] for row in counts)))
st.page_link(
    "app_pages/datasets.py",
    label=f":blue[All about {plain(name)}]",
    query_params={"data": name},
    help="",
)
audit_views.show_findings(name, [row for row in counts if row["dataset"] == name])
st.caption(plain(f"snapshot {snapshot.stamp}"))
