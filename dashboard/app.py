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

from dashboard import address, notices  # noqa: E402 - it lies on the path only now
from engine.core.errors import StoreError  # noqa: E402

# A picture of our own: Streamlit fetches its icons for this place from outside.
_ICON = Path(__file__).with_name("icon.svg")
st.set_page_config(page_title="Sorites", page_icon=_ICON, layout="wide")

# Flat: sections are lists of no list items to a screen reader, on a narrow screen.
page = st.navigation(
    [
        st.Page(
            "app_pages/overview.py",
            title="Overview",
            default=True,
            help="What is in the database, what is going on, what came last, what stands out.",
        ),
        st.Page(
            "app_pages/leaderboard.py",
            title="Leaderboard",
            help="Scores on a data set with their number of answers and intervals, by origin.",
        ),
        st.Page(
            "app_pages/compare.py",
            title="Compare",
            help="Two runs over the same questions: who is right where the other is wrong.",
        ),
        st.Page(
            "app_pages/model.py",
            title="Model",
            help="One model: on each data set, where it stands out, and every answer not right.",
        ),
        st.Page(
            "app_pages/breakdown.py",
            title="Breakdown",
            help="Accuracy by any trait for each model, or by two traits crossed.",
        ),
        st.Page(
            "app_pages/distractors.py",
            title="Distractors",
            help="Which wrong answer was given, by kind of question, kind of answer and model.",
        ),
        st.Page(
            "app_pages/questions.py",
            title="Questions",
            help="Find questions by their traits and by what a model answered.",
        ),
        st.Page(
            "app_pages/runs.py",
            title="Runs",
            help="What is being asked at this moment, and every run with its settings and cost.",
        ),
        st.Page(
            "app_pages/depth.py",
            title="Depth",
            help="Accuracy by the number of argument steps, or by the longest chain of them.",
        ),
        st.Page(
            "app_pages/forms.py",
            title="Argument form",
            help="Accuracy by argument form: at depth 1 as in the paper, and over all depths.",
        ),
        st.Page(
            "app_pages/question_types.py",
            title="Question types",
            help="Single choices in all orders of their options, by type, language and probe.",
        ),
        st.Page(
            "app_pages/skills.py",
            title="Skills",
            help="The tree of rules of logic by accuracy, down to questions on one of them.",
        ),
        st.Page(
            "app_pages/weaknesses.py",
            title="Weaknesses",
            help="The skills at which a model is worst, and what a second round shows.",
        ),
        st.Page(
            "app_pages/profile.py",
            title="Three skills",
            help="Formulas, countermodels and what follows, by model, language and mistake.",
        ),
        st.Page(
            "app_pages/arguments.py",
            title="Arguments",
            help="Questions on arguments by structure and type, and which option was chosen.",
        ),
        st.Page(
            "app_pages/datasets.py",
            title="Data sets",
            help="How a data set was made, whether its labels hold, and what shortcuts score.",
        ),
        st.Page(
            "app_pages/audits.py",
            title="Published audits",
            help="What was found in the data sets of others, with the questions concerned.",
        ),
        st.Page(
            "app_pages/sql.py",
            title="SQL",
            help="Any SELECT over the snapshot, with the schema beside it.",
        ),
        st.Page(
            "app_pages/probes.py",
            title="Probes",
            help="What changes without the passage, in another order, or in other words.",
        ),
        st.Page(
            "app_pages/length.py",
            title="Length",
            help="Accuracy by the length of the argument, by category, and by logic.",
        ),
        st.Page(
            "app_pages/factual.py",
            title="Factual accuracy",
            help="Does it matter whether the statement shown is true in the world?",
        ),
        st.Page(
            "app_pages/positions.py",
            title="Position bias",
            help="How often each option position is chosen, against how often it is right.",
        ),
        st.Page(
            "app_pages/demonstrations.py",
            title="Demonstrations",
            help="Do examples on a model's weak skills help it, or any examples?",
        ),
        st.Page(
            "app_pages/disagreements.py",
            title="Disagreements",
            help="Replies that others graded, and on which our verdict is another, each shown.",
        ),
        st.Page(
            "app_pages/item.py",
            title="One question",
            url_path="item",
            visibility="hidden",
            help="One question: what was asked, what was said, what is right and why.",
        ),
    ],
    position="top",
)
told = st.container()
address.arrive(page.url_path)
is_whole = False
try:
    page.run()
    is_whole = True
except notices.PageEnded:
    pass
except (duckdb.Error, StoreError) as error:
    notices.show_failure(error)
address.leave(told, is_whole)
