"""The parts of a question's page. Model output is shown verbatim, never interpreted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields

import orjson
import streamlit as st

from dashboard.components.choices import choosing
from dashboard.components.figures import charts, drawings
from dashboard.components.questions import listing
from dashboard.components.results import tables
from dashboard.components.source.snapshot import current, rows
from engine.analysis.items import questions
from engine.analysis.sources.snapshot import Snapshot
from engine.core.items import AnswerKind, Item, Symbol, Traits
from engine.core.kinds import has_graph
from engine.core.rotations import is_single_choice
from engine.show.drawings.structure_layout import structure_layout
from engine.show.drawings.support_layout import support_layout
from engine.show.evidence import exhibits
from engine.show.evidence.explanation import explain
from engine.show.evidence.formal_explanation import describe
from engine.show.links.places import site_family, site_item
from engine.show.texts.escaping import plain
from engine.show.texts.names import SIGNS, TRAITS, form, value_name


def list_texts(sentences: Iterable[str]) -> None:
    """Show sentences close together."""
    with st.container(gap="xxsmall"):
        for sentence in sentences:
            st.text(sentence)


def show_passage(item: Item) -> None:
    """The passage with numbered sentences, then the question."""
    with st.container(border=True, gap="xxsmall"):
        for number, sentence in enumerate(item.passage, 1):
            st.text(f"({number}) {sentence}")
        match item.answer_kind:
            case AnswerKind.FORMULA:
                st.markdown("**Key**")
                for symbol in item.symbols:
                    st.text(f"{symbol.atom}: {symbol.text}")
            case AnswerKind.STRUCTURE:
                st.markdown("**Conclusion, which does not follow**")
                st.text(item.question)
                listed = ", ".join(map(str, range(exhibits.domain_size(item))))
                st.caption(plain(f"Required domain of the structure: {{{listed}}}"))
            case AnswerKind.SET:
                st.markdown("**Which of these follow?**")
                _show_option_texts(item)
            case _ if is_single_choice(item):
                st.markdown("**Question**")
                st.text(item.question)
                _show_option_texts(item)
            case _:
                st.markdown("**Statement**" if item.traits.skill is None else "**Conclusion**")
                st.text(item.question)
                options = (o.key if o.key == o.text else f"{o.key}: {o.text}" for o in item.options)
                st.caption(plain("Options: " + " · ".join(options)))


def _show_option_texts(item: Item) -> None:
    for option in item.options:
        st.text(f"{option.key}. {option.text}")


def show_place(item: Item, dataset: str) -> None:
    """For a question on a skill: the rule tested, the kind of conclusion, and a link to others."""
    traits = item.traits
    if traits.skill is None:
        return
    parts = [f"{traits.rule}: {value_name('role', item.role, item.family)}"]
    if traits.depth is not None:
        parts.append(f"length {traits.depth}")
    if traits.structure not in (None, "none"):
        parts.append(f"differs from the sound argument by: {traits.structure}")
    st.text(" · ".join(parts))
    listing.to_skill(dataset, traits.skill, "All questions on this skill")


def show_group(item_id: int) -> None:
    """Links to the other questions of the group: the symbolic twin, the rest of a triple.

    Buttons, for a link from a page to itself would leave the old question in the address.
    """
    with current().cursor() as cursor:
        members = questions.group_members(cursor, item_id)
    for member in members:
        place = f"{member['dataset']}:{member['idx']}"
        st.button(
            plain(f"To the {member['role']} question of its group, {place}"),
            key=f"member-{member['idx']}",
            on_click=_open,
            args=(place,),
        )


def _open(place: str) -> None:
    st.session_state["item"] = place


def show_reason(item: Item) -> None:
    """The right answer and why: a part for each option, a proof, or the deciding cases."""
    st.header("Right answer and explanation")
    st.text(f"The right answer is {item.gold}.")
    if item.published_label not in (None, item.gold):
        st.warning(plain(f"Published label: {item.published_label}."))
    structures = exhibits.structures(item)
    is_shown = bool(structures) and exhibits.is_formal(item)
    if reasons := exhibits.reasons(item):
        _show_options(item, reasons)
    elif not is_shown:
        for sentence in explain(item):
            st.text(sentence)
    if has_graph(item):
        _show_graph(item)
    _show_cases(item)
    if structures:
        name = choosing.one_of("Structure shown", "drawn", list(structures))
        show_structure(structures[name], item.symbols, f"structure-{name}")
        list_texts(exhibits.verdicts(item, name, structures[name]))


def _show_options(item: Item, reasons: Sequence[str]) -> None:
    """Each option with its role, and why it is right or wrong."""
    is_set = item.answer_kind is AnswerKind.SET
    right = set(item.gold.split(",")) if is_set else {item.gold}
    for option, reason in zip(item.options, reasons, strict=True):
        sign = SIGNS["right" if option.key in right else "wrong"]
        verdict = "right" if option.key in right else f"wrong, {option.role}"
        if is_set:
            verdict = exhibits.OPTION_ROLES.get(option.role, option.role)
        with st.container(border=True, gap="xsmall"):
            st.markdown(f"**{plain(f'{sign} {option.key}: {verdict}')}**")
            st.text(option.text)
            if reason:
                st.text(reason)


def _show_graph(item: Item) -> None:
    """The support relation among sentences and options, drawn and in words."""
    layout = support_layout(item)
    st.markdown("**Support relation**")
    charts.show(drawings.draw_support(layout), key="support", alt=layout.in_words())
    st.caption(
        plain(
            "Squares: Sentences 1 and 2. Full circle: the right option; open circles: wrong"
            " options. Arrows point up to what is supported; dotted arrows pass over other"
            f" sentences of the argument. In words: {layout.in_words()}"
        )
    )


def _show_cases(item: Item) -> None:
    """A row per letter and a column per case; the premises are true in every case."""
    cases = exhibits.cases(item)
    if not cases:
        return
    st.caption("Every premise is true in each of these cases.")
    tables.show(
        [
            {
                "letter": symbol.atom,
                **{name: "T" if symbol.atom in true else "F" for name, true in cases.items()},
            }
            for symbol in item.symbols
        ],
        {"letter": "Letter", **{name: name for name in cases}},
        alt="Truth values (T, F) of the letters in each case",
        pinned="letter",
    )


def show_structure(structure: exhibits.Structure, symbols: Sequence[Symbol], key: str) -> None:
    """A structure, drawn and in words."""
    words = describe(structure, symbols)
    charts.show(drawings.draw_structure(structure_layout(structure)), key=key, alt=" ".join(words))
    list_texts(words)


def show_mistake(
    item: Item, answer: str | None, mistake: str | None, evidence: str | None, key: str = "reply"
) -> None:
    """The mistake in an answer, and the structure, premise or symbol that shows it.

    `key` tells its drawing from others of the page.
    """
    found = exhibits.fault(item, answer, mistake, evidence)
    if found is None:
        return
    st.markdown("**Mistake**")
    st.text(found.sentence)
    if found.structure is not None:
        symbols = item.symbols if found.symbols_apply else ()
        show_structure(found.structure, symbols, f"wrong-{key}")
        list_texts(found.verdicts)


def show_formulas(item: Item) -> None:
    """Premises, query and proof as numbered formulas, and the key to their letters."""
    st.header("Formulas")
    tables.show(
        exhibits.formula_rows(item),
        {"number": "No.", "formula": "Formula", "by": "By"},
        alt="Premises, proof steps and query as formulas",
        pinned="number",
    )
    with st.expander("Key to the letters"):
        world = {True: "true in the world", False: "false in the world", None: ""}
        tables.show(
            [{"atom": s.atom, "text": s.text, "world": world[s.world]} for s in item.symbols],
            {"atom": "Letter", "text": "Stands for", "world": "In the real world"},
            alt="Meaning of the letters in the formulas",
            pinned="atom",
        )


def show_provenance(item: Item, item_id: int, dataset: str, snapshot: Snapshot) -> None:
    """How the question was made, its traits, and how its label was verified."""
    st.header("Verification and provenance")
    found = questions.verification(rows, item_id)
    if found is None:
        st.text("No verification is recorded. This command verifies the data set:")
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
            "Place in source": item.source_id,
            **_traits(item.traits, item.family),
            "Hash": item.hash,
            "Snapshot": snapshot.stamp,
        }
    )
    st.markdown(f"[Card of its data sets on the public site]({site_family(item.family)})")
    if shown_at := site_item(item.hash):
        st.markdown(f"[This question on the public site]({shown_at})")


def _traits(traits: Traits, family: str) -> dict[str, object]:
    """The traits that an item has, in words."""
    shown: dict[str, object] = {}
    for field in fields(traits):
        value = getattr(traits, field.name)
        if field.name == "forms":
            value = ", ".join(form(key, family) for key in value) or None
        elif isinstance(value, bool):
            value = value_name(field.name, str(value).lower())
        elif isinstance(value, str):
            value = value_name(field.name, value, family)
        shown[TRAITS.get(field.name, field.name.capitalize())] = value
    return shown
