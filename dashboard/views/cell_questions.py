"""The questions of a cell of a breakdown, chosen by name or by a click on its point or tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboard.components.choices import choosing, filters
from dashboard.components.questions import listing
from dashboard.components.results import traits
from dashboard.components.source.snapshot import rows
from engine.analysis.by_trait import series
from engine.analysis.by_trait.traits import TRAITS
from engine.analysis.items import questions
from engine.analysis.sources.query import Row
from engine.show.texts.escaping import plain

SHOWN = 5
"""Wrong answers of a cell shown here; the list of its questions has all."""


def named(
    cells: Sequence[Row], labels: Mapping[str, Mapping[str, str]], name: str, origin: str
) -> list[Row]:
    """The cells, each with its run and with what a choice calls it as `opens`, empty if none.

    `labels` maps the columns with their values to what these are called.
    """
    runs = {one.name: one.run_id for one in series.series(rows, name, origin)}
    found = []
    for cell in cells:
        parts = [words[cell[column]] for column, words in labels.items()]
        called = " × ".join(parts if len(parts) > 1 else [*parts, cell["name"]])
        run = runs.get(cell["name"])
        found.append({**cell, "run_id": run, "opens": "" if run is None else called})
    return found


def show(cells: Sequence[Row], axes: Mapping[str, str], name: str, origin: str) -> None:
    """A link to the questions of a cell, and the first that were not answered right.

    `axes` maps the traits to the columns with their values.
    """
    known = {cell["opens"]: cell for cell in cells if cell.get("opens")}
    if not known:
        return
    with filters.bar("cell"):
        chosen = choosing.any_or(
            "Cell", "cell", list(known), placeholder="Click a point above, or choose"
        )
    if not chosen:
        return
    cell = known[chosen]
    wanted = {axis: cell[column] for axis, column in axes.items() if axis in TRAITS}
    if "form_depth1" in axes:
        wanted |= {"root_form": cell[axes["form_depth1"]], "depth": "1"}
    by = f"{cell['name']} ({origin})"
    listing.to_page(
        "questions",
        f"**The {cell['n_items']:,} questions of {plain(chosen)}**",
        traits.link(name, wanted, by),
    )
    faulty = questions.Wanted(name, cell["run_id"], questions.NOT_RIGHT, traits=wanted)
    missed = questions.found(rows, faulty, 1, SHOWN)
    if missed:
        st.markdown(f"**The first {len(missed)} not answered right**")
        listing.show(name, missed, by)
    else:
        st.text("All of them were answered right.")
