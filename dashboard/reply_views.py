"""What a model wrote, exactly and inert, with what was read as its answer set apart."""

from __future__ import annotations

import streamlit as st

from dashboard.words import visible
from engine.grading import deciding_part
from engine.items import Item

LONGEST = 20_000
"""Characters of one text that are drawn; a longer one is offered whole as a file."""


def show(item: Item, raw: str, rotation: int, whose: str = "") -> None:
    """A reply, foldable; the lines that were read as its answer stand out from the rest.

    `whose` tells the files of several replies on one page apart.
    """
    with st.expander(f"The reply, {len(raw):,} characters", expanded=True):
        part = deciding_part(item, raw, rotation) if len(raw) <= LONGEST else None
        if part is None:
            verbatim(raw, f"reply{whose}")
            return
        start, end = part
        if raw[:start].strip():
            verbatim(raw[:start].rstrip("\r\n"), "before")
        st.info("**Read as the answer**")
        verbatim(raw[start:end].strip("\r\n"), "answer")
        if raw[end:].strip():
            st.caption("After it:")
            verbatim(raw[end:].strip("\r\n"), "after")


def verbatim(text: str, name: str) -> None:
    """Text as it is, with signs that do not show spelt out; a very long one whole as a file."""
    st.code(visible(text[:LONGEST]), language=None, wrap_lines=True)
    if len(text) > LONGEST:
        st.caption(f"The first {LONGEST:,} of {len(text):,} characters.")
        st.download_button(
            "Download all of it", text.encode(), f"{name}.txt", "text/plain", key=f"whole-{name}"
        )
