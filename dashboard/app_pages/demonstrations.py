"""Do examples help a model, and more so those on its weak skills (LogicAsker, Table 10)?"""

from __future__ import annotations

import shlex

import streamlit as st

from dashboard import (
    charts,
    choosing,
    filters,
    notices,
    provenance,
    reported_views,
    skill_charts,
    skill_findings,
    tables,
)
from dashboard.words import ends, plain
from engine.analysis.comparison import Comparison
from engine.core.errors import InputError

COLUMNS = {
    "name": "Examples", "value": "Right", "interval": None, "n": None, "run": "Run",
}  # fmt: skip
PAIR_COLUMNS = {
    "name": "Compared", "difference": None, "low": None, "high": None, "gained": "Gained",
    "lost": "Lost", "n": None, "p": "McNemar’s mid-p",
}  # fmt: skip
NAMES = {"zero": "none", "random": "on random skills", "weak": "on weak skills"}

st.title("Demonstrations")
st.markdown(
    "The same questions without examples, with verified examples on random skills, and with"
    " examples on the skills at which the model is weakest. Each pair is compared question by"
    " question: what one of the two got right and the other did not."
)
snapshot = notices.open_or_stop()
dataset = filters.choose_dataset(only_stored=True, kind=filters.SKILLS)
name = dataset["dataset"]


def show(found: Comparison, model: str) -> None:
    """The conditions as chart and table, and the pairs of them."""
    st.plotly_chart(
        skill_charts.conditions(found, NAMES, model),
        config=charts.CONFIG,
        key="conditions",
        alt="Accuracy by examples shown, with intervals; the table below has the figures.",
    )
    tables.show(
        [
            {
                "name": NAMES[condition.name],
                "value": condition.share,
                "interval": ends(condition.low, condition.high),
                "n": condition.n,
                "run": condition.run[:12],
            }
            for condition in found.conditions
        ],
        COLUMNS,
        alt="Accuracy by examples shown",
        pinned="name",
        pinned_px=150,
    )
    n = found.conditions[0].n
    tables.show(
        [
            {
                "name": f"{NAMES[pair.second]} against {NAMES[pair.first]}",
                "difference": pair.difference,
                "low": pair.low,
                "high": pair.high,
                "gained": pair.only_second,
                "lost": pair.only_first,
                "n": n,
                "p": f"{pair.p:.3f}",
            }
            for pair in found.pairs
        ],
        PAIR_COLUMNS,
        alt="Each pair of conditions, question by question",
        pinned="name",
        pinned_px=250,
    )
    st.caption(
        f"Over the {n:,} questions that were answered in all conditions; of several answers the"
        " first counts, and no answer is not right. Gained: right in the first named alone; lost:"
        " right in the other alone. Without examples the answer alone is asked for, while the"
        " prompt with examples may ask for reasoning: all else is equal between the other two."
    )


available = {shown.name: shown for shown in skill_findings.demonstrated(name)}
if available:
    chosen = available[choosing.one_of("Model and examples", "of", list(available))]
    try:
        show(skill_findings.comparison(chosen), chosen.model)
    except InputError as error:
        st.info(plain(f"Nothing to compare: {error}."))
else:
    st.info("No model was asked this data set both with and without examples.")
    st.text("This command asks one in all three ways; this page shows it at its next reload.")
    command = f"sorites improve {shlex.quote(name)} --model MODEL --base-url URL"
    st.code(command, language=None, wrap_lines=True)
reported_views.show("demonstrations", "Examples")
provenance.show_line(dataset, snapshot)
