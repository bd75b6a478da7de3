"""Who reasons best, how far, and where they fail: answered at first sight."""

from __future__ import annotations

import streamlit as st

from dashboard.components.choices import filters
from dashboard.components.source import notices, provenance
from dashboard.components.source.snapshot import rows
from dashboard.views import first_sight, news
from engine.analysis.boards import boards, overview
from engine.show.texts import first_sight as texts
from engine.show.texts.escaping import plain

heading = st.empty()
heading.title("Overview")
lead = st.empty()
snapshot = notices.open_or_stop()
every = boards(rows)
leaders = texts.leaders(rows, every)
first = texts.telling(rows, leaders).board.dataset if leaders else None
with filters.bar():
    dataset = filters.choose_dataset(first=first)
    leading = overview.leading(one for one in every if one.dataset == dataset["dataset"])
    if leading:
        origin = filters.choose_origin(list(leading))
if not leading:
    notices.stop(
        "This data set has no answers yet. Who reasons best on it, how far, and where they fail"
        " will be shown here.",
        notices.evaluate_command(dataset["dataset"]),
    )
sight = first_sight.look(leading[origin])
heading.title(plain(sight.headline), anchor=False)
lead.markdown(plain(first_sight.lead_words(sight)))
drawn, found = st.columns([3, 2], gap="large")
with drawn:
    first_sight.show_figure(sight)
with found:
    st.header("What stands out")
    first_sight.show_findings(sight, leaders)
ranked, new = st.columns([3, 2], gap="large")
with ranked:
    st.header("The board")
    first_sight.show_board(sight)
with new:
    st.header("What is new")
    news.show()
provenance.show_line(dataset, snapshot)
