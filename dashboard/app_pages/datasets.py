"""One data set: how it was made, whether its labels hold, and what shortcuts score on it."""

from __future__ import annotations

import orjson
import streamlit as st

from dashboard import audit_views, dataset_queries, filters, notices, provenance, tables
from dashboard.words import plain
from engine.pipeline.suites import releases

BALANCE_COLUMNS = {"split": "Split", "gold": "Right answer", "n": "Questions", "share": "Share"}
VERIFIED_COLUMNS = {
    "methods": "Derived by", "solver": "Outside solver", "n": "Questions", "n_agreed": "Hold",
    "when": "When (UTC)",
}  # fmt: skip

st.title("Data sets")
snapshot = notices.open_or_stop()
dataset = filters.choose_dataset(only_stored=True)
name = dataset["dataset"]
card = dataset_queries.card(name)
premises = f"{card['premises_low']} to {card['premises_high']}, {card['premises']:g} at the median"
facts = {
    "Family": f"{card['family']}, version {card['version']}",
    "Recipe": card["recipe"],
    "Made": "imported" if card["source"] == "imported" else f"generated, seed {card['seed']}",
    "Parameters": ", ".join(f"{k}: {v}" for k, v in orjson.loads(card["params"]).items()),
    "Questions": f"{card['n']:,} in {card['n_groups']:,} groups, {card['n_distinct']:,} different",
    "Premises": premises,
    "Content": card["content_hash"],
    "Released": str(releases().get(card["content_hash"], "")),
    "Written": f"{card['created_at']:%Y-%m-%d %H:%M} UTC by Sorites {card['engine_version']}",
    "Note": card["note"],
}
with st.container(gap="xxsmall"):
    for title, fact in facts.items():
        if fact:
            st.text(f"{title}: {fact}")
with st.container(horizontal=True):
    for page, words in (("questions", "Its questions"), ("leaderboard", "Its leaderboard")):
        st.page_link(
            f"app_pages/{page}.py", label=f":blue[{words}]", query_params={"data": name}, help=""
        )
balance = dataset_queries.balance(name)
if balance:
    st.subheader("Right answers")
    tables.show(balance, BALANCE_COLUMNS, alt="How often each answer is right", pinned="split")

st.subheader("Verification")
verified = dataset_queries.verification(name)
if not verified:
    st.text("No verification is recorded. This command derives every label again, in two ways:")
    st.code(notices.command("verify", name), language=None, wrap_lines=True)
else:
    held = sum(row["n_agreed"] for row in verified)
    st.text(f"{held:,} of {card['n']:,} questions were found to hold.")
    tables.show(
        [{**row, "when": f"{row['verified_at']:%Y-%m-%d %H:%M}"} for row in verified],
        VERIFIED_COLUMNS,
        alt="The last verification",
        pinned="methods",
        pinned_px=240,
    )

st.subheader("Audit")
checks = dataset_queries.checks(name)
counts = dataset_queries.finding_counts(name)
if not checks and not counts:
    st.text("No audit is recorded. This command looks for shortcuts and faults:")
    st.code(notices.command("audit", name), language=None, wrap_lines=True)
if checks:
    st.markdown("What is scored without inference, beside the most that it may score.")
    audit_views.show_checks(checks)
    st.caption(plain(f"The audit ran on {checks[0]['ran_at']:%Y-%m-%d %H:%M} UTC."))
if counts:
    st.markdown("**Found wrong with single questions**")
    audit_views.show_findings(name, counts)
provenance.show_line(dataset, snapshot)
