"""The filters that pages share. They live in the address, so a link opens the same view."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.components.choices import choosing
from dashboard.components.source import notices
from dashboard.components.source.snapshot import rows
from engine.analysis.by_trait import series
from engine.analysis.by_trait.series import Series
from engine.analysis.datasets.figures import figures_family
from engine.analysis.sources.query import Row
from engine.core.items import BUILT_IN
from engine.show.texts.families import faults_of
from engine.show.texts.names import ORIGINS

MOST = 5
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
    only_stored: bool = False,
    among: Collection[str] | None = None,
    n_series: int = 0,
    n_runs: int = 0,
    first: str | None = None,
) -> Row:
    """Choose the data set; if there is none, the page ends.

    `only_stored` leaves out data sets with figures but no items; `among` names those offered. The
    first option is `first`, or else has at least that many series and runs, so that the page has
    something to show.
    """
    known = {
        row["dataset"]: row
        for row in series.datasets(rows)
        if (row["content_hash"] or not only_stored) and (among is None or row["dataset"] in among)
    }
    if not known:
        notices.stop("The database holds no data set.", "sorites generate --help")
    counted = series.counts(rows) if n_series or n_runs else {}

    def lacks(name: str) -> bool:
        n, n_own = counted.get(name, (0, 0))
        return name != first and (first is not None or n < n_series or n_own < n_runs)

    offered = sorted(known, key=lacks)
    chosen = known[choosing.one_of("Data set", "data", offered, is_lasting=True)]
    show_audit(chosen)
    return chosen


def show_audit(dataset: Row) -> None:
    """The verdict of a data set's audit, or the faults of published files, as a link to them."""
    if not dataset["content_hash"]:
        known = faults_of(figures_family(rows, dataset["dataset"]))
        words = ":orange-badge[:material/warning: known faults]" if known else ""
    elif dataset["n_checks"] is None:
        words = ":gray-badge[not audited]"
    elif dataset["n_failed"]:
        failed = f"{dataset['n_failed']} of {dataset['n_checks']} failed"
        words = f":orange-badge[:material/warning: audit: {failed}]"
    else:
        words = ":green-badge[:material/check: audit passed]"
    if words:
        view = {"data": dataset["dataset"]} if dataset["content_hash"] else {}
        st.page_link("app_pages/datasets.py", label=words, query_params=view)


def bar(name: str = "filters") -> DeltaGenerator:
    """A row of compact choices; `name` tells several on one page apart."""
    return st.container(horizontal=True, vertical_alignment="center", key=f"bar-{name}")


def choose() -> Choice:
    """Choose data set, provenance and series of which there are replies; else the page ends."""
    with bar():
        dataset, origin = choose_scored(n_runs=1)
        return choose_series(dataset, origin)


def choose_scored(n_runs: int = 0) -> tuple[Row, str]:
    """Choose a data set and a provenance of its scores."""
    dataset = choose_dataset(n_series=1, n_runs=n_runs)
    origins = series.origins(rows, dataset["dataset"])
    if not origins:
        notices.stop(
            "This data set has no answers yet, or its results are not broken down.",
            notices.evaluate_command(dataset["dataset"]),
        )
    return dataset, choose_origin(origins)


def choose_origin(origins: Sequence[str]) -> str:
    """Choose a provenance."""
    words = ". ".join(ORIGINS.values()) + ". They are never ranked together."
    return choosing.one_of("Provenance", "origin", origins, is_lasting=True, help=words)


def choose_series(dataset: Row, origin: str) -> Choice:
    """Choose some of the series of a data set and provenance."""
    available = series.series(rows, dataset["dataset"], origin)
    with st.popover("Models", key="models"):
        names = choosing.some_of(
            "Shown", "shown", [one.name for one in available], first_shown(available)
        )
    if not names:
        st.info("Choose at least one model above.")
        notices.end()
    return Choice(dataset, origin, names)


def choose_run(dataset: str, origin: str) -> Series:
    """Choose a single run; models come before those that are there to compare with."""
    found = [one for one in series.series(rows, dataset, origin) if one.run_id is not None]
    found.sort(key=lambda one: one.kind in BUILT_IN)
    available = {one.name: one for one in found}
    return available[choosing.one_of("Model", "model", list(available), is_lasting=True)]


def first_shown(available: Sequence[Series]) -> list[str]:
    """Models first, then reference respondents, spread over their scores."""
    references = [one for one in available if one.kind in BUILT_IN]
    models = [one for one in available if one not in references][:MOST]
    room = MOST - len(models)
    if len(references) <= room:
        spread = references
    elif room > 1:
        last = len(references) - 1
        spread = [references[round(i * last / (room - 1))] for i in range(room)]
    else:
        spread = references[:room]
    return [one.name for one in (*models, *spread)]
