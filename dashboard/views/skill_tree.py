"""The tree of skills, from all of logic down to the questions on one skill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboard.components.choices import choosing, filters
from dashboard.components.figures import charts, skill_charts
from dashboard.components.figures.skill_charts import ALL
from dashboard.components.questions import listing
from dashboard.components.results import tables
from dashboard.components.source.snapshot import rows
from engine.analysis.by_trait import series
from engine.analysis.by_trait.cells import THIN
from engine.analysis.by_trait.series import Series
from engine.analysis.diagnosis import skills
from engine.analysis.items.questions import Wanted
from engine.analysis.sources.query import Row
from engine.show.texts.escaping import plain
from engine.show.texts.names import OUTCOMES, value_name, value_names

COLUMNS = {
    "name": "Part", "value": None, "interval": None, "n": None, "thin": None,
    "response_rate": "Response rate", "response_accuracy": "Response accuracy", "part": "Id",
}  # fmt: skip


def places(tree: Sequence[Row], family: str) -> dict[str, str]:
    """The name of each place in the tree."""
    forms = value_names("root_form", [r["cell"] for r in tree if r["level"] == "form"], family)

    def name(row: Row) -> str:
        cell = str(row["cell"])
        match row["level"]:
            case "logic":
                return f"{cell} logic"
            case "skill":
                return value_name("role", cell, family)
            case "form":
                return forms[cell]
            case _:
                return cell

    return {ALL: ALL, **{row["part"]: name(row) for row in tree}}


def way_to(part: str, every: Mapping[str, Row]) -> list[str]:
    """The path from the root to a place, both included."""
    way = [part]
    while way[0] in every:
        way.insert(0, every[way[0]]["parent"] or ALL)
    return way


def go_to(place: str) -> None:
    """Show another part."""
    st.session_state["part"] = place


def show(dataset: Row, origin: str) -> None:
    """The tree for one run as a map, a part of it as a table, and the questions on a skill."""
    name = dataset["dataset"]
    with filters.bar("skills"):
        one = filters.choose_run(name, origin)
        tree = skills.tree(rows, one.run_id or 0)
        every = {row["part"]: row for row in tree if row["level"] != "form"}
        names = places(tree, dataset["family"])
        part = choosing.one_of("Part of the tree", "part", [ALL, *every])
    way = way_to(part, every)
    is_skill = part != ALL and every[part]["level"] == "skill"
    _show_map(tree, way[-2] if is_skill else part, names, name, part)
    st.header(plain(" › ".join(names[place] for place in way)))
    if part != ALL:
        with st.container(horizontal=True):
            for place in way[:-1]:
                words = plain(f"Up to {names[place]}")
                st.button(words, key=f"to-{place}", on_click=go_to, args=(place,))
        here = every[part]
        st.text(f"{here['value']:.1%} right (95% interval {here['interval']}), n = {here['n']:,}")
    tables.show(
        [{**row, "name": names[row["part"]]} for row in tree if (row["parent"] or ALL) == part],
        {**COLUMNS, "name": "Form" if is_skill else "Part"},
        alt=f"Accuracy within {names[part]}",
        pinned="name",
    )
    st.caption("The interval is of the accuracy; response accuracy is over readable answers.")
    if is_skill:
        _show_questions(name, one, part, origin)


def _show_map(
    tree: Sequence[Row], top: str, names: Mapping[str, str], dataset: str, part: str
) -> None:
    def follow() -> None:
        points = st.session_state[f"tree-{part}"].selection["points"]
        if points and points[0].get("id") in names:
            go_to(points[0]["id"])

    guessed = series.chance(rows, dataset).get("accuracy", 0.5)
    charts.show(
        skill_charts.tree_map(tree, top, names, guessed),
        key=f"tree-{part}",
        alt="The tree of skills by accuracy; figures of each part in the table below.",
        rows=tree,
        on_select=follow,
        selection_mode="points",
    )
    st.caption(
        "Each question tests one skill. Click a part to open it. Area is the number of answers;"
        f" orange is below chance, blue above. Hatched parts have fewer than {THIN} distinct"
        " questions, too few to compare."
    )


def _show_questions(dataset: str, one: Series, part: str, origin: str) -> None:
    st.header("Questions")
    outcome = choosing.any_or("Outcome", "outcome", list(OUTCOMES), OUTCOMES.__getitem__)
    wanted = Wanted(dataset, one.run_id, outcome, traits={"skill": part})
    listing.show_found(wanted, f"{one.name} ({origin})")
