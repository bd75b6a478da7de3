"""A list of questions with links to their pages, and the link back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboard.components import address, provenance
from engine.analysis.query import Row
from engine.show.escaping import plain
from engine.show.names import OUTCOMES, form

_LISTS = {
    "questions": "the list of questions",
    "compare": "Compare",
    "model": "Model",
    "breakdown": "Breakdown",
    "skills": "Skills",
    "datasets": "Data sets",
    "disagreements": "Disagreements",
}
"""The pages that link to questions, and their names."""


def to_page(page: str, words: str, parameters: Mapping[str, str | Sequence[str]]) -> None:
    """A link to a page with parameters; `words` are escaped Markdown."""
    st.page_link(
        f"app_pages/{page}.py",
        label=f":blue[{words}]",
        query_params=dict(parameters),
        help="",
    )


def link(place: str, label: str, answer: str | None = None) -> None:
    """A link to a question, and there to the `answer` of that name, with a way back."""
    carried = {"item": place, "from": address.here()}
    if answer:
        carried["answer"] = answer
    to_page("item", label, carried)


def show_way_back(dataset: str | None) -> None:
    """A link back to where the reader came from, or else to the list of questions."""
    page, parameters = address.came_from()
    if page in _LISTS:
        words = f"Back to {_LISTS[page]}"
    else:
        page, parameters = "questions", {"data": [dataset]} if dataset else {}
        words = f"To the questions of {plain(dataset)}" if dataset else "To the list of questions"
    to_page(page, f"**{words}**", parameters)


def show(dataset: str, found: Sequence[Row], answer: str | None = None) -> None:
    """The questions found, each with a link to its `answer` of that name, if given.

    A column `detail`, where there is one, is added as it stands.
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
        form(row["root_form"], row["family"]) if row["root_form"] else "",
        row["query_shape"] or "",
        row["question_type"] or "",
        row["leaf"] or "",
        row["split"],
        row.get("detail") or "",
    ]
    if row.get("n_models"):
        facts.append(f"right for {row['n_models_right']} of {row['n_models']} models")
    if row.get("discrimination") is not None:
        facts.append(f"discrimination {row['discrimination']:.2f}")
    if row.get("outcomes"):
        read = ", ".join(row["answers"] or ["nothing readable"])
        verdict = ", ".join(OUTCOMES[outcome] for outcome in row["outcomes"])
        facts.append(f"answered {read}: {verdict}")
    return facts
