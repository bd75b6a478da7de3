"""The parts of a question's page for formulas, structures and sets: what shows who is right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import orjson
import streamlit as st

from dashboard import charts, choosing
from dashboard.choice_views import SIGNS
from dashboard.formal_words import MISTAKES
from dashboard.structure_drawing import draw
from dashboard.words import plain
from engine.core.items import AnswerKind, Item, Mistake, Symbol
from engine.decide.models import structure_of
from engine.logic import parse
from engine.logic.first_order.structures import Structure
from engine.show.explanation import explain
from engine.show.formal_explanation import argument_verdicts, describe, read_structure, verdict

_ROLES = {
    "gold": "follows",
    "open": "left open by the premises",
    "contradicted": "contradicted by the premises",
}


def is_formal(item: Item) -> bool:
    """Whether a formula, a structure or a set of options is asked for."""
    return item.answer_kind is not AnswerKind.LABEL


def show_asked(item: Item) -> None:
    """What stands below the sentences: the key, the conclusion and the domain, or the options."""
    match item.answer_kind:
        case AnswerKind.FORMULA:
            st.markdown("**Key**")
            for symbol in item.symbols:
                st.text(f"{symbol.atom}: {symbol.text}")
        case AnswerKind.STRUCTURE:
            st.markdown("**Conclusion, which does not follow**")
            st.text(item.question)
            size = read_structure(item.gold).size
            listed = ", ".join(map(str, range(size)))
            st.caption(plain(f"Domain of the structure to be found: {{{listed}}}"))
        case _:
            st.markdown("**Which of these follow?**")
            for option in item.options:
                st.text(f"{option.key}. {option.text}")


def asked(item: Item) -> list[str]:
    """What each formula of the query is."""
    if item.answer_kind is AnswerKind.SET:
        return [f"option {option.key}" for option in item.options]
    return ["the right formula" if item.answer_kind is AnswerKind.FORMULA else "conclusion"]


def show_reason(item: Item) -> None:
    """Why the answer is right: each option of a set, or what is so in structures, drawn."""
    structures = _structures(item)
    if item.answer_kind is AnswerKind.SET:
        _show_options(item)
    elif not structures:
        _list(explain(item))
    if not structures:
        return
    name = choosing.one_of("Structure shown", "drawn", list(structures))
    show_structure(structures[name], item.symbols, f"structure-{name}")
    _list(_verdicts(item, name, structures[name]))


def _verdicts(item: Item, name: str, structure: Structure) -> Sequence[str]:
    """What the formulas of a question come to in one of its structures."""
    if item.answer_kind is AnswerKind.STRUCTURE:
        return tuple(argument_verdicts(structure, item))
    if item.answer_kind is AnswerKind.FORMULA:
        return [verdict(structure, parse(item.query[0]), "The sentence")]
    premises = [
        verdict(structure, parse(premise), f"Sentence ({number})")
        for number, premise in enumerate(item.premises, 1)
    ]
    [failing] = (
        verdict(structure, parse(formula), f"Option {option.key}")
        for option, formula in zip(item.options, item.query, strict=True)
        if name == _fails(option.key)
    )
    return [*premises, failing]


def _show_options(item: Item) -> None:
    right = set(item.gold.split(","))
    reasons = explain(item)
    told = reasons if len(reasons) == len(item.options) else [""] * len(item.options)
    for option, reason in zip(item.options, told, strict=True):
        with st.container(border=True, gap="xsmall"):
            sign = SIGNS["right" if option.key in right else "wrong"]
            role = _ROLES.get(option.role, option.role)
            st.markdown(f"**{plain(f'{sign} {option.key}: {role}')}**")
            st.text(option.text)
            if reason:
                st.text(reason)


def _fails(key: str) -> str:
    return f"in which option {key} is false"


def _structures(item: Item) -> dict[str, Structure]:
    """The structures that show the answer, by what each shows."""
    kept = item.certificate
    if item.answer_kind is AnswerKind.STRUCTURE:
        return {"the countermodel": read_structure(item.gold)}
    if kept.kind != "structure":
        return {}
    if item.answer_kind is AnswerKind.FORMULA:
        claims = ("in which the sentence is true", "in which the sentence is false")
        return dict(zip(claims, map(structure_of, kept.models), strict=False))
    return {
        _fails(option.key): structure_of(ground.models[0])
        for option, ground in zip(item.options, kept.options, strict=False)
        if ground.sources is None and ground.models
    }


def show_mistake(
    item: Item, answer: str | None, mistake: str | None, shown: str | None, key: str = "reply"
) -> None:
    """What is wrong with an answer, and the structure, premise or symbol that shows it.

    `shown` is the evidence as the database has it; `key` tells its drawing from others of a page.
    """
    if mistake is None:
        return
    st.markdown("**What is wrong with it**")
    evidence = orjson.loads(shown) if shown else {}
    if mistake == Mistake.NOT_EQUIVALENT:
        right, given = ("true", "false") if evidence["gold"] else ("false", "true")
        st.text(
            f"It does not say the same: in this structure the right formula is {right}, and the"
            f" answer {given}."
        )
        telling = read_structure(orjson.dumps(evidence["structure"]).decode())
        show_structure(telling, item.symbols, f"telling-{key}")
        _list([verdict(telling, parse(item.gold), "The right formula")])
    elif mistake in (Mistake.FALSE_PREMISE, Mistake.TRUE_CONCLUSION) and answer:
        st.text("It is no countermodel: the premises have to be true and the conclusion false.")
        given_structure = read_structure(answer)
        show_structure(given_structure, (), f"given-{key}")
        _list(argument_verdicts(given_structure, item))
    else:
        symbol = evidence.get("symbol")
        st.text(MISTAKES[mistake] + (f": {symbol}" if symbol else ""))


def show_structure(structure: Structure, symbols: Sequence[Symbol], key: str) -> None:
    """A structure drawn and in words."""
    told = describe(structure, symbols)
    st.plotly_chart(
        draw(structure), config={**charts.CONFIG, "staticPlot": True}, key=key, alt=" ".join(told)
    )
    _list(told)


def _list(sentences: Iterable[str]) -> None:
    with st.container(gap="xxsmall"):
        for sentence in sentences:
            st.text(sentence)
