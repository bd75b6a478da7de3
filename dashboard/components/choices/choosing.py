"""Choices that live in the address: it sets their first value and follows their changes.

Until somebody chooses, a choice is at its first option. A value in the address that is no option,
or no longer one, is ignored and listed (see `address`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import streamlit as st

from dashboard.components.choices import address

Option = TypeVar("Option")


def one_of(
    label: str,
    key: str,
    options: Sequence[Option],
    words: Callable[[Option], str] = str,
    *,
    first: int = 0,
    is_lasting: bool = False,
    is_passing: bool = False,
    help: str | None = None,
) -> Option:
    """Choose one of the options; the default is at index `first`.

    `words` say what an option is called, here and in the address. What is lasting stays chosen on
    other pages that have the same choice, unless a link says otherwise; what nobody chose does not,
    as another page may have nothing to show of it. What is passing is of a
    list that is leafed through, and goes with it without a word.
    """
    visit = address.visit()
    lasting: dict[str, object] = st.session_state.setdefault("lasting", {})
    find = _named(options, words)
    _begin(key, lasting.get(key) if is_lasting else None, find)
    if st.session_state.get(key) not in options:
        if not is_passing:
            _tell_lost(key)
        st.session_state[key] = visit.unasked[key] = options[first]
    chosen = st.selectbox(label, options, format_func=words, key=key, help=help)
    if is_lasting and (chosen != visit.unasked.get(key) or lasting.get(key) in options):
        lasting[key] = chosen  # where the lasting one is merely no option, it lasts
    address.show(key, words(chosen))
    return chosen


def preset(label: str, key: str, options: Sequence[str]) -> str:
    """Choose one of a few options that are all visible; the default is the first."""
    find = _named(options, str)
    _begin(key, None, find)
    if st.session_state.get(key) not in options:
        _tell_lost(key)
        st.session_state[key] = address.visit().unasked[key] = options[0]
    chosen = st.pills(label, options, key=key, required=True, label_visibility="collapsed")
    address.show(key, str(chosen))
    return str(chosen)


def any_or(
    label: str,
    key: str,
    options: Sequence[Option],
    words: Callable[[Option], str] = str,
    *,
    placeholder: str = "Any",
    on_change: Callable[[], None] | None = None,
) -> Option | None:
    """Choose one of the options or None, the default."""
    find = _named(options, words)
    _begin(key, None, find)
    if st.session_state.get(key) not in options:
        _tell_lost(key)
        st.session_state[key] = None
    chosen = st.selectbox(
        label,
        options,
        index=None,
        format_func=words,
        placeholder=placeholder,
        key=key,
        on_change=on_change,
    )
    if chosen is not None:
        address.show(key, words(chosen))
    return chosen


def some_of(label: str, key: str, options: Sequence[str], first: Sequence[str]) -> list[str]:
    """Choose some of the options; `first` is the default.

    Where none of what was chosen is an option any longer, as in another data set, they are again.
    """

    def known(asked: list[str]) -> list[str] | None:
        return [] if asked == [""] else [name for name in asked if name in options] or None

    visit = address.visit()
    lacking = [name for name in visit.asked.get(key, []) if name and name not in options]
    _begin(key, None, known)
    if lacking:
        visit.lacking[key] = lacking
    chosen = st.session_state.get(key)
    if chosen is None or not set(chosen) <= set(options):
        _tell_lost(key, options)
        st.session_state[key] = visit.unasked[key] = known(chosen or [""]) or list(first)
    chosen = st.multiselect(
        label,
        options,
        key=key,
        placeholder="Choose models",
        wrap=False,  # wrapped, what is left for typing may be too narrow to hit on a telephone
    )
    address.show(key, *chosen or [""])
    return chosen


def is_on(label: str, key: str, help: str) -> bool:
    """A switch, off by default."""
    _begin(key, False, lambda asked: True if asked == ["true"] else None)
    chosen = st.toggle(label, key=key, help=help)
    if chosen:
        address.show(key, "true")
    return chosen


def text(
    field: Callable[..., str | None], label: str, key: str, first: str = "", **how: Any
) -> str:
    """The text in a Streamlit field such as `st.text_input`, given as `how`."""
    most = how.get("max_chars")
    _begin(key, first, lambda asked: asked[-1] if most is None or len(asked[-1]) <= most else None)
    written = field(label, key=key, **how) or ""
    if written or first:
        address.show(key, written)
    return written


def page(n: int, per_page: int, of: object) -> int:
    """The page (from 1) of a list of `n`, with a pager below the list.

    `of` is what is listed: where it changes under the reader, the list begins anew.
    """
    visit = address.visit()
    pages = -(-n // per_page)
    is_another = visit.listed not in (None, of)
    if is_another:
        visit.below.pop("page", None)
    _begin("page", 1, _named(range(1, pages + 1), str))
    if is_another:
        st.session_state["page"] = 1
    visit.listed = of
    if pages <= 1:
        return 1
    shown = min(st.pagination(pages, key="page"), pages)
    if shown > 1:
        address.show("page", str(shown))
    return shown


def _named(
    options: Sequence[Option], words: Callable[[Option], str]
) -> Callable[[list[str]], Option | None]:
    """Find the option that the address names."""

    def find(asked: list[str]) -> Option | None:
        return next((option for option in options if words(option) == asked[-1]), None)

    return find


def _tell_lost(key: str, options: Sequence[str] = ()) -> None:
    """Note a value that was chosen but is no longer among `options`."""
    visit = address.visit()
    chosen = st.session_state.get(key)
    lost = [name for name in visit.before.get(key, []) if name not in options]
    if lost and chosen is not None and chosen != visit.unasked.get(key):
        visit.lacking[key] = lost


def _begin(key: str, first: object, find: Callable[[list[str]], object]) -> None:
    """Set a choice's first value in a visit: the address's, or else `first`.

    It is noted first that it has one: after a run that another click cuts off, what was clicked
    would be undone.
    """
    visit = address.visit()
    visit.reached.add(key)
    if key in visit.begun:
        return
    visit.begun.add(key)
    asked, below = visit.asked.pop(key, None), visit.below.pop(key, None)
    wanted = below if asked is None else asked
    found = None if wanted is None else find(wanted)
    if asked is not None and found is None:
        visit.lacking[key] = asked
    st.session_state[key] = first if found is None else found
