"""Replies whose published verdict differs from ours, each with the evidence for ours."""

from __future__ import annotations

import streamlit as st

from dashboard.components import choosing, item_views, listing, notices, provenance, tables
from dashboard.components.snapshot import rows
from engine.analysis import disagreements
from engine.analysis.disagreements import KINDS, Disputed
from engine.analysis.questions import find_item
from engine.show.escaping import plain, visible
from engine.show.names import LANGUAGES, OUTCOMES

PER_PAGE = 5
COLUMNS = {
    "model": "Model", "dataset": "Data set", "prompt": "Graded from", "in_language": "Language",
    "n": "Replies", "n_other": "Different verdict", "n_withdrawn": "Right there, not right here",
    "n_not_equivalent": "of which not equivalent", "n_granted": "Not right there, right here",
}  # fmt: skip

st.title("Disagreements")
st.markdown(
    "Published replies keep their published verdict next to ours. This page lists every reply on"
    " which the two differ, with the structure, symbol or options that show why."
)
snapshot = notices.open_or_stop()
counts = disagreements.counts(rows)
if not counts:
    notices.stop(
        "The database holds no replies with a published verdict that differs from ours.",
        "sorites import --help",
    )
tables.show(
    [{**row, "in_language": LANGUAGES.get(row["language"], row["language"])} for row in counts],
    COLUMNS,
    alt="Differing verdicts",
    pinned="model",
)


def any_of(label: str, key: str, column: str) -> str | None:
    """Choose one value of a column, or none."""
    return choosing.any_or(label, key, list(dict.fromkeys(row[column] for row in counts)))


with st.container(horizontal=True):
    dataset = any_of("Data set", "data", "dataset")
    model = any_of("Model", "model", "model")
    prompt = any_of("Graded from", "prompt", "prompt")
    kind = choosing.any_or("Which", "which", list(KINDS), KINDS.__getitem__)
wanted = Disputed(dataset, model, prompt, kind)
n = disagreements.n_disputed(rows, wanted)
if not n:
    st.info("No reply matches. Clear a filter above.")
    notices.end()
st.markdown(f"**{n:,} repl{'ies' if n > 1 else 'y'}**")
listed = st.container()
shown_page = choosing.page(n, PER_PAGE, wanted)
with listed:
    for number, row in enumerate(disagreements.disputed(rows, wanted, shown_page, PER_PAGE)):
        name = f"{row['dataset']}:{row['idx']}"
        with snapshot.cursor() as cursor:
            item = find_item(cursor, name)[2]
        with st.container(border=True):
            listing.link(name, f"**{plain(f'Question {name}')}**")
            st.caption(
                plain(
                    f"{row['question_type']} · {row['model']} · {row['prompt']} · {row['source']}"
                )
            )
            for sentence in item.passage:
                st.text(sentence)
            st.text(f"The right answer: {item.gold}")
            st.text(
                f"Published: {OUTCOMES[row['published_outcome']]}, from the answer"
                f" {visible(row['published_answer'] or 'none')}"
            )
            st.text(
                f"Ours: {OUTCOMES[row['outcome']]}, from the answer"
                f" {visible(row['answer'] or 'none')}"
            )
            item_views.show_mistake(
                item, row["answer"], row["mistake"], row["evidence"], f"{number}"
            )
provenance.show_canary()
