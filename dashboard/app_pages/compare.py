"""Compare two runs on the same questions, with intervals and the questions on which they differ."""

from __future__ import annotations

import streamlit as st

from dashboard.components.choices import choosing, filters
from dashboard.components.questions import listing, side_by_side
from dashboard.components.results import tables
from dashboard.components.source import notices, pairing, provenance
from dashboard.components.source.snapshot import rows, rows_once
from engine.analysis.items.questions import find_item
from engine.analysis.scores import pairs, runs
from engine.core.errors import InputError
from engine.show.texts.escaping import plain
from engine.show.texts.names import between, points

PER_PAGE = 10
TABLE = {"name": "Questions", "b_right": "B right", "b_wrong": "B not right", "sum": "Total"}
ASKED = {False: "questions", True: "questions, each run in its own language,"}
SIDES = {
    "first": "A right, B not",
    "second": "B right, A not",
    "both": "both right",
    "neither": "neither right",
}


st.title("Compare")
st.markdown(
    "Two models on the same questions, or one model with two prompts, probes or languages, and"
    " where they differ."
)
shown_snapshot = notices.open_or_stop()
with filters.bar():
    dataset = filters.choose_dataset(only_stored=True, n_runs=2)
    sides_chosen = st.container(horizontal=True, width="content", key="bar-sides")
name = dataset["dataset"]
hashes = runs.by_name(rows, name)
if len(hashes) < 2:
    notices.stop(
        "This data set has fewer than two runs, so there is nothing to compare.",
        notices.evaluate_command(name),
    )
with sides_chosen:
    first = choosing.one_of("Model A", "a", list(hashes))
    place = pairs.first_to_compare(rows, hashes[first], list(hashes.values()))
    second = choosing.one_of("Model B", "b", list(hashes), first=place)


def offer_another() -> None:
    """A button that compares A with another run on the same questions, if there is one."""
    other = list(hashes)[place]
    if other != second:
        st.button(
            plain(f"Compare {first} with {other}"),
            key="another",
            on_click=lambda: st.session_state.update(b=other),
        )


if first == second:
    st.info("A and B are the same run. Choose another run for B.")
    offer_another()
    notices.end()
try:
    found = pairing.comparison(hashes[first], hashes[second])
except InputError as error:
    st.info(plain(f"Nothing to compare: {error}. Choose another run for A or B."))
    offer_another()
    notices.end()

(pair,) = found.pairs
a, b = found.conditions
n, both = a.n, a.n_right - pair.only_first
sides = {
    "first": pair.only_first,
    "second": pair.only_second,
    "both": both,
    "neither": n - both - pair.only_first - pair.only_second,
}
with st.container(horizontal=True):
    for side, called, one in (("A", first, a), ("B", second, b)):
        words = f"95% interval {one.low:.1%} to {one.high:.1%}"
        st.metric(plain(f"{side}: {called}"), f"{one.share:.1%}", help=words)
    st.metric("B − A, points", points(pair.difference))
st.markdown(
    f"On {n:,} {ASKED[found.by_counterparts]} in {found.n_groups:,} groups, B scores"
    f" **{points(pair.difference)} points** relative to A (95% interval"
    f" {between(pair.low, pair.high)}). McNemar’s exact p = {pair.p:.3g}"
    + (", clustered by groups of related questions." if found.n_groups < n else ".")
)
tables.show(
    [
        {"name": "A right", "b_right": both, "b_wrong": sides["first"], "sum": a.n_right},
        {
            "name": "A not right", "b_right": sides["second"], "b_wrong": sides["neither"],
            "sum": n - a.n_right,
        },
    ],
    TABLE,
    alt="Questions that A and B got right or not",
    pinned="name",
)  # fmt: skip
st.caption(
    "Only questions both answered count, and of several answers the first; across languages,"
    " matched counterparts. An unreadable answer counts as not right."
)
by_trait = {"data": name, "shown": [first, second]}
listing.to_page("breakdown", "Both by depth, skill or another trait", by_trait)
st.text("On the command line:")
st.code(
    notices.command("compare", name, a.run[:12], b.run[:12]),
    language=None,
    wrap_lines=True,
)

st.header("Questions")
named = {words: key for key, words in SIDES.items()}
with filters.bar("side"):
    filled = next(place for place, key in enumerate(SIDES) if sides[key])
    side = named[choosing.one_of("Outcome", "side", list(named), first=filled)]
st.markdown(f"**{sides[side]:,} of {n:,}**")
if not sides[side]:
    st.info("There are no such questions.")
else:
    listed = st.container()
    page = choosing.page(sides[side], PER_PAGE, (name, first, second, side))
    shown = pairs.questions(
        rows, hashes[first], hashes[second], side, page, PER_PAGE, found.by_counterparts
    )
    st.header("Side by side")
    listed_rows = {f"{name}:{row['idx']}": row for row in shown}
    with filters.bar("question"):
        question = choosing.one_of("Question", "question", list(listed_rows), is_passing=True)
    with listed:  # links from the list keep this choice for the way back
        listing.show(name, shown)
    row = listed_rows[question]
    two = ((first, row["idx"], row["item_id"]), (second, row["b_idx"], row["b_item_id"]))
    answered = []
    for called, index, item_id in two:
        with shown_snapshot.cursor() as cursor:
            item = find_item(cursor, f"{name}:{index}")[2]
        reply = pairs.reply(rows_once, item_id, hashes[called])
        answered.append(side_by_side.Answered(called, f"{name}:{index}", item, reply))
    side_by_side.show(answered)
provenance.show_line(dataset, shown_snapshot)
