"""Find questions by trait and by a model's outcome."""

from __future__ import annotations

import streamlit as st

from dashboard.components import (
    address,
    choosing,
    filters,
    listing,
    notices,
    provenance,
    traits,
)
from dashboard.components.snapshot import rows
from engine.analysis import questions, series
from engine.analysis.questions import Wanted
from engine.analysis.traits import values
from engine.show.names import ORIGINS, OUTCOMES, TRAITS

PER_PAGE = 10
# The traits shown at first; the others are folded away.
FIRST = (
    "split", "depth", "gold", "root_form", "query_shape", "question_type", "language", "rule",
    "leaf",
)  # fmt: skip


def choose_trait(trait: str) -> None:
    """A filter by the values of a trait, if the data set has several."""
    options = known.get(trait, [])
    if len(options) > 1:
        words = traits.cell_words(name, trait, options)
        value = choosing.any_or(TRAITS[trait], trait, options, words.__getitem__)
        if value is not None:
            chosen[trait] = value


st.title("Questions")
snapshot = notices.open_or_stop()
dataset = filters.choose_dataset(only_stored=True)
name = dataset["dataset"]
known, chosen = values(rows, name), dict[str, str]()
with st.container(horizontal=True):
    for trait in FIRST:
        choose_trait(trait)
rarer = [trait for trait in TRAITS if trait not in FIRST and trait in known]
is_used = any(trait in address.visit().asked or st.session_state.get(trait) for trait in rarer)
with st.expander("More traits", expanded=is_used), st.container(horizontal=True):
    for trait in rarer:
        choose_trait(trait)
runs = {
    f"{one.name} ({origin})": one.run_id
    for origin in series.origins(rows, name)
    for one in series.series(rows, name, origin)
    if one.run_id is not None
}
with st.container(horizontal=True):
    answered_by = choosing.any_or("Answered by", "by", list(runs))
    outcome = choosing.any_or("Outcome", "outcome", list(OUTCOMES), OUTCOMES.__getitem__)
    text = choosing.text(st.text_input, "Containing", "text", placeholder="Words or an id")
if outcome and not answered_by:
    st.info("Choose a model under “Answered by” to filter by its outcome.")
in_all, origin, order = None, None, "index"
if judges := questions.judged_by(rows, name):
    with st.container(horizontal=True):
        origin = judges[0]
        if len(judges) > 1:
            origin = choosing.one_of("Answers", "answers", judges, ORIGINS.__getitem__)
        in_all = choosing.any_or(
            "Across models", "known", list(questions.KNOWN), questions.KNOWN.__getitem__
        )
        order = choosing.one_of(
            "Sorted by", "order", list(questions.ORDERS), questions.ORDERS.__getitem__
        )
wanted = Wanted(
    name,
    run_id=runs[answered_by] if answered_by else None,
    outcome=outcome if answered_by else None,
    text=text.strip() or None,
    known=in_all,
    origin=origin,
    traits=chosen,
)

n = questions.n_found(rows, wanted)
if not n:
    st.info("No question matches. Clear a filter above.")
    notices.end()
st.markdown(f"**{n:,} question{'s' if n > 1 else ''}**")
listed = st.container()
page = choosing.page(n, PER_PAGE, (wanted, order))
with listed:
    listing.show(name, questions.found(rows, wanted, page, PER_PAGE, order), answered_by)
provenance.show_line(dataset, snapshot)
