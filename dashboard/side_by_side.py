"""One question with what two runs replied to it, each in a column of its own."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard import item_views, reply_views
from dashboard.snapshot import Row
from dashboard.words import OUTCOMES, plain, visible
from engine.items import Item


def show(item: Item, place: str, replied: Sequence[tuple[str, Row]]) -> None:
    """The question, what is right, and each run by its name with its reply as `comparing` has it.

    On a narrow screen the replies stand below each other.
    """
    item_views.show_passage(item)
    st.text(f"The right answer is {item.gold}.")
    for column, letter, (name, reply) in zip(st.columns(2), "AB", replied, strict=True):
        with column:
            st.markdown(f"**{plain(f'{letter}: {name}')}**")
            read = reply["lenient"] or "nothing readable"
            st.text(visible(f"{OUTCOMES[reply['outcome']]}: {read}"))
            if reply["raw"] is None:
                st.text(f"No reply: {reply['error_kind'] or 'error'}. {reply['error'] or ''}")
            else:
                reply_views.show(item, reply["raw"], 0, whose=f"-{letter}")
    st.page_link(
        "app_pages/item.py",
        label=f":blue[{plain(f'Why that is right, and all answers to {place}')}]",
        query_params={"item": place},
        help="",
    )
