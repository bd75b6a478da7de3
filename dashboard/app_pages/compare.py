"""Two runs over the same questions: who is right where the other is wrong, with intervals."""

from __future__ import annotations

import shlex

import streamlit as st

from dashboard.components import (
    choosing,
    filters,
    listing,
    notices,
    provenance,
    side_by_side,
    snapshot,
    tables,
)
from dashboard.components.snapshot import rows, rows_once
from engine.analysis import pairs, runs
from engine.analysis.comparison import Comparison, compared
from engine.analysis.questions import find_item
from engine.core.errors import InputError
from engine.show.escaping import plain
from engine.show.names import between, points

PER_PAGE = 10
TABLE = {"name": "", "b_right": "B right", "b_wrong": "B not right", "sum": "Together"}
ASKED = {False: "questions", True: "questions that each was asked in a language of its own,"}
SIDES = {
    "first": "A right, B not",
    "second": "B right, A not",
    "both": "both right",
    "neither": "neither right",
}


st.title("Compare")
st.markdown(
    "Two runs over the same questions: two models, or one model with two prompts, probes or"
    " languages. Only questions that both answered count, or of two languages the counterparts;"
    " of several answers the first; and no answer is not right."
)
shown_snapshot = notices.open_or_stop()
dataset = filters.choose_dataset(only_stored=True)
name = dataset["dataset"]
hashes = runs.by_name(rows, name)
if len(hashes) < 2:
    notices.stop(
        "This data set has not been answered twice, so there is nothing to compare.",
        notices.evaluate_command(name),
    )
with st.container(horizontal=True):
    first = choosing.one_of("A", "a", list(hashes))
    place = pairs.first_to_compare(rows, hashes[first], list(hashes.values()))
    second = choosing.one_of("B", "b", list(hashes), first=place)


@st.cache_data(max_entries=32, show_spinner=snapshot.COUNTING)
def comparison(stamp: snapshot.FileStamp, one: str, other: str) -> Comparison:
    """Two runs, by their hashes, as `sorites compare` has them, in the snapshot of that stamp."""
    with snapshot.current().cursor() as cursor:
        return compared(cursor, [(one, one), (other, other)])


def offer_another() -> None:
    """A button that has A compared with a run over the same questions, if there is another one."""
    other = list(hashes)[place]
    if other != second:
        st.button(
            plain(f"Compare {first} with {other}"),
            key="another",
            on_click=lambda: st.session_state.update(b=other),
        )


if first == second:
    st.info("A and B are the same run. Choose another one for B.")
    offer_another()
    notices.end()
try:
    found = comparison(snapshot.file_stamp(), hashes[first], hashes[second])
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
    st.metric("A right", f"{a.share:.1%}", help=f"95% interval {a.low:.1%} to {a.high:.1%}")
    st.metric("B right", f"{b.share:.1%}", help=f"95% interval {b.low:.1%} to {b.high:.1%}")
    st.metric("B against A, points", points(pair.difference))
st.markdown(
    f"Over {n:,} {ASKED[found.by_counterparts]} in {found.n_groups:,} groups B is"
    f" **{points(pair.difference)} points** against A (95% interval"
    f" {between(pair.low, pair.high)}; paired bootstrap"
    f" {between(pair.bootstrap_low, pair.bootstrap_high)}). McNemar’s exact p is"
    f" {pair.p_exact:.3g}, its mid-p"
    f" {pair.p:.3g}"
    + (", by groups, whose questions share something." if found.n_groups < n else ".")
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
    alt="How many questions A and B got right and not right",
    pinned="name",
)  # fmt: skip
st.text("The same from the command line:")
st.code(
    shlex.join(["sorites", "compare", name, a.run[:12], b.run[:12]]),
    language=None,
    wrap_lines=True,
)

st.subheader("Questions")
named = {words: key for key, words in SIDES.items()}
side = named[choosing.one_of("Show", "side", list(named))]
st.markdown(f"**{sides[side]:,} of {n:,}**")
if not sides[side]:
    st.info("No question is of this kind.")
else:
    listed = st.container()
    page = choosing.page(sides[side], PER_PAGE, (name, first, second, side))
    shown = pairs.questions(
        rows, hashes[first], hashes[second], side, page, PER_PAGE, found.by_counterparts
    )
    st.subheader("Side by side")
    listed_rows = {f"{name}:{row['idx']}": row for row in shown}
    question = choosing.one_of("Question", "question", list(listed_rows), is_passing=True)
    with listed:  # the way back from a question of the list names this one too
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
