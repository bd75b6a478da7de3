"""The tree of skills of LogicAsker, from all of logic down to the questions on one leaf."""

from __future__ import annotations

import streamlit as st

from dashboard import (
    charts,
    choosing,
    filters,
    finding,
    listing,
    notices,
    provenance,
    queries,
    skill_charts,
    skill_queries,
    skill_words,
    tables,
)
from dashboard.finding import Wanted
from dashboard.skill_queries import ALL
from dashboard.words import OUTCOMES, plain

PER_PAGE = 10
COLUMNS = {
    "name": "Part", "value": None, "interval": None, "n": None, "thin": None,
    "response_rate": "Response rate", "response_accuracy": "Response accuracy", "part": "Id",
}  # fmt: skip

st.title("Skills")
st.markdown(
    "Every question tests one rule of logic: does a conclusion follow that the rule gives, that"
    " contradicts it, that the premises leave open, or that only a fallacy would draw? Choose a"
    " part below, or click it in the picture, down to the questions themselves."
)
snapshot = notices.open_or_stop()
dataset, origin, series = filters.choose_one_on_skills()
rows = skill_queries.tree(series.run_id or 0)
every = {row["part"]: row for row in rows if row["level"] != "form"}
names = skill_words.places(rows)
part = choosing.one_of("Part of the tree", "part", [ALL, *every])
way = skill_words.way_to(part, every)


def go_to(place: str) -> None:
    """Show another part."""
    st.session_state["part"] = place


def follow() -> None:
    """Show the part that was clicked in the picture."""
    points = st.session_state[f"tree-{part}"].selection["points"]
    if points and points[0].get("id") in names:
        go_to(points[0]["id"])


is_leaf = part != ALL and every[part]["level"] == "leaf"
st.plotly_chart(
    skill_charts.tree_map(
        rows, way[-2] if is_leaf else part, names, queries.chance(dataset["dataset"]) or 0.5
    ),
    config=charts.CONFIG,
    key=f"tree-{part}",
    on_select=follow,
    selection_mode="points",
    alt="The tree of skills by accuracy; the table below has the figures of each part.",
)
below = [row for row in rows if (row["parent"] or ALL) == part]
st.caption(
    "An area is as large as its number of answers. Orange is worse than chance and blue better, the"
    " deeper the more; hatched parts rest on fewer than"
    f" {queries.THIN} different questions: too few to compare."
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
    {**COLUMNS, "name": "Form" if is_leaf else "Part"},
    alt=f"Accuracy of the parts of {names[part]}",
    pinned="name",
    pinned_px=240,
)
st.caption("The interval is that of the accuracy; response accuracy is of what could be read.")


def list_questions(leaf: str) -> None:
    """The questions of a leaf with what the series answered, a page at a time."""
    outcome = choosing.any_or("Outcome", "outcome", list(OUTCOMES), OUTCOMES.__getitem__)
    wanted = Wanted(dataset["dataset"], leaf=leaf, run_id=series.run_id, outcome=outcome)
    n = finding.n_found(wanted)
    if not n:
        st.info("No question of this leaf has that outcome. Clear the filter above.")
        return
    listed = st.container()
    page = choosing.page(n, PER_PAGE, wanted)
    with listed:
        st.markdown(f"**{n:,} question{'s' if n > 1 else ''}**")
        by = f"{series.name} ({origin})"
        listing.show(dataset["dataset"], finding.found(wanted, page, PER_PAGE), by)


if is_leaf:
    st.subheader("Its questions")
    list_questions(part)
provenance.show_line(dataset, snapshot)
