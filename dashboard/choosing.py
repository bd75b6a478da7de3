"""Choices bound to the address, from which Back in the browser leads where one came from.

Streamlit takes a parameter that names a widget's default out of the address, which makes a new
entry in the browser's history: Back then leads to the old address, which is taken away anew. So
what an address names is never the default.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import streamlit as st

Option = TypeVar("Option")


def one_of(
    label: str,
    key: str,
    options: Sequence[Option],
    words: Callable[[Option], str] = str,
    *,
    first: int = 0,
    help: str | None = None,
) -> Option:
    """One of the options, which is that at place `first` until somebody chooses.

    `words` say what an option is called, here and in the address.
    """
    is_named = st.query_params.get(key) in [words(option) for option in options]
    chosen = st.selectbox(
        label,
        options,
        index=None if is_named else first,
        format_func=words,
        placeholder=words(options[first]),
        key=key,
        bind="query-params",
        help=help,
    )
    return options[first] if chosen is None else chosen


def any_or(
    label: str, key: str, options: Sequence[Option], words: Callable[[Option], str] = str
) -> Option | None:
    """One of the options, or None, at which it starts."""
    return st.selectbox(
        label,
        options,
        index=None,
        format_func=words,
        placeholder="Any",
        key=key,
        bind="query-params",
    )


def page(n: int, per_page: int, of: object) -> int:
    """The page, counted from 1, of a list of `n` that is leafed through below it.

    `of` is what is listed: where it changes under the reader, the list begins anew.
    """
    before = st.session_state.get("page-of")
    st.session_state["page-of"] = of
    if before not in (None, of):
        st.session_state["page"] = 1
    pages = -(-n // per_page)
    return min(st.pagination(pages, key="page", bind="query-params"), pages) if pages > 1 else 1


def some_of(label: str, key: str, options: Sequence[str], first: Sequence[str]) -> list[str]:
    """Some of the options, which are those of `first` until somebody chooses.

    Where none of what was chosen is an option any longer, as in another data set, they are again.
    """
    chosen = st.session_state.get(key)
    if chosen and set(chosen).isdisjoint(options):
        st.session_state[key] = list(first)
    is_named = not set(st.query_params.get_all(key)).isdisjoint(options)
    return st.multiselect(
        label,
        options,
        default=None if is_named else first,
        key=key,
        bind="query-params",
        placeholder="Choose models",
        wrap=False,  # wrapped, what is left for typing may be too narrow to hit on a telephone
    )
