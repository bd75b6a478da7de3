"""Find questions by their traits and by what a model answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from dashboard import filters, finding, listing, notices, provenance, queries
from dashboard.finding import Wanted
from dashboard.words import OUTCOMES, forms

PER_PAGE = 10


def any_or(
    label: str, key: str, options: list[str | int], words: Callable[[str], str]
) -> str | None:
    """A filter that starts at no choice; a value is text, as it stands in the address."""
    return st.selectbox(
        label,
        [str(option) for option in options],
        index=None,
        format_func=words,
        placeholder="Any",
        key=key,
        bind="query-params",
    )


def any_of(
    label: str,
    key: str,
    trait: str,
    words: Callable[[Iterable[str]], Mapping[str, str]] | None = None,
    least: int = 1,
) -> str | None:
    """The same over the values of a trait, where the data set has at least so many."""
    options = finding.values(name, trait)
    if len(options) < least:
        return None
    names = words(map(str, options)) if words else {}
    return any_or(label, key, options, lambda option: names.get(option, option))


# Going back in the browser from a question leads here with the filters packed into one parameter.
if "list" in st.query_params:
    st.switch_page("app_pages/questions.py", query_params=dict(parse_qsl(st.query_params["list"])))

st.title("Questions")
snapshot = notices.open_or_stop()
dataset = filters.choose_dataset(only_stored=True)
name = dataset["dataset"]

with st.container(horizontal=True):
    split = any_or("Split", "split", finding.values(name, "split"), str)
    depth = any_or("Depth", "depth", finding.values(name, "depth"), str)
    gold = any_or("Right answer", "gold", finding.values(name, "gold"), str)
    # These are of some families only, and others would have nothing to choose from.
    root_form = any_of("Argument form", "form", "root_form", forms)
    shape = any_of("Shape of the statement", "shape", "query_shape")
    question_type = any_of("Question type", "type", "question_type")
    language = any_of("Language", "language", "language", least=2)
    rule = any_of("Rule", "rule", "rule")
    leaf = any_of("Leaf", "leaf", "leaf")
runs = {
    f"{series.name} ({origin})": series.run_id
    for origin in queries.origins(name)
    for series in queries.series(name, origin)
    if series.run_id is not None
}
with st.container(horizontal=True):
    answered_by = any_or("Answered by", "by", list(runs), str)
    outcome = any_or("Outcome", "outcome", list(OUTCOMES), OUTCOMES.__getitem__)
if outcome and not answered_by:
    st.info("Choose under “Answered by” whose outcome is meant.")
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
)

n = finding.n_found(wanted)
if not n:
    st.info("No question fits all of these. Clear one of the filters above.")
    st.stop()
st.markdown(f"**{n:,} question{'s' if n > 1 else ''}**")
# A page forgets the filters of another one; the link to a question carries them along.
here = {"list": urlencode(st.query_params.to_dict())} if len(st.query_params) else {}
if answered_by:
    here["answer"] = answered_by
pages = -(-n // PER_PAGE)
listed = st.container()
page = 1
if pages > 1:
    page = min(st.pagination(pages, key="page", bind="query-params"), pages)
with listed:
    listing.show(name, finding.found(wanted, page, PER_PAGE), here)
provenance.show_line(dataset, snapshot)
