"""The parts of a question's page that only questions on skills have: their place and their twin."""

from __future__ import annotations

import streamlit as st

from dashboard.skill_words import KINDS
from dashboard.snapshot import Row
from dashboard.words import form
from engine.core.items import EntailmentCertificate, Item, Step


def show_place(item: Item, dataset: str) -> None:
    """Which rule is tested, what of it is asked, and a way to the others of the leaf."""
    traits = item.traits
    if traits.leaf is None:
        return
    told = [f"{traits.rule}: {KINDS.get(item.role, item.role)}"]
    if traits.depth is not None:
        told.append(f"length {traits.depth}")
    if traits.structure not in (None, "none"):
        told.append(f"set apart from the sound argument by: {traits.structure}")
    st.text(" · ".join(told))
    st.page_link(
        "app_pages/skills.py",
        label=":blue[All questions on the same]",
        query_params={"data": dataset, "part": traits.leaf},
        help="",
    )


def formula_rows(item: Item, certificate: EntailmentCertificate) -> list[Row]:
    """Premises, conclusion and derivation as formulas; where it is the twin's, with its premises.

    The numbers of a twin's lines have a prime.
    """
    premises = [
        {"number": f"({number})", "formula": formula, "by": "premise"}
        for number, formula in enumerate(item.premises, 1)
    ]
    asked = [{"number": "asked", "formula": formula, "by": "conclusion"} for formula in item.query]
    if not certificate.steps:
        return [*premises, *asked]
    if certificate.sound_premises == item.premises:
        return [*premises, *_steps(certificate.steps, len(premises), ""), *asked]
    sound = [
        {"number": f"({number}′)", "formula": formula, "by": "premise of the sound argument"}
        for number, formula in enumerate(certificate.sound_premises, 1)
    ]
    return [*premises, *asked, *sound, *_steps(certificate.steps, len(sound), "′")]


def _steps(steps: tuple[Step, ...], n_premises: int, prime: str) -> list[Row]:
    return [
        {
            "number": f"({number}{prime})",
            "formula": step.formula,
            "by": f"{form(step.form)} from "
            + ", ".join(f"({source + 1}{prime})" for source in step.sources),
        }
        for number, step in enumerate(steps, n_premises + 1)
    ]
