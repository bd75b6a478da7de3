"""Navigation only. Run it with `sorites dashboard` or `streamlit run dashboard/app.py`."""

from __future__ import annotations

import sys
from pathlib import Path

import duckdb
import streamlit as st

# Streamlit puts this file's folder on the path; the packages lie one above it, in a checkout as
# in a wheel.
_ROOT = str(Path(__file__).resolve().parent.parent)
if _ROOT not in sys.path:
    sys.path.append(_ROOT)

from dashboard.components.choices import address  # noqa: E402 - it is on the path only now
from dashboard.components.source import notices  # noqa: E402 - it is on the path only now
from engine.core.errors import StoreError  # noqa: E402

notices.refuse_other_sites()
# The pages of the menu by their files: what each is called, and what it answers.
PAGES = {
    "overview": ("Overview", "Who reasons best, how far, and where they fail."),
    "leaderboard": ("Leaderboard", "Scores on a data set with n and 95% intervals, by provenance."),
    "compare": ("Compare", "Two runs on the same questions, and where they differ."),
    "model": ("Model", "One model: its scores, strengths and weaknesses, and every error."),
    "breakdown": ("Breakdown", "Accuracy by depth, argument form, skill or any other trait."),
    "errors": ("Errors", "What models choose instead, and what could not be read."),
    "questions": ("Questions", "Find questions by trait, by words and by a model’s outcome."),
    "datasets": ("Data sets", "Whether the questions of a data set can be trusted."),
    "runs": ("Runs & SQL", "Runs in progress, every run with its cost, and your own queries."),
}
# Flat: sections are lists of no list items to a screen reader, on a narrow screen.
page = st.navigation(
    [
        *(
            st.Page(f"app_pages/{name}.py", title=title, help=words, default=name == "overview")
            for name, (title, words) in PAGES.items()
        ),
        st.Page(
            "app_pages/item.py",
            title="One question",
            url_path="item",
            visibility="hidden",
            help="One question: the text, the answers, and why the right one is right.",
        ),
    ],
    position="top",
)
# A picture of our own: Streamlit fetches its icons for this place from outside.
_ICON = Path(__file__).with_name("icon.svg")
# A worker process that is started from here runs this file, too, where a page has no title.
_TITLE = getattr(page, "title", "Overview")
st.set_page_config(page_title=f"{_TITLE} · Sorites", page_icon=_ICON, layout="wide")
st.logo(Path(__file__).with_name("logo.svg"), size="large")
st.html(Path(__file__).with_name("look.css"))
warnings = st.container()
address.arrive(page.url_path)
is_whole = False
try:
    page.run()
    is_whole = True
except notices.PageEnded:
    pass
except (duckdb.Error, StoreError) as error:
    notices.show_failure(error)
address.leave(warnings, is_whole)
