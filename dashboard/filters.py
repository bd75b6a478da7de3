"""The filters that pages share. Each is bound to the address: a link opens the same view."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import streamlit as st

from dashboard import choice_queries, notices, queries
from dashboard.queries import Series
from dashboard.snapshot import Row
from dashboard.words import ORIGINS, plain

MOST = 6
"""So many series are shown at first; a chart holds more, but hardly a reader."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a breakdown is to show: some series of one data set and one origin."""

    dataset: Row
    origin: str
    names: list[str]

    @property
    def name(self) -> str:
        """The name of the data set."""
        return str(self.dataset["dataset"])


def choose_dataset(only_stored: bool = False, of_choices: bool = False) -> Row:
    """The data set to show; without any, the page ends.

    `only_stored` leaves out mere figures, `of_choices` all but single choices.
    """
    known = {
        row["dataset"]: row
        for row in queries.datasets()
        if (row["content_hash"] or not only_stored)
        and (not of_choices or row["dataset"] in choice_queries.datasets())
    }
    if not known:
        family = "divlogiceval" if of_choices else "justlogic"
        kind = "data set of single choices" if of_choices else "data set"
        notices.stop(
            f"The database holds no {kind}.", f"elenchus generate {family} --name {family}"
        )
    _recall("data", known)
    asked = st.query_params.get("data")
    name = st.selectbox("Data set", list(known), key="data", bind="query-params")
    _remember("data", name)
    if asked not in (None, name) and asked not in known:
        st.warning(f"There is no data set {plain(asked)} to show here; this is {plain(name)}.")
    return known[name]


def choose() -> Choice:
    """Data set, origin and series; where nothing has been asked, the page ends."""
    with st.container(horizontal=True):
        dataset = choose_dataset()
        name = dataset["dataset"]
        origins = queries.origins(name)
        origin = _choose_origin(origins) if origins else None
    if origin is None:
        notices.stop(
            "Nobody has answered this data set, or its results are not broken down.",
            notices.evaluate_command(name),
        )
    return Choice(dataset, origin, _choose_shown(queries.series(name, origin)))


def choose_rotated() -> Choice:
    """The same for what was asked in all rotations of the options."""
    with st.container(horizontal=True):
        dataset = choose_dataset(of_choices=True)
        name = dataset["dataset"]
        origins = choice_queries.origins(name)
        origin = _choose_origin(origins) if origins else None
    if origin is None:
        notices.stop(
            "Nobody has been asked this data set in all orders of its options.",
            f"{notices.evaluate_command(name)} --rotations",
        )
    return Choice(dataset, origin, _choose_shown(choice_queries.lines(name, origin)))


def choose_positions() -> Choice:
    """The same for single choices in whatever order they were asked."""
    with st.container(horizontal=True):
        dataset = choose_dataset(only_stored=True, of_choices=True)
        name = dataset["dataset"]
        origins = choice_queries.position_origins(name)
        origin = _choose_origin(origins) if origins else None
    if origin is None:
        notices.stop("Nobody has answered this data set.", notices.evaluate_command(name))
    return Choice(dataset, origin, _choose_shown(choice_queries.position_series(name, origin)))


def _choose_origin(origins: list[str]) -> str:
    _recall("origin", origins)
    origin = st.selectbox(
        "Origin",
        origins,
        key="origin",
        bind="query-params",
        help=". ".join(ORIGINS.values()) + ". They are never to be ranked together.",
    )
    _remember("origin", origin)
    return origin


def _choose_shown(available: list[Series]) -> list[str]:
    """The names of the series to show; with none chosen, the page ends."""
    names = st.multiselect(
        "Shown",
        [series.name for series in available],
        default=first_shown(available),
        key="shown",
        bind="query-params",
        placeholder="Choose models",
        wrap=False,  # wrapped, what is left for typing may be too narrow to hit on a telephone
    )
    if not names:
        st.info("Choose at least one model above.")
        st.stop()
    return names


def _recall(key: str, options: Collection[str]) -> None:
    """Choose what was chosen on the page before, which Streamlit forgets, unless a link says."""
    page, chosen = st.session_state.get(f"chosen-{key}", ("", None))
    if page != st.session_state.shown_page and key not in st.query_params and chosen in options:
        st.session_state[key] = chosen
        st.query_params[key] = chosen


def _remember(key: str, value: str) -> None:
    st.session_state[f"chosen-{key}"] = (st.session_state.shown_page, value)


def first_shown(available: list[Series]) -> list[str]:
    """Models first; what room is left goes to reference respondents, spread over their scores."""
    references = [series for series in available if series.kind in ("baseline", "ceiling")]
    models = [series for series in available if series not in references][:MOST]
    room = MOST - len(models)
    if len(references) <= room:
        spread = references
    elif room > 1:
        last = len(references) - 1
        spread = [references[round(i * last / (room - 1))] for i in range(room)]
    else:
        spread = references[:room]
    chosen = {series.name for series in (*models, *spread)}
    return [series.name for series in available if series.name in chosen]
