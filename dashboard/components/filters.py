"""The filters that pages share. They live in the address, so a link opens the same view."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import streamlit as st

from dashboard.components import choosing, notices
from dashboard.components.snapshot import rows
from engine.analysis import series, skills
from engine.analysis.query import Row
from engine.analysis.series import Series
from engine.show.names import ORIGINS

MOST = 6
"""The number of series shown at first; more would be hard to read."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The selection on a page: some series of one data set and one provenance."""

    dataset: Row
    origin: str
    names: list[str]

    @property
    def name(self) -> str:
        """The name of the data set."""
        return str(self.dataset["dataset"])

    @property
    def asked(self) -> tuple[str, str, list[str]]:
        """Data set, provenance and series, as queries take them."""
        return self.name, self.origin, self.names


def choose_dataset(
    only_stored: bool = False, among: Collection[str] | None = None, called: str = "data set"
) -> Row:
    """Choose the data set; if there is none, the page ends.

    `only_stored` leaves out those of which there are mere figures; `among` names those that a page
    is about, which are `called` so.
    """
    known = {
        row["dataset"]: row
        for row in series.datasets(rows)
        if (row["content_hash"] or not only_stored) and (among is None or row["dataset"] in among)
    }
    if not known:
        notices.stop(f"The database holds no {called}.", "sorites generate --help")
    return known[choosing.one_of("Data set", "data", list(known), is_lasting=True)]


def choose() -> Choice:
    """Choose data set, provenance and series; without results, the page ends."""
    with st.container(horizontal=True):
        dataset = choose_dataset()
        name = dataset["dataset"]
        origin = _choose_origin(name, series.origins(rows, name))
    available = series.series(rows, name, origin)
    names = choosing.some_of(
        "Shown", "shown", [one.name for one in available], first_shown(available)
    )
    if not names:
        st.info("Choose at least one model above.")
        notices.end()
    return Choice(dataset, origin, names)


def choose_run_on_skills() -> tuple[Row, str, Series]:
    """Choose a data set of questions on skills, a provenance and a single run."""
    with st.container(horizontal=True):
        dataset = _choose_on_skills()
        name = dataset["dataset"]
        origin = _choose_origin(name, series.origins(rows, name))
        found = [one for one in series.series(rows, name, origin) if one.run_id is not None]
        # models before those that are there to compare with
        found.sort(key=lambda one: one.kind in ("baseline", "ceiling"))
        available = {one.name: one for one in found}
        return dataset, origin, available[_choose_model(list(available))]


def choose_asked_on_skills() -> tuple[Row, Row]:
    """Choose data set and model with prompt, as `sorites weaknesses` takes them."""
    with st.container(horizontal=True):
        dataset = _choose_on_skills()
        asked = {row["name"]: row for row in skills.asked(rows, dataset["dataset"])}
        if not asked:
            _stop_unanswered(dataset["dataset"])
        return dataset, asked[_choose_model(list(asked))]


def _choose_on_skills() -> Row:
    found = skills.datasets(rows)
    return choose_dataset(only_stored=True, among=found, called="data set of questions on skills")


def _choose_model(names: list[str]) -> str:
    return choosing.one_of("Model", "model", names, is_lasting=True)


def _choose_origin(dataset: str, origins: list[str]) -> str:
    if not origins:
        _stop_unanswered(dataset)
    return choosing.one_of(
        "Origin",
        "origin",
        origins,
        is_lasting=True,
        help=". ".join(ORIGINS.values()) + ". They are never ranked together.",
    )


def _stop_unanswered(dataset: str) -> None:
    notices.stop(
        "This data set has no answers yet, or its results are not broken down.",
        notices.evaluate_command(dataset),
    )


def first_shown(available: Sequence[Series]) -> list[str]:
    """Models first, then reference respondents, spread over their scores."""
    references = [one for one in available if one.kind in ("baseline", "ceiling")]
    models = [one for one in available if one not in references][:MOST]
    room = MOST - len(models)
    if len(references) <= room:
        spread = references
    elif room > 1:
        last = len(references) - 1
        spread = [references[round(i * last / (room - 1))] for i in range(room)]
    else:
        spread = references[:room]
    chosen = {one.name for one in (*models, *spread)}
    return [one.name for one in available if one.name in chosen]
