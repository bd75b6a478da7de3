"""The three skills of LogicSkills: formulas, countermodels and what follows, side by side."""

from __future__ import annotations

import streamlit as st

from dashboard import (
    charts,
    choosing,
    filters,
    formal_charts,
    formal_queries,
    notices,
    provenance,
    tables,
)
from dashboard.formal_words import LANGUAGES, TASKS
from dashboard.words import ORIGINS, form

COLUMNS = {
    "cell": "Skill", "name": "Model", "value": None, "interval": None, "n": None,
    "n_no_answer": "No answer", "n_undecided": "Not settled", "thin": None, "dataset": "Data set",
}  # fmt: skip
GAP_COLUMNS = {
    "name": "Model", "task": "Task", "en": "English", "carroll": "Carroll", "difference": None,
    "low": None, "high": None, "n": "Pairs", "n_en_only": "English alone right",
    "n_carroll_only": "Carroll alone right", "thin": None,
}  # fmt: skip
TYPE_COLUMNS = {
    "type": "Type of sentence", "told": "Language", "name": "Model", "value": None,
    "interval": None, "n": None, "thin": None,
}  # fmt: skip
MISTAKE_COLUMNS = {
    "cell": "What is wrong", "name": "Model", "n": "Answers", "value": "Of all answers",
    "interval": None, "share_of_faulty": "Of those not right",
}  # fmt: skip

st.title("Three skills")
st.markdown(
    "Can a model say in a formula what a sentence says, find a structure in which an argument"
    " fails, and tell what follows? Formulas and structures are judged by what they mean: every"
    " answer counts, and one that could not be read or settled is not right."
)
snapshot = notices.open_or_stop()
choice = filters.choose_on_formulas()
chosen = (list(choice.datasets.values()), choice.origin, choice.names)

rows = formal_queries.profile(*chosen)
st.plotly_chart(
    formal_charts.bars(rows, "Accuracy"),
    config=charts.CONFIG,
    key="profile",
    alt="Accuracy at each skill as bars with intervals; the table below has the figures.",
)
st.caption(
    "Intervals are 95% Wilson intervals, for as many trials as groups of items are worth."
    " Carroll has made-up words for English ones."
)
tables.show(rows, COLUMNS, alt="Accuracy at each skill", pinned="cell", pinned_px=170)
reported = formal_queries.reported(choice.datasets)
if reported:
    with st.expander(f"{ORIGINS['reported']}: accuracy at each skill"):
        cells = sorted({name for row in reported for name in row} - {"name", "source", "note"})
        missing = dict.fromkeys(cells)
        tables.show(
            [{**missing, **row} for row in reported],
            {"name": "Model", **{name: name for name in cells}, "source": "Source",
             "note": "Note"},
            alt="Reported accuracy at each skill",
            pinned="name",
        )  # fmt: skip

st.subheader("English minus Carroll, in pairs")
gaps = formal_queries.gaps(*chosen)
if gaps:
    st.plotly_chart(
        formal_charts.gaps(gaps, TASKS),
        config=charts.CONFIG,
        key="gaps",
        alt="English minus Carroll with intervals; the table below has the figures.",
    )
    st.caption(
        "Both questions of a pair have the same formulas, and options in the same order. The"
        " interval is of the paired difference (Bonett and Price, 2012)."
    )
    tables.show(
        [{**row, "task": TASKS[row["question_type"]]} for row in gaps],
        GAP_COLUMNS,
        alt="English minus Carroll",
        pinned="name",
    )
else:
    st.text("None of the models chosen was asked the same in both languages.")

st.subheader("One task in detail")
with st.container(horizontal=True):
    task = choosing.one_of("Task", "task", list(choice.datasets), TASKS.__getitem__)
    languages = {row["language"]: None for row in rows if row["question_type"] == task}
    language = (
        choosing.one_of(
            "Language of what is wrong", "language", list(languages), LANGUAGES.__getitem__
        )
        if languages
        else None
    )
    model = choosing.one_of("Model", "model", choice.names)
dataset = choice.datasets[task]
st.markdown("**By type of sentence**")
types = formal_queries.by_type(dataset, choice.origin, choice.names, task)
mine = [row for row in types if row["name"] == model]
if mine:
    st.plotly_chart(
        formal_charts.by_type(mine),
        config=charts.CONFIG,
        key="types",
        alt="Accuracy by type of sentence with intervals; the table below has the figures.",
    )
    if any(row["thin"] for row in mine):
        st.caption(charts.THIN_NOTE)
    tables.show(
        [{**row, "type": form(row["cell"])} for row in types],
        TYPE_COLUMNS,
        alt="Accuracy by type of sentence",
        pinned="type",
        pinned_px=200,
    )
else:
    st.text(f"{model} was not asked this task, or its sentences have no types.")

st.markdown("**What is wrong**")
found = (
    formal_queries.mistakes(dataset, choice.origin, choice.names, task, language)
    if language
    else []
)
if found:
    st.plotly_chart(
        formal_charts.bars([{**row, "n": row["n_answers"]} for row in found], "Share of answers"),
        config=charts.CONFIG,
        key="mistakes",
        alt="What is wrong with the answers, as bars; the table below has the figures.",
    )
    tables.show(found, MISTAKE_COLUMNS, alt="What is wrong", pinned="cell", pinned_px=220)
    st.caption("The interval is that of the share of all answers.")
else:
    st.text("Nothing is wrong with the answers of the models chosen.")
for shown in choice.shown:
    provenance.show_line(shown, snapshot)
