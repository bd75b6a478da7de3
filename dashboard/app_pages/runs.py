"""What was asked, and queries of one's own."""

from __future__ import annotations

import streamlit as st

from dashboard.components.choices import choosing
from dashboard.views import runs, sql

RUNS, SQL = "Runs", "SQL"

st.title("Runs & SQL")
st.markdown("What was asked, at what cost and with which failures, and your own queries over it.")
if choosing.preset("View", "view", [RUNS, SQL]) == RUNS:
    runs.show()
else:
    sql.show()
