"""The parts of a question's page that only single choices have: options, and all their orders."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import streamlit as st

from dashboard import charts, support_drawing, tables
from dashboard.snapshot import Row
from dashboard.words import plain
from engine.core.items import Item
from engine.core.rotations import own_key, shown_key
from engine.show.explanation import explain
from engine.show.support_layout import support_layout

SIGNS = {"right": "✓", "wrong": "✗", "no_answer": "–", "error": "!", "undecided": "?"}
"""A sign for each outcome, for where a word is too long."""

_RUN = ("run_id", "sample")


def show_options(item: Item) -> None:
    """Each option with what it is, and why it is right or wrong."""
    for option, reason in zip(item.options, _reasons(item), strict=True):
        is_right = option.key == item.gold
        with st.container(border=True, gap="xsmall"):
            sign = SIGNS["right" if is_right else "wrong"]
            verdict = "right" if is_right else f"wrong, {option.role}"
            st.markdown(f"**{plain(f'{sign} {option.key}: {verdict}')}**")
            st.text(option.text)
            if reason:
                st.text(reason)
    if item.certificate.kind == "support":
        _show_graph(item)


def _show_graph(item: Item) -> None:
    """What supports what among sentences and options, drawn and in words."""
    layout = support_layout(item)
    st.markdown("**What supports what**")
    st.plotly_chart(
        support_drawing.draw(layout), config=charts.CONFIG, key="support", alt=layout.in_words()
    )
    st.caption(
        plain(
            "Squares are Sentence 1 and 2, the full circle is the right option, open ones are"
            " wrong. What is supported stands above what supports it; a dotted arrow leads over"
            f" other sentences of the argument. In words: {layout.in_words()}"
        )
    )


def _reasons(item: Item) -> Sequence[str]:
    """A sentence an option; an imported question has none."""
    certificate = item.certificate
    if certificate.kind == "support" or (certificate.kind == "choice" and certificate.grounds):
        return explain(item)
    return [""] * len(item.options)


def show_chosen(item: Item, answers: Sequence[Row]) -> None:
    """A line for each run: what it chose in each circular order of the options."""
    asked = sorted({row["rotation"] for row in answers})
    orders = {rotation: _order(item, rotation) for rotation in asked}
    rows = [
        _line(item, list(group)) for _, group in groupby(answers, lambda r: [r[k] for k in _RUN])
    ]
    st.caption(
        plain(
            "A column is an order in which the options were shown, top to bottom. A cell has the"
            " option chosen, by its letter above, and the letter under which that order showed it"
            " where that is another."
        )
    )
    several = len({row["sample"] for row in answers}) > 1
    columns = {
        "who": "Model",
        "n_right": "Right",
        **{f"order-{rotation}": order for rotation, order in orders.items()},
        "prompt": "Prompt",
        "probe": "Probe",
        **({"sample": "Sample"} if several else {}),
        "origin": "Origin",
    }
    missing = {f"order-{rotation}": None for rotation in asked}
    tables.show(
        [{**missing, **row} for row in rows],
        columns,
        alt="What each model chose in each order of the options",
        pinned="who",
    )


def _order(item: Item, rotation: int) -> str:
    """The options' own letters in the order shown, such as `B C D A`."""
    k = len(item.options)
    return " ".join(own_key(option.key, rotation, k) for option in item.options)


def _line(item: Item, answers: Sequence[Row]) -> Row:
    n_right = sum(row["outcome"] == "right" for row in answers)
    first = answers[0]
    return {
        "who": first["model"],
        "n_right": f"{n_right} of {len(answers)}",
        **{f"order-{row['rotation']}": _cell(item, row) for row in answers},
        **{name: first[name] for name in ("prompt", "probe", "sample", "origin")},
    }


def _cell(item: Item, answer: Row) -> str:
    """What was chosen, such as `✗ B (as A)`."""
    sign = SIGNS[answer["outcome"]]
    chosen = answer["answer"]
    if chosen not in {option.key for option in item.options}:
        words = {"no_answer": "no answer", "error": "error"}
        return f"{sign} {words.get(answer['outcome'], chosen or '')}".strip()
    shown = shown_key(chosen, answer["rotation"], len(item.options))
    return f"{sign} {chosen}" if shown == chosen else f"{sign} {chosen} (as {shown})"
