"""The address of a page: its parameters on arrival, and the parameters that name the view.

Every choice is written into it, also one that nobody made: a link copied today shows the same
tomorrow, when a newer data set is the first. Streamlit does not do so. A widget that is bound to
the address leaves its default out, and each parameter that a script sets, or that a page leaves
behind, is an entry of its own in the browser's history, from which Back leads nowhere. So no
widget is bound, no script sets `st.query_params`, and `address.js` writes at the end of each run:
each choice that the reader made is one step, which Back undoes.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import get_script_run_ctx

from engine.show.texts.escaping import plain

_LONGEST = 300  # characters that are said of what an address asks for in vain
_write = st.components.v2.component(
    "sorites_address", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


@dataclass(slots=True)
class Visit:
    """A visit to one page, from arrival until leaving.

    `asked` are the parameters that the reader came with and no choice has taken yet, `begun` the
    choices that have their first value; `unasked` are the values that choices were given and nobody
    chose; `listed` is what a list that is leafed through is of, `before` named the view when the
    page last ran, and `below` is what was chosen below the place at which it ends now. Of the
    present run, `reached` are the choices that it came to, `shown` names the view, and `lacking` is
    what was asked for in vain, or chosen and is no option any more.
    """

    page: str
    asked: dict[str, list[str]]
    begun: set[str] = field(default_factory=set)
    unasked: dict[str, object] = field(default_factory=dict)
    listed: object = None
    before: dict[str, list[str]] = field(default_factory=dict)
    came_from: str = ""
    below: dict[str, list[str]] = field(default_factory=dict)
    reached: set[str] = field(default_factory=set)
    shown: dict[str, list[str]] = field(default_factory=dict)
    lacking: dict[str, list[str]] = field(default_factory=dict)


def arrive(page: str) -> None:
    """Before a page runs, note its address's parameters if the reader has just arrived."""
    run = get_script_run_ctx()
    went_back = run is not None and run.is_history_navigation
    known: Visit | None = st.session_state.get("visit")
    if known is None or known.page != page or went_back:
        asked = {key: st.query_params.get_all(key) for key in st.query_params}
        st.session_state["visit"] = Visit(page, asked)
    else:
        known.reached, known.shown, known.lacking = set(), {}, {}


def visit() -> Visit:
    """The visit that this run of the page belongs to."""
    found: Visit = st.session_state["visit"]
    return found


def show(key: str, *values: str) -> None:
    """Record a choice of the current view."""
    visit().shown[key] = list(values)


def here() -> str:
    """The page and the choices made so far, for a link back: `questions?data=small`."""
    return f"{visit().page}?{urlencode(visit().shown, doseq=True)}"


def came_from() -> tuple[str, dict[str, list[str]]]:
    """The page named by a link's `from` (empty if none), and that page's parameters."""
    of = visit()
    of.came_from = of.asked.pop("from", [of.came_from])[-1]
    if of.came_from:
        show("from", of.came_from)
    page, _, parameters = of.came_from.partition("?")
    return page, parse_qs(parameters, keep_blank_values=True)


def leave(notes: DeltaGenerator, is_whole: bool) -> None:
    """Write the address after a page has run, and list unknown requests in `notes`.

    What a page that ran to its end did not use leaves the address. A page that ended early may
    still use it once there is something to show, and what was chosen below its end.
    """
    of = visit()
    if is_whole:
        of.lacking |= of.asked
        of.asked, of.below = {}, {}
    else:
        for key in of.before.keys() - of.reached - of.shown.keys():
            of.below[key] = of.before[key]
            of.begun.discard(key)
    of.before = of.shown
    if of.lacking:
        wanted = ", ".join(f"{key}={value}" for key in of.lacking for value in of.lacking[key])
        cut = wanted if len(wanted) <= _LONGEST else f"{wanted[:_LONGEST]} …"
        notes.warning(
            f"The address or a choice asks for {plain(cut)}, which does not exist here (any more)."
            " It is ignored."
        )
    named = of.below | of.asked | of.shown
    session = st.session_state.setdefault("session", secrets.token_hex(8))
    _write(
        key="address",
        data={
            "page": of.page,
            "search": urlencode(named, doseq=True),
            "session": session,
        },
    )
