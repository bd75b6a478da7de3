"""One data set: how it was made, whether its labels hold, and what shortcuts score."""

from __future__ import annotations

import orjson
import streamlit as st

from dashboard.components.choices import filters
from dashboard.components.questions import listing
from dashboard.components.results import audit_views, tables
from dashboard.components.source import notices, provenance
from dashboard.components.source.snapshot import rows
from engine.analysis.datasets import soundness
from engine.analysis.datasets.published import kept_findings
from engine.analysis.sources.query import Row
from engine.core.suite_files import releases
from engine.show.texts.escaping import plain

BALANCE_COLUMNS = {"split": "Split", "gold": "Right answer", "n": "Questions", "share": "Share"}
PUBLISHED_COLUMNS = {
    "dataset": "Data set", "words": "Finding", "n_items": "Questions", "share": "Share",
    "n": "All questions",
}  # fmt: skip
ALL_COLUMNS = {
    "dataset": "Data set", "family": "Family", "n": "Questions", "verified": "Verified",
    "audited": "Audit", "n_models": "Models", "n_runs": "Runs", "source": "Made",
}  # fmt: skip
VERIFIED_COLUMNS = {
    "methods": "Methods", "solver": "External solver", "n": "Questions", "n_agreed": "Hold",
    "when": "When (UTC)",
}  # fmt: skip


def verified_words(row: Row) -> str | None:
    """The result of a data set's last verification."""
    if row["n_agreed"] is None:
        return None
    if row["n_faulty"]:
        return f"{row['n_faulty']:,} faulty"
    return "all hold" if row["n_agreed"] == row["n"] else f"{row['n_agreed']:,} hold"


def audited(row: Row) -> str | None:
    """The result of a data set's last audit."""
    if row["n_checks"] is None:
        return None
    return f"{row['n_failed']} of {row['n_checks']} failed" if row["n_failed"] else "passed"


st.title("Data sets")
st.markdown("How a data set was made, whether its labels hold, and what shortcuts score on it.")
snapshot = notices.open_or_stop()
with filters.bar():
    dataset = filters.choose_dataset(only_stored=True)
name = dataset["dataset"]
card = soundness.card(rows, name)
premises = f"{card['premises_low']} to {card['premises_high']}, median {card['premises']:g}"
facts = {
    "Family": f"{card['family']}, version {card['version']}",
    "Recipe": card["recipe"],
    "Made": "imported" if card["source"] == "imported" else f"generated, seed {card['seed']}",
    "Parameters": ", ".join(
        f"{key.replace('_', ' ')} {value}"
        for key, value in orjson.loads(card["params"]).items()
        if value not in ("", None, [])
    ),
    "Questions": f"{card['n']:,} in {card['n_groups']:,} groups, {card['n_distinct']:,} distinct",
    "Premises": premises,
    "Content": card["content_hash"],
    "Released": str(releases().get(card["content_hash"], "")),
    "Written": f"{card['created_at']:%Y-%m-%d %H:%M} UTC by Sorites {card['engine_version']}",
    "Note": card["note"],
}
tables.show_facts(facts)
with st.container(horizontal=True):
    for page, words in (("questions", "Its questions"), ("leaderboard", "Its leaderboard")):
        listing.to_page(page, words, {"data": name})
balance = soundness.balance(rows, name)
if balance:
    st.header("Right answers")
    tables.show(balance, BALANCE_COLUMNS, alt="How often each answer is right", pinned="split")

st.header("Verification")
verified = soundness.verification(rows, name)
if not verified:
    st.text("No verification is recorded. This command rederives every label in two ways:")
    st.code(notices.command("verify", name), language=None, wrap_lines=True)
else:
    held = sum(row["n_agreed"] for row in verified)
    st.text(f"{held:,} of {card['n']:,} questions hold.")
    tables.show(
        [
            {
                **row,
                "when": f"{row['verified_at']:%Y-%m-%d %H:%M}",
            }
            for row in verified
        ],
        VERIFIED_COLUMNS,
        alt="The last verification",
        pinned="methods",
    )

st.header("Audit")
checks = soundness.checks(rows, name)
counts = soundness.finding_counts(rows, name)
if not checks and not counts:
    st.text("No audit is recorded. This command checks for shortcuts and faults:")
    st.code(notices.command("audit", name), language=None, wrap_lines=True)
if checks:
    st.markdown(
        "Scores of shortcuts, which make no inference. A check fails if its lower bound, adjusted"
        " for the number of checks, exceeds its limit."
    )
    audit_views.show_checks(checks)
    st.caption(plain(f"The audit ran on {checks[0]['ran_at']:%Y-%m-%d %H:%M} UTC."))
if counts:
    st.markdown("**Faults in single questions**")
    audit_views.show_findings(name, counts)
st.header("Faults in published data sets")
published = soundness.finding_counts(rows)
kept = kept_findings()
tables.show(
    [{**row, "words": row["name"].replace("-", " ")} for row in published]
    or [
        {"dataset": x.dataset, "words": x.finding, "n_items": x.n, "share": x.n / x.of, "n": x.of}
        for x in kept.finding
    ],
    PUBLISHED_COLUMNS,
    alt="Findings in published data sets",
    pinned="dataset",
)
st.caption(
    "Shares are of all questions in a set; choose a set above to see its faulty questions."
    if published
    else f"Shares are of all questions in a set. Counted on {kept.counted_on} from the published"
    " files; import and audit them to see each faulty question."
)
st.header("All data sets")
tables.show(
    [
        {**row, "verified": verified_words(row), "audited": audited(row)}
        for row in soundness.overview(rows)
    ],
    ALL_COLUMNS,
    alt="Data sets with their verification, audit and runs",
    pinned="dataset",
)
provenance.show_line(dataset, snapshot)
