"""A question (or two counterparts) with the replies of two runs, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from dashboard.components.questions import item_views, listing, replies
from engine.analysis.sources.query import Row
from engine.core.items import Item
from engine.show.texts.escaping import plain, visible
from engine.show.texts.names import OUTCOMES


class Answered(NamedTuple):
    """A run's name, the question it was asked, and its reply."""

    name: str
    place: str
    item: Item
    reply: Row


def show(answered: Sequence[Answered]) -> None:
    """The question, the right answer, and each run's reply; two questions go with the replies.

    On a narrow screen the replies stand below each other.
    """
    asked = {one.place: one.item for one in answered}
    if len(asked) == 1:
        _show_asked(answered[0].item)
    for column, letter, (name, _, item, reply) in zip(st.columns(2), "AB", answered, strict=True):
        with column:
            st.markdown(f"**{plain(f'{letter}: {name}')}**")
            if len(asked) > 1:
                _show_asked(item)
            read = reply["lenient"] or "nothing readable"
            st.text(visible(f"{OUTCOMES[reply['outcome']]}: {read}"))
            if reply["raw"] is None:
                failure = f"No reply: {reply['error_kind'] or 'error'}. {reply['error'] or ''}"
                st.text(visible(failure))
            else:
                replies.show(item, reply["raw"], 0, reply["lenient"], whose=f"-{letter}")
    for place in asked:
        listing.link(place, plain(f"Explanation and all answers to {place}"))


def _show_asked(item: Item) -> None:
    item_views.show_passage(item)
    st.text(f"The right answer is {item.gold}.")
