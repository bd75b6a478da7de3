"""What changes when something is taken away or said in another way, item by item."""

from __future__ import annotations

import streamlit as st

from dashboard import charts, filters, notices, probing, provenance, tables

COLUMNS = {
    "name": "Model", "probe": "Probe", "plain": "Plain", "probed": "With the probe",
    "difference": None, "low": None, "high": None, "n_lost": "Lost", "n_gained": "Gained",
    "n": None,
}  # fmt: skip

st.title("Probes")
st.markdown(
    "The same questions to the same model, plain and under a probe: without the passage, told not"
    " to reason, with the premises in another order, in other words, or in formulas. What a model"
    " keeps without the passage it did not get by reasoning; what it loses by another wording it"
    " had from the wording (JustLogic, Table 5; DivLogicEval, Table 3)."
)
snapshot = notices.open_or_stop()
dataset = filters.choose_dataset(only_stored=True)
name = dataset["dataset"]
found = probing.effects(name)
if not found:
    notices.stop(
        "Nobody was asked this data set both plain and under a probe.",
        f"{notices.evaluate_command(name)} --probe no-context",
    )
st.plotly_chart(
    probing.chart(found),
    config=charts.CONFIG,
    key="effects",
    alt="Difference in accuracy by probe and model, with intervals; the table has the figures.",
)
tables.show_by_origin(
    found,
    COLUMNS,
    alt="Accuracy with and without each probe",
    pinned="name",
    pinned_px=180,
    shares=("plain", "probed"),
)
st.caption(
    "Differences are paired over the items answered both ways; the interval is that of the"
    " difference, by groups of items that share something. Lost: right only without the probe;"
    " gained: right only with it."
)
provenance.show_line(dataset, snapshot)
