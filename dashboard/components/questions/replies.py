"""A model's reply, verbatim and escaped, with the extracted answer highlighted."""

from __future__ import annotations

import streamlit as st

from engine.core.items import Item
from engine.show.evidence.replies import part_read
from engine.show.texts.escaping import visible

LONGEST = 20_000
"""Characters of a text that are shown; a longer one can be downloaded whole."""

_LAST = 2_000  # and this many more from the end of a longer one


def show(item: Item, raw: str, rotation: int, answer: str | None, whose: str = "") -> None:
    """A foldable reply; the lines with its extracted `answer` stand out.

    `whose` tells the files of several replies on one page apart.
    """
    with st.expander(f"The reply, {len(raw):,} characters", expanded=True):
        part = part_read(item, raw, rotation, answer, LONGEST)
        if part is None:
            verbatim(raw, f"reply{whose}")
            return
        start, end = part
        if raw[:start].strip():
            _drawn(raw[:start].rstrip("\r\n"))
        st.info("**Extracted answer**")
        _drawn(raw[start:end].strip("\r\n"))
        if raw[end:].strip():
            st.caption("After it:")
            _drawn(raw[end:].strip("\r\n"))
        if len(raw) > LONGEST:
            _offer(raw, f"reply{whose}")


def verbatim(text: str, name: str) -> None:
    """Text verbatim, with invisible characters spelt out; a very long one as a download."""
    _drawn(text)
    if len(text) > LONGEST:
        _offer(text, name)


def _drawn(text: str) -> None:
    """The text, or the start and end of a very long one."""
    st.code(visible(text[:LONGEST]), language=None, wrap_lines=True)
    if len(text) > LONGEST:
        last = text[LONGEST:][-_LAST:]
        st.caption(f"The first {LONGEST:,} of {len(text):,} characters; the last {len(last):,}:")
        st.code(visible(last), language=None, wrap_lines=True)


def _offer(text: str, name: str) -> None:
    st.download_button(
        "Download all of it", text.encode(), f"{name}.txt", "text/plain", key=f"whole-{name}"
    )
