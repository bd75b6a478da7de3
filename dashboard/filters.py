"""The filters that pages share. Each lives in the address: a link opens the same view."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple

import streamlit as st

from dashboard import (
    argument_queries,
    choice_queries,
    choosing,
    formal_queries,
    notices,
    queries,
    skill_findings,
    skill_queries,
)
from dashboard.formal_words import TASKS
from dashboard.queries import Series
from dashboard.snapshot import Row
from dashboard.words import ORIGINS

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


@dataclass(frozen=True, slots=True)
class FormalChoice:
    """Some series over a data set for each task, and the rows of these data sets."""

    datasets: dict[str, str]
    shown: list[Row]
    origin: str
    names: list[str]


class Kind(NamedTuple):
    """Which data sets a page is about: what they are called, a family of them, and their names."""

    called: str
    family: str
    names: Callable[[], Collection[str]]


ALL = Kind("data set", "justlogic", lambda: [str(row["dataset"]) for row in queries.datasets()])
CHOICES = Kind("data set of single choices", "divlogiceval", choice_queries.datasets)
SKILLS = Kind("data set of questions on skills", "logicasker", skill_queries.datasets)
ARGUMENTS = Kind("data set of questions on arguments", "argqa", argument_queries.datasets)


def choose_dataset(only_stored: bool = False, kind: Kind = ALL) -> Row:
    """The data set to show, one of a kind; without any, the page ends.

    `only_stored` leaves out those of which there are mere figures.
    """
    names = set(kind.names())
    known = {
        row["dataset"]: row
        for row in queries.datasets()
        if (row["content_hash"] or not only_stored) and row["dataset"] in names
    }
    if not known:
        notices.stop(
            f"The database holds no {kind.called}.",
            f"sorites generate {kind.family} --name {kind.family}",
        )
    return known[choosing.one_of("Data set", "data", list(known), is_lasting=True)]


def choose(kind: Kind = ALL) -> Choice:
    """Data set, origin and series; where nothing has been asked, the page ends."""
    with st.container(horizontal=True):
        dataset = choose_dataset(kind=kind)
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
        dataset = choose_dataset(kind=CHOICES)
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
        dataset = choose_dataset(only_stored=True, kind=CHOICES)
        name = dataset["dataset"]
        origins = choice_queries.position_origins(name)
        origin = _choose_origin(origins) if origins else None
    if origin is None:
        notices.stop("Nobody has answered this data set.", notices.evaluate_command(name))
    return Choice(dataset, origin, _choose_shown(choice_queries.position_series(name, origin)))


def choose_on_skills() -> Choice:
    """The same for questions on skills."""
    with st.container(horizontal=True):
        dataset = choose_dataset(kind=SKILLS)
        name = dataset["dataset"]
        origin = _origin_on_skills(name)
    return Choice(dataset, origin, _choose_shown(skill_queries.series(name, origin)))


def choose_one_on_skills() -> tuple[Row, str, Series]:
    """Data set, origin and a single series of answers to questions on skills."""
    with st.container(horizontal=True):
        dataset = choose_dataset(kind=SKILLS)
        name = dataset["dataset"]
        origin = _origin_on_skills(name)
        found = skill_queries.series(name, origin)
        # models before those that are there to compare with
        found.sort(key=lambda series: series.kind in ("baseline", "ceiling"))
        available = {series.name: series for series in found}
        return dataset, origin, available[_choose_model(list(available))]


def choose_on_formulas() -> FormalChoice:
    """A data set for each task of formulas, structures and sets, origin and series."""
    available = formal_queries.datasets()
    if not available:
        notices.stop(
            "The database holds no questions that ask for formulas, structures or sets.",
            "sorites generate logicskills --name symbolization",
        )
    with st.container(horizontal=True):
        chosen = {task: _choose_for(task, names) for task, names in available.items()}
        origins = formal_queries.origins(list(chosen.values()))
        origin = _choose_origin(origins) if origins else None
    if origin is None:
        first = next(iter(chosen.values()))
        notices.stop("Nobody has answered these data sets.", notices.evaluate_command(first))
    found = formal_queries.series(list(chosen.values()), origin)
    rows = [row for row in queries.datasets() if row["dataset"] in chosen.values()]
    return FormalChoice(chosen, rows, origin, _choose_shown(found))


def _choose_for(task: str, names: list[str]) -> str:
    """The data set of a task."""
    return choosing.one_of(TASKS[task], task, names, is_lasting=True)


def choose_asked_on_skills() -> tuple[Row, Row]:
    """Data set, and model with prompt, as `sorites weaknesses` takes them."""
    with st.container(horizontal=True):
        dataset = choose_dataset(kind=SKILLS)
        asked = {row["name"]: row for row in skill_findings.asked(dataset["dataset"])}
        if not asked:
            notices.stop(
                "Nobody has answered this data set.",
                notices.evaluate_command(dataset["dataset"]),
            )
        return dataset, asked[_choose_model(list(asked))]


def _choose_model(names: list[str]) -> str:
    return choosing.one_of("Model", "model", names, is_lasting=True)


def _origin_on_skills(name: str) -> str:
    origins = skill_queries.origins(name)
    if not origins:
        notices.stop("Nobody has answered this data set.", notices.evaluate_command(name))
    return _choose_origin(origins)


def _choose_origin(origins: list[str]) -> str:
    return choosing.one_of(
        "Origin",
        "origin",
        origins,
        is_lasting=True,
        help=". ".join(ORIGINS.values()) + ". They are never to be ranked together.",
    )


def _choose_shown(available: list[Series]) -> list[str]:
    """The names of the series to show; with none chosen, the page ends."""
    names = choosing.some_of(
        "Shown", "shown", [series.name for series in available], first_shown(available)
    )
    if not names:
        st.info("Choose at least one model above.")
        notices.end()
    return names


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
