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

from dashboard.components import address, notices  # noqa: E402 - it is on the path only now
from engine.core.errors import StoreError  # noqa: E402

# A picture of our own: Streamlit fetches its icons for this place from outside.
_ICON = Path(__file__).with_name("icon.svg")
st.set_page_config(page_title="Sorites", page_icon=_ICON, layout="wide")

# Flat: sections are lists of no list items to a screen reader, on a narrow screen.
# The pages of the menu by their files: what each is called, and what it shows.
PAGES = {
    "overview": ("Overview", "Contents of the database, runs in progress, notable results."),
    "leaderboard": ("Leaderboard", "Scores on a data set with n and 95% intervals, by provenance."),
    "compare": (
        "Compare",
        "Two runs on the same questions, and where they differ.",
    ),
    "model": (
        "Model",
        "One model: each data set, notable results, every answer that is not right.",
    ),
    "breakdown": ("Breakdown", "Accuracy by one trait for each model, or by two traits crossed."),
    "errors": ("Errors", "Which wrong answers models give, and position bias."),
    "questions": ("Questions", "Find questions by trait and by a model’s outcome."),
    "skills": ("Skills", "The tree of skills by accuracy, down to the questions on a skill."),
    "weaknesses": (
        "Weaknesses",
        "A model’s weakest skills, second rounds, and the effect of examples.",
    ),
    "datasets": (
        "Data sets",
        "How a data set was made, whether its labels hold, and shortcut scores.",
    ),
    "disagreements": ("Disagreements", "Replies on which a published verdict differs from ours."),
    "runs": ("Runs", "Runs in progress, and every run with its cost."),
    "sql": ("SQL", "Query the snapshot with SQL, with the schema alongside."),
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
            help="One question: the text, the answers, and why the right one is right.",
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
