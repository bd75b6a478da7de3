"""Find questions by their traits and by what a model answered."""

from __future__ import annotations

import streamlit as st

from dashboard import (
    address,
    choosing,
    filters,
    finding,
    listing,
    notices,
    provenance,
    queries,
    traits,
)
from dashboard.finding import Wanted
from dashboard.words import ORIGINS, OUTCOMES

PER_PAGE = 10


def any_of(label: str, key: str, trait: str, least: int = 1) -> str | None:
    """A filter by the values of a trait, where the data set has at least so many."""
    options = traits.values(name, trait)
    if len(options) < least:
        return None
    words = traits.cell_words(name, trait, options)
    return choosing.any_or(label, key, options, words.__getitem__)


def more_traits() -> dict[str, str]:
    """What is chosen of the traits that are looked for less often, folded away until then."""
    chosen = {}
    keys = [traits.FILTERS[trait] for trait in finding.MORE]
    is_used = any(key in address.visit().asked or st.session_state.get(key) for key in keys)
    with st.expander("More traits", expanded=is_used), st.container(horizontal=True):
        for trait in finding.MORE:
            value = any_of(traits.TRAITS[trait], traits.FILTERS[trait], trait, least=2)
            if value is not None:
                chosen[trait] = value
    return chosen


st.title("Questions")
snapshot = notices.open_or_stop()
dataset = filters.choose_dataset(only_stored=True)
name = dataset["dataset"]

with st.container(horizontal=True):
    split = any_of("Split", "split", "split")
    depth = any_of("Depth", "depth", "depth")
    gold = any_of("Right answer", "gold", "gold")
    # These are of some families only, and others would have nothing to choose from.
    root_form = any_of("Argument form", "form", "root_form")
    shape = any_of("Shape of the statement", "shape", "query_shape")
    question_type = any_of("Question type", "type", "question_type")
    language = any_of("Language", "language", "language", least=2)
    rule = any_of("Rule", "rule", "rule")
    leaf = any_of("Leaf", "leaf", "leaf")
more = more_traits()
runs = {
    f"{series.name} ({origin})": series.run_id
    for origin in queries.origins(name)
    for series in queries.series(name, origin)
    if series.run_id is not None
}
with st.container(horizontal=True):
    answered_by = choosing.any_or("Answered by", "by", list(runs))
    outcome = choosing.any_or("Outcome", "outcome", list(OUTCOMES), OUTCOMES.__getitem__)
    text = choosing.text(st.text_input, "Containing", "text", placeholder="Any words, or an id")
if outcome and not answered_by:
    st.info("Choose under “Answered by” whose outcome is meant.")
known, origin, order = None, None, "index"
if judges := finding.judged_by(name):
    with st.container(horizontal=True):
        origin = judges[0]
        if len(judges) > 1:
            origin = choosing.one_of("Answers", "answers", judges, ORIGINS.__getitem__)
        known = choosing.any_or(
            "Over all models", "known", list(finding.KNOWN), finding.KNOWN.__getitem__
        )
        order = choosing.one_of(
            "Sorted by", "order", list(finding.ORDERS), finding.ORDERS.__getitem__
        )
wanted = Wanted(
    name,
    split,
    None if depth is None else int(depth),
    gold,
    root_form,
    shape,
    question_type,
    language,
    rule,
    leaf,
    runs[answered_by] if answered_by else None,
    outcome if answered_by else None,
    text.strip() or None,
    known,
    origin,
    more,
)

n = finding.n_found(wanted)
if not n:
    st.info("No question fits all of these. Clear one of the filters above.")
    notices.end()
st.markdown(f"**{n:,} question{'s' if n > 1 else ''}**")
listed = st.container()
page = choosing.page(n, PER_PAGE, (wanted, order))
with listed:
    listing.show(name, finding.found(wanted, page, PER_PAGE, order), answered_by)
provenance.show_line(dataset, snapshot)
