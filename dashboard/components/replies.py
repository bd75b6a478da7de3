"""What a model wrote, exactly and escaped, with what was read as its answer set apart."""

from __future__ import annotations

import streamlit as st

from engine.core.items import Item
from engine.show.escaping import visible
from engine.show.replies import part_read

LONGEST = 20_000
"""Characters of one text that are drawn; a longer one is offered whole as a file."""

_LAST = 2_000  # so many more are drawn from the end of a longer one


def show(item: Item, raw: str, rotation: int, answer: str | None, whose: str = "") -> None:
    """A reply, foldable; the lines that were read as its `answer` stand out from the rest.

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
        st.info("**Read as the answer**")
        _drawn(raw[start:end].strip("\r\n"))
        if raw[end:].strip():
            st.caption("After it:")
            _drawn(raw[end:].strip("\r\n"))
        if len(raw) > LONGEST:
            _offer(raw, f"reply{whose}")


def verbatim(text: str, name: str) -> None:
    """Text as it is, with signs that do not show spelt out; a very long one whole as a file."""
    _drawn(text)
    if len(text) > LONGEST:
        _offer(text, name)


def _drawn(text: str) -> None:
    """The text, or the beginning and the end of a very long one."""
    st.code(visible(text[:LONGEST]), language=None, wrap_lines=True)
    if len(text) > LONGEST:
        last = text[LONGEST:][-_LAST:]
        st.caption(f"The first {LONGEST:,} of {len(text):,} characters; the last {len(last):,}:")
        st.code(visible(last), language=None, wrap_lines=True)


def _offer(text: str, name: str) -> None:
    st.download_button(
        "Download all of it", text.encode(), f"{name}.txt", "text/plain", key=f"whole-{name}"
    )
