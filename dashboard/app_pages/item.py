"""One question: the text, the answers, and why the right answer is right."""

from __future__ import annotations

import orjson
import streamlit as st

from dashboard.components.choices import choosing
from dashboard.components.questions import item_answers, item_views, listing
from dashboard.components.source import notices, provenance
from engine.analysis.items.questions import find_item
from engine.core.canary import canary
from engine.core.errors import InputError
from engine.show.texts.escaping import plain

st.title("One question")
snapshot = notices.open_or_stop()
above = st.container()
name = choosing.text(
    st.text_input,
    "Question",
    "item",
    placeholder="DATA SET:12",
    help="DATA SET:INDEX, or the first six or more characters of its hash.",
)
if not name:
    with above:
        listing.show_way_back(None)
    st.info("Enter a question above, or choose one from the list of all questions.")
    notices.end()
try:
    with snapshot.cursor() as cursor:
        item_id, dataset, item = find_item(cursor, name.strip())
except InputError as error:
    with above:
        listing.show_way_back(None)
    st.error(plain(str(error)))
    notices.end()
with above:
    listing.show_way_back(dataset)

st.header("Question")
item_views.show_passage(item)
item_views.show_place(item, dataset)
item_views.show_group(item_id)
item_answers.show_answers(item, item_id, dataset)
item_views.show_reason(item)
item_views.show_formulas(item)
item_views.show_provenance(item, item_id, dataset, snapshot)
document = {"data_set": dataset, "index": item.index, "item": item, "canary": canary()}
st.download_button(
    "Download as JSON",
    orjson.dumps(document, option=orjson.OPT_INDENT_2),
    f"{dataset}-{item.index}.json",
    "application/json",
)
provenance.show_canary()
