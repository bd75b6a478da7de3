"""The parts of one question's page. What models wrote is shown as it is, never interpreted."""

from __future__ import annotations

from dataclasses import fields

import orjson
import streamlit as st

from dashboard import (
    case_views,
    choice_views,
    finding,
    formal_views,
    skill_views,
    tables,
)
from dashboard.snapshot import Row
from dashboard.words import form, plain
from engine.core.items import Item, Traits
from engine.core.rotations import is_single_choice
from engine.show.explanation import explain
from engine.show.places import site_family, site_item
from engine.store import Snapshot

_TRAITS = {
    "shown_accurate": "Statement true in the world",
    "n_premises": "Premises",
    "n_atoms": "Letters",
    "n_distractors": "Premises outside the proof",
    "root_form": "Form of the last step",
    "forms": "Forms of the proof",
    "query_shape": "Shape of the statement",
}


def show_asked(item: Item) -> None:
    """The passage with numbered sentences, the statement or question, and the options."""
    st.subheader("What is asked")
    show_passage(item)


def show_passage(item: Item) -> None:
    """The same without a heading."""
    with st.container(border=True):
        for number, sentence in enumerate(item.passage, 1):
            st.text(f"({number}) {sentence}")
        if formal_views.is_formal(item):
            formal_views.show_asked(item)
            return
        if is_single_choice(item):
            st.markdown("**Question**")
            st.text(item.question)
            for option in item.options:
                st.text(f"{option.key}. {option.text}")
            return
        st.markdown("**Statement**" if item.traits.leaf is None else "**Conclusion**")
        st.text(item.question)
        st.caption(plain("Options: " + " · ".join(_option(o.key, o.text) for o in item.options)))


def show_group(item_id: int) -> None:
    """Ways to the other questions of the group: a twin in symbols, the rest of a triple.

    Buttons, for a link from a page to itself would leave the old question in the address.
    """
    for member in finding.group(item_id):
        place = f"{member['dataset']}:{member['idx']}"
        st.button(
            plain(f"To the {member['role']} question of its group, {place}"),
            key=f"member-{member['idx']}",
            on_click=_open,
            args=(place,),
        )


def _open(place: str) -> None:
    st.session_state["item"] = place


def _option(key: str, text: str) -> str:
    return key if key == text else f"{key}: {text}"


def show_reason(item: Item) -> None:
    """The right answer, and its proof or the two cases that leave it open, in words.

    Of a single choice, a part for each option.
    """
    st.subheader("What is right, and why")
    st.text(f"The right answer is {item.gold}.")
    if item.published_label not in (None, item.gold):
        st.warning(plain(f"It was published with the label {item.published_label}."))
    if is_single_choice(item):
        choice_views.show_options(item)
        case_views.show_cases(item)
        return
    if formal_views.is_formal(item):
        formal_views.show_reason(item)
        return
    for sentence in explain(item):
        st.text(sentence)
    case_views.show_cases(item)


def show_formulas(item: Item) -> None:
    """Premises, what is asked and proof as numbered formulas, and the key to their letters."""
    st.subheader("Formulas")
    certificate = item.certificate
    if certificate.kind == "entailment":
        rows = skill_views.formula_rows(item, certificate)
    else:
        rows = _formula_rows(item)
    columns = {"number": "No.", "formula": "Formula", "by": "By"}
    tables.show(
        rows, columns, alt="Premises, proof steps and what is asked, as formulas", pinned="number"
    )
    with st.expander("Key to the letters"):
        world = {True: "true in the world", False: "false in the world", None: ""}
        tables.show(
            [{"atom": s.atom, "text": s.text, "world": world[s.world]} for s in item.symbols],
            {"atom": "Letter", "text": "Stands for", "world": "In the world"},
            alt="What the letters of the formulas stand for",
            pinned="atom",
        )


def _formula_rows(item: Item) -> list[Row]:
    rows = [
        {"number": f"({number})", "formula": formula, "by": "premise"}
        for number, formula in enumerate(item.premises, 1)
    ]
    steps = item.certificate.steps if item.certificate.kind == "proof" else ()
    rows += [
        {
            "number": f"({number})",
            "formula": step.formula,
            "by": f"{form(step.form)} from " + ", ".join(f"({s + 1})" for s in step.sources),
        }
        for number, step in enumerate(steps, len(item.premises) + 1)
    ]
    rows += [
        {"number": "asked", "formula": formula, "by": name}
        for formula, name in zip(item.query, _asked(item), strict=True)
    ]
    return rows


def _asked(item: Item) -> list[str]:
    """What each formula of the query is."""
    if formal_views.is_formal(item):
        return formal_views.asked(item)
    if not is_single_choice(item):
        return ["statement"] * len(item.query)
    options = [f"option {option.key}" for option in item.options]
    return ["conclusion"] * (len(item.query) - len(options)) + options


def show_provenance(item: Item, item_id: int, dataset: str, snapshot: Snapshot) -> None:
    """How the question was made, its traits, and how its label was verified."""
    st.subheader("Verification and provenance")
    found = finding.verification(item_id)
    if found is None:
        st.text("No verification is recorded. This command makes one:")
        st.code(f"sorites verify {dataset}", language=None, wrap_lines=True)
    elif found["agreed"]:
        st.success(
            plain(f"Verified: {found['verdict']} by {found['methods']} ({found['solver']}).")
        )
    else:
        st.error(plain(f"Does not hold: {found['problem']}"))
    tables.show_facts(
        {
            "Data set": f"{dataset}, index {item.index}, {item.split} split",
            "Made by": f"{item.family}, version {item.version}, seed {item.seed}",
            "Parameters": ", ".join(f"{k}: {v}" for k, v in orjson.loads(item.params).items()),
            "Group": f"{item.group}, as its {item.role} member; intended {item.intended}",
            "In its source": item.source_id,
            **_traits(item.traits),
            "Hash": item.hash,
            "Snapshot": snapshot.stamp,
        }
    )
    st.markdown(f"[The card of its data sets on the public site]({site_family(item.family)})")
    if shown_at := site_item(item.hash):
        st.markdown(f"[This question on the public site]({shown_at})")


def _traits(traits: Traits) -> dict[str, object]:
    """The traits that an item has, in words."""
    shown: dict[str, object] = {}
    for field in fields(traits):
        value = getattr(traits, field.name)
        if isinstance(value, bool):
            value = "yes" if value else "no"
        elif field.name == "forms":
            value = ", ".join(map(form, value)) or None
        elif field.name == "root_form" and value:
            value = form(value)
        shown[_TRAITS.get(field.name, field.name.replace("_", " ").capitalize())] = value
    return shown
