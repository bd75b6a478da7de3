"""A list of questions with links to their pages, and the link back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboard.components.choices import address, choosing
from dashboard.components.source import provenance
from dashboard.components.source.snapshot import rows
from engine.analysis.items import questions
from engine.analysis.items.questions import Wanted
from engine.analysis.sources.query import Row
from engine.show.texts.escaping import plain
from engine.show.texts.names import OUTCOMES, form

NOTHING = "No question matches. Clear a filter above."
PER_PAGE = 10
_LISTS = {
    "questions": "the list of questions",
    "compare": "Compare",
    "model": "Model",
    "breakdown": "Breakdown",
    "datasets": "Data sets",
    "errors": "Errors",
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


def to_skill(dataset: str, skill: str, words: str, origin: str = "", model: str = "") -> None:
    """A link to the questions on a skill, of a provenance and model if given."""
    view = {"data": dataset, "origin": origin, "down": "Skill tree", "model": model, "part": skill}
    to_page("breakdown", words, {key: value for key, value in view.items() if value})


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


def show_found(
    wanted: Wanted, answer: str | None = None, order: str = "index", nothing: str = NOTHING
) -> None:
    """The number of questions wanted, and a page of their list with a pager below it."""
    n = questions.n_found(rows, wanted)
    if not n:
        st.info(nothing)
        return
    st.markdown(f"**{n:,} question{'s' if n > 1 else ''}**")
    listed = st.container()
    page = choosing.page(n, PER_PAGE, (wanted, order))
    with listed:
        show(wanted.dataset, questions.found(rows, wanted, page, PER_PAGE, order), answer)


def _facts(row: Row) -> list[str]:
    facts = [
        f"right answer {row['gold']}",
        f"depth {row['depth']}" if row["depth"] is not None else "",
        form(row["root_form"], row["family"]) if row["root_form"] else "",
        row["query_shape"] or "",
        row["question_type"] or "",
        (row["skill"] or "").replace("_", " ").replace(".", " › "),
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
