"""Replies whose published verdict differs from ours, each with the evidence for ours."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.components.choices import choosing, filters
from dashboard.components.questions import item_views, listing
from dashboard.components.results import tables
from dashboard.components.source import provenance
from dashboard.components.source.snapshot import rows
from engine.analysis.items import disagreements
from engine.analysis.items.disagreements import KINDS, Disputed
from engine.analysis.items.questions import find_item
from engine.analysis.sources.query import Row
from engine.analysis.sources.snapshot import Snapshot
from engine.core.items import Item
from engine.show.texts.escaping import plain, visible
from engine.show.texts.names import LANGUAGES, OUTCOMES

PER_PAGE = 5
COLUMNS = {
    "model": "Model", "dataset": "Data set", "prompt": "Graded from", "in_language": "Language",
    "n": "Replies", "n_other": "Different verdict", "n_withdrawn": "Right there, not right here",
    "n_not_equivalent": "of which not equivalent", "n_granted": "Not right there, right here",
}  # fmt: skip


def show(counts: Sequence[Row], snapshot: Snapshot) -> None:
    """The numbers of differing verdicts, and each such reply with what shows why."""
    st.markdown(
        "Published replies keep their published verdict next to ours. Here is every reply on which"
        " the two differ, with the structure, symbol or options that show why."
    )
    tables.show(
        [{**row, "in_language": LANGUAGES.get(row["language"], row["language"])} for row in counts],
        COLUMNS,
        alt="Differing verdicts",
        pinned="model",
    )

    def any_of(label: str, key: str, column: str) -> str | None:
        return choosing.any_or(label, key, list(dict.fromkeys(row[column] for row in counts)))

    with filters.bar():
        dataset = any_of("Data set", "data", "dataset")
        model = any_of("Model", "model", "model")
        prompt = any_of("Graded from", "prompt", "prompt")
        kind = choosing.any_or("Kind", "which", list(KINDS), KINDS.__getitem__)
    wanted = Disputed(dataset, model, prompt, kind)
    n = disagreements.n_disputed(rows, wanted)
    if not n:
        st.info("No reply matches. Clear a filter above.")
        return
    st.markdown(f"**{n:,} repl{'ies' if n > 1 else 'y'}**")
    listed = st.container()
    shown_page = choosing.page(n, PER_PAGE, wanted)
    with listed:
        for number, row in enumerate(disagreements.disputed(rows, wanted, shown_page, PER_PAGE)):
            with snapshot.cursor() as cursor:
                item = find_item(cursor, f"{row['dataset']}:{row['idx']}")[2]
            with st.container(border=True):
                _show_reply(row, item, number)
    provenance.show_canary()


def _show_reply(row: Row, item: Item, number: int) -> None:
    name = f"{row['dataset']}:{row['idx']}"
    listing.link(name, f"**{plain(f'Question {name}')}**")
    facts = (row["question_type"], row["model"], row["prompt"], row["source"])
    st.caption(plain(" · ".join(map(str, facts))))
    for sentence in item.passage:
        st.text(sentence)
    st.text(f"The right answer: {item.gold}")
    for whose, outcome, answer in (
        ("Published", "published_outcome", "published_answer"),
        ("Ours", "outcome", "answer"),
    ):
        read = visible(row[answer] or "none")
        st.text(f"{whose}: {OUTCOMES[row[outcome]]}, from the answer {read}")
    item_views.show_mistake(item, row["answer"], row["mistake"], row["evidence"], f"{number}")
