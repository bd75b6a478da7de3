"""Single choices asked in every order of their options: by question type, language and probe."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard import (
    charts,
    choice_charts,
    choice_queries,
    choosing,
    filters,
    notices,
    provenance,
    tables,
)
from dashboard.choice_queries import METRICS, NO_LOGIC, PLAIN, of_metric
from dashboard.snapshot import Row
from dashboard.words import plain

GUESSING = "guessing"
LANGUAGES = {"en": "English", "symbolic": "symbols", "carroll": "Carroll’s nonsense"}
PROBES = {PLAIN: "plain", NO_LOGIC: "told not to reason"}
TYPES = {"all": "all types"}

st.title("Question types")
st.markdown(
    "Every question is asked in all circular orders of its options. **Accuracy** is the share of"
    " these answers that are right; **Circular** the share of questions answered rightly in every"
    " order; **PartialCircular** weighs the share that is right by how far the answers agree. Who"
    " guesses is often right, but seldom in all orders."
)
snapshot = notices.open_or_stop()
choice = filters.choose_rotated()
languages, probes = choice_queries.asked(choice.name, choice.origin)


def condition(title: str, key: str, options: list[str], words: dict[str, str]) -> str:
    """A filter that is shown only where there is a choice."""
    if len(options) < 2:
        return options[0]
    return choosing.one_of(title, key, options, lambda option: words.get(option, option))


with st.container(horizontal=True):
    language = condition("Language", "language", languages, LANGUAGES)
    probe = condition("Probe", "probe", probes, {})
chance = choice_queries.chance(choice.name)


def show(rows: Sequence[Row], key: str, title: str, words: dict[str, str]) -> None:
    """A chart for each metric, side by side where there is room, and a table of all of them."""
    rows = [{**row, "mark": words.get(row["mark"], row["mark"])} for row in rows]
    for column, (metric, name) in zip(st.columns(len(METRICS)), METRICS.items(), strict=True):
        with column:
            st.markdown(f"**{name}**")
            st.plotly_chart(
                choice_charts.by_mark(of_metric(rows, metric), name, chance.get(metric)),
                config=charts.CONFIG,
                key=f"{key}-{metric}",
                alt=f"{name} with intervals; the table below has the figures.",
            )
    guessed = {**dict.fromkeys(rows[0]), **chance, "model": GUESSING, "mark": ""}
    tables.show(
        [*rows, *([guessed] if chance else [])],
        {
            "model": "Model", "mark": title, "accuracy": "Accuracy",
            "accuracy_interval": "Its interval", "circular": "Circular",
            "circular_interval": "Its interval ", "partial_circular": "PartialCircular",
            "partial_circular_interval": "Its interval  ", "n": None, "thin": None,
            "prompt": "Prompt",
        },
        alt=f"Accuracy, Circular and PartialCircular by {title.lower()}",
        pinned="model",
    )  # fmt: skip


st.subheader("By question type")
rows = choice_queries.by_type(choice.name, choice.origin, choice.names, language, probe)
if rows:
    show(rows, "types", "Type", TYPES)
    st.caption(
        "Asked is by 3c1e which option follows from the passage, by 3e1c which one does not, and by"
        " missing which premise its conclusion lacks. Whiskers are 95% intervals, by bootstrap over"
        " the questions where the answers are here; n is the number of questions. Dotted: what"
        " guessing each order independently scores. "
        + (charts.THIN_NOTE if any(row["thin"] for row in rows) else "")
    )
    if several := sorted({row["name"] for row in rows if (row["n_runs"] or 1) > 1}):
        st.caption(
            plain(
                f"Asked in more than one run: {', '.join(several)}. Shown is the run with the most"
                " answers, of equally full ones the last."
            )
        )
else:
    st.info("None of the models chosen was asked in this way.")

st.subheader("English against symbols")
pairs = choice_queries.by_language(choice.name, choice.origin, choice.names, probe)
if pairs:
    st.markdown(
        "A question’s symbolic twin has the same logic and the same options, in formulas. What is"
        " lost from symbols to English is lost in reading, not in reasoning."
    )
    show(pairs, "languages", "Language", LANGUAGES)
else:
    st.text("None of the models chosen was asked both the English questions and their twins.")

st.subheader("With and without reasoning")
pairs = choice_queries.by_probe(choice.name, choice.origin, choice.names, language)
if pairs:
    st.markdown(
        "The probe asks the same question and tells the model not to reason logically. Where that"
        " changes nothing, the plain score owes nothing to reasoning."
    )
    show(pairs, "probes", "Asked", PROBES)
else:
    st.text("None of the models chosen was asked both plainly and by the probe no-logic.")

remarks = choice_queries.remarks(choice.name, choice.origin)
if remarks:
    with st.expander(f"Remarks on these figures ({len(remarks)})"):
        for remark in remarks:
            st.caption(plain(remark))
provenance.show_line(choice.dataset, snapshot)
