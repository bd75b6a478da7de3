"""Paired comparisons of two runs, cached by snapshot."""

from __future__ import annotations

import streamlit as st

from dashboard.components.source import snapshot
from engine.analysis.scores.comparison import Comparison, compared
from engine.core.errors import InputError


@st.cache_data(max_entries=32, show_spinner=snapshot.COUNTING)
def _compared(stamp: snapshot.FileStamp, one: str, other: str) -> Comparison:
    with snapshot.current().cursor() as cursor:
        return compared(cursor, [(one, one), (other, other)])


def comparison(one: str, other: str) -> Comparison:
    """The comparison that `sorites compare` makes of two runs, by hash.

    Raises:
        InputError: they share neither questions nor counterparts.
    """
    return _compared(snapshot.file_stamp(), one, other)


def shared(one: str, other: str) -> Comparison | None:
    """The comparison of two runs, or None if they share no questions."""
    try:
        return comparison(one, other)
    except InputError:
        return None
