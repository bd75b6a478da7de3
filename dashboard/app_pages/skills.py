"""The tree of skills, from all of logic down to the questions on one skill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboard.components import (
    charts,
    choosing,
    filters,
    listing,
    notices,
    provenance,
    skill_charts,
    tables,
)
from dashboard.components.skill_charts import ALL
from dashboard.components.snapshot import rows
from engine.analysis import questions, series, skills
from engine.analysis.cells import THIN
from engine.analysis.query import Row
from engine.analysis.questions import Wanted
from engine.show.escaping import plain
from engine.show.names import OUTCOMES, value_name, value_names

PER_PAGE = 10
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
            case "leaf":
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


def follow() -> None:
    """Show the part that was clicked in the chart."""
    points = st.session_state[f"tree-{part}"].selection["points"]
    if points and points[0].get("id") in names:
        go_to(points[0]["id"])


st.title("Skills")
st.markdown(
    "Every question tests one rule of logic: the conclusion follows by the rule, contradicts it,"
    " is left open by the premises, or follows only by a fallacy. Choose a part below or click it"
    " in the chart, down to single questions."
)
snapshot = notices.open_or_stop()
dataset, origin, one = filters.choose_run_on_skills()
tree = skills.tree(rows, one.run_id or 0)
every = {row["part"]: row for row in tree if row["level"] != "form"}
names = places(tree, dataset["family"])
part = choosing.one_of("Part of the tree", "part", [ALL, *every])
way = way_to(part, every)
is_skill = part != ALL and every[part]["level"] == "leaf"
charts.show(
    skill_charts.tree_map(
        tree,
        way[-2] if is_skill else part,
        names,
        series.chance(rows, dataset["dataset"]).get("accuracy", 0.5),
    ),
    key=f"tree-{part}",
    alt="The tree of skills by accuracy; figures of each part in the table below.",
    on_select=follow,
    selection_mode="points",
)
below = [row for row in tree if (row["parent"] or ALL) == part]
st.caption(
    "Area is the number of answers. Orange is below chance, blue above. Hatched parts have fewer"
    f" than {THIN} distinct questions, too few to compare."
)

st.subheader(plain(" › ".join(names[place] for place in way)))
if part != ALL:
    with st.container(horizontal=True):
        for place in way[:-1]:
            st.button(
                plain(f"Up to {names[place]}"), key=f"to-{place}", on_click=go_to, args=(place,)
            )
    here = every[part]
    st.text(f"{here['value']:.1%} right (95% interval {here['interval']}), n = {here['n']:,}")
tables.show(
    [{**row, "name": names[row["part"]]} for row in below],
    {**COLUMNS, "name": "Form" if is_skill else "Part"},
    alt=f"Accuracy within {names[part]}",
    pinned="name",
    pinned_px=240,
)
st.caption("The interval is of the accuracy; response accuracy is over readable answers.")
if is_skill:
    st.subheader("Questions")
    outcome = choosing.any_or("Outcome", "outcome", list(OUTCOMES), OUTCOMES.__getitem__)
    wanted = Wanted(dataset["dataset"], one.run_id, outcome, traits={"leaf": part})
    n = questions.n_found(rows, wanted)
    if not n:
        st.info("No question on this skill has that outcome. Clear the filter above.")
    else:
        listed = st.container()
        page = choosing.page(n, PER_PAGE, wanted)
        with listed:
            st.markdown(f"**{n:,} question{'s' if n > 1 else ''}**")
            found = questions.found(rows, wanted, page, PER_PAGE)
            listing.show(dataset["dataset"], found, f"{one.name} ({origin})")
provenance.show_line(dataset, snapshot)
