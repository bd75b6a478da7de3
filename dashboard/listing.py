"""A list of questions, each with a link to its page, and the way back from there."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard import address, provenance
from dashboard.snapshot import Row
from dashboard.words import OUTCOMES, form, plain

_LISTS = {
    "questions": "the list of questions",
    "compare": "Compare",
    "model": "Model",
    "breakdown": "Breakdown",
    "skills": "Skills",
    "datasets": "Data sets",
    "audits": "Published audits",
    "disagreements": "Disagreements",
}
"""The pages that lead to questions, and what they are called."""


def link(place: str, label: str, answer: str | None = None) -> None:
    """A link to a question, and there to the `answer` of that name, which knows the way back."""
    carried = {"item": place, "from": address.here()}
    if answer:
        carried["answer"] = answer
    st.page_link("app_pages/item.py", label=f":blue[{label}]", query_params=carried, help="")


def show_way_back(dataset: str | None) -> None:
    """A link to where the reader came from, or else to the questions of a data set or of all."""
    page, parameters = address.came_from()
    if page in _LISTS:
        words = f"Back to {_LISTS[page]}"
    else:
        page, parameters = "questions", {"data": [dataset]} if dataset else {}
        words = f"To the questions of {plain(dataset)}" if dataset else "To the list of questions"
    st.page_link(
        f"app_pages/{page}.py", label=f":blue[**{words}**]", query_params=parameters, help=""
    )


def show(dataset: str, found: Sequence[Row], answer: str | None = None) -> None:
    """What `finding.found` gave, with links to that `answer` of each, if one is named.

    A column `said`, where there is one, is added as it stands.
    """
    for row in found:
        place = f"{dataset}:{row['idx']}"
        with st.container(border=True, gap="xsmall"):
            link(place, f"**{plain(f'Question {place}')}**", answer)
            st.text(row["question"])
            st.caption(plain(" · ".join(fact for fact in _facts(row) if fact)))
    provenance.show_canary()


def _facts(row: Row) -> list[str]:
    facts = [
        f"right answer {row['gold']}",
        f"depth {row['depth']}" if row["depth"] is not None else "",
        form(row["root_form"]) if row["root_form"] else "",
        row["query_shape"] or "",
        row["question_type"] or "",
        row["leaf"] or "",
        row["split"],
        row.get("said") or "",
    ]
    if row.get("n_models"):
        facts.append(f"right for {row['n_models_right']} of {row['n_models']} models")
    if row.get("discrimination") is not None:
        facts.append(f"discrimination {row['discrimination']:.2f}")
    if row["outcomes"]:
        said = ", ".join(row["answers"] or ["nothing readable"])
        verdict = ", ".join(OUTCOMES[outcome] for outcome in row["outcomes"])
        facts.append(f"answered {said}: {verdict}")
    return facts
