"""Find questions by trait and by a model's outcome."""

from __future__ import annotations

import streamlit as st

from dashboard.components.choices import choosing, filters
from dashboard.components.questions import listing
from dashboard.components.results import traits
from dashboard.components.source import notices, provenance
from dashboard.components.source.snapshot import rows
from engine.analysis.by_trait import series
from engine.analysis.by_trait.traits import values
from engine.analysis.items import questions
from engine.analysis.items.questions import Wanted
from engine.show.texts.names import ORIGINS, OUTCOMES, TRAITS

# The traits shown at first.
FIRST = (
    "split", "depth", "gold", "root_form", "query_shape", "question_type", "language", "rule",
    "skill",
)  # fmt: skip


def choose_traits(traits_: list[str]) -> None:
    """Filters by the values of those traits of which the data set has several."""
    for trait in traits_:
        options = known.get(trait, [])
        if len(options) > 1:
            words = traits.cell_words(name, trait, options)
            value = choosing.any_or(TRAITS[trait], trait, options, words.__getitem__)
            if value is not None:
                chosen[trait] = value


def choose_known() -> tuple[str | None, str | None, str]:
    """A filter and an order by all models' answers of a provenance, where there are any."""
    judges = questions.judged_by(rows, name)
    if not judges:
        return None, None, "index"
    origin = judges[0]
    if len(judges) > 1:
        origin = choosing.one_of("Answers", "answers", judges, ORIGINS.__getitem__)
    in_all = choosing.any_or(
        "Difficulty", "known", list(questions.KNOWN), questions.KNOWN.__getitem__
    )
    order = choosing.one_of(
        "Sorted by", "order", list(questions.ORDERS), questions.ORDERS.__getitem__
    )
    return origin, in_all, order


st.title("Questions")
st.markdown("Find questions by trait, by words, and by what a model answered.")
snapshot = notices.open_or_stop()
with filters.bar():
    dataset = filters.choose_dataset(only_stored=True)
    name = dataset["dataset"]
    known, chosen = values(rows, name), dict[str, str]()
    text = choosing.text(st.text_input, "Text", "text", placeholder="Words or an id")
    choose_traits([trait for trait in FIRST if trait in known])
    rarer = [trait for trait in TRAITS if trait not in FIRST and trait in known]
    with st.popover("More traits", key="more"):
        choose_traits(rarer)
runs = {
    f"{one.name} ({origin})": one.run_id
    for origin in series.origins(rows, name)
    for one in series.series(rows, name, origin)
    if one.run_id is not None
}
with filters.bar("answers"):
    answered_by = choosing.any_or("Answered by", "by", list(runs))
    outcome = choosing.any_or("Outcome", "outcome", list(OUTCOMES), OUTCOMES.__getitem__)
    origin, in_all, order = choose_known()
if outcome and not answered_by:
    st.info("Choose a model under “Answered by” to filter by its outcome.")
wanted = Wanted(
    name,
    run_id=runs[answered_by] if answered_by else None,
    outcome=outcome if answered_by else None,
    text=text.strip() or None,
    known=in_all,
    origin=origin,
    traits=chosen,
)
listing.show_found(wanted, answered_by, order)
provenance.show_line(dataset, snapshot)
