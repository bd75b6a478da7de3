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

from dashboard.components import address, notices  # noqa: E402 - it lies on the path only now
from engine.core.errors import StoreError  # noqa: E402

# A picture of our own: Streamlit fetches its icons for this place from outside.
_ICON = Path(__file__).with_name("icon.svg")
st.set_page_config(page_title="Sorites", page_icon=_ICON, layout="wide")

# Flat: sections are lists of no list items to a screen reader, on a narrow screen.
# The pages of the menu by their files: what each is called, and what it shows.
PAGES = {
    "overview": ("Overview", "What is in the database, what is going on, what stands out."),
    "leaderboard": ("Leaderboard", "Scores on a data set with their n and intervals, by origin."),
    "compare": (
        "Compare",
        "Two runs over the same questions, down to where they differ.",
    ),
    "model": ("Model", "One model: each data set, where it stands out, every answer not right."),
    "breakdown": ("Breakdown", "Accuracy by any trait for each model, or by two traits crossed."),
    "errors": ("Errors", "Which wrong answer was given, and whether a position is preferred."),
    "questions": ("Questions", "Find questions by their traits and by what a model answered."),
    "skills": ("Skills", "The tree of skills by accuracy, down to questions on one of them."),
    "weaknesses": ("Weaknesses", "The weakest skills of a model, second rounds, and examples."),
    "datasets": ("Data sets", "How a data set was made, whether its labels hold, its shortcuts."),
    "disagreements": ("Disagreements", "Replies that others graded, where our verdict is another."),
    "runs": ("Runs", "What is being asked at this moment, and every run with its cost."),
    "sql": ("SQL", "Any SELECT over the snapshot, with the schema beside it."),
}
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
            help="One question: what was asked and answered, what is right and why.",
        ),
    ],
    position="top",
)
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
