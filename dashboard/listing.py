"""A list of questions, each with a link to its page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboard import provenance
from dashboard.snapshot import Row
from dashboard.words import OUTCOMES, form, plain


def show(dataset: str, found: Sequence[Row], carried: Mapping[str, str]) -> None:
    """What `finding.found` gave; the links take `carried` along as parameters of the address.

    A column `said`, where there is one, is added as it stands.
    """
    for row in found:
        place = f"{dataset}:{row['idx']}"
        with st.container(border=True, gap="xsmall"):
            st.page_link(
                "app_pages/item.py",
                label=f":blue[**{plain(f'Question {place}')}**]",
                query_params={"item": place, **carried},
                help="",
            )
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
