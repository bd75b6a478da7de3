"""The cases that leave a question open: structures drawn, valuations as a small truth table."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from dashboard import choosing, formal_views, tables
from engine.core.items import EntailmentCertificate, Item
from engine.decide.models import structure_of


def show_cases(item: Item) -> None:
    """Those that the certificate of a label or single choice has; where it has none, nothing."""
    kept = item.certificate
    if kept.kind == "entailment":
        _show_models(item, kept)
    elif kept.kind == "choice":
        grounds = zip(item.options, kept.grounds, strict=False)
        _show_valuations(
            item,
            {
                f"Against {option.key}": ground.fails
                for option, ground in grounds
                if ground.fails is not None
            },
        )
    elif kept.kind == "proof" and kept.holds is not None and kept.fails is not None:
        _show_valuations(item, {"Statement true": kept.holds, "Statement false": kept.fails})


def _show_models(item: Item, kept: EntailmentCertificate) -> None:
    shown = dict(zip(("Conclusion true", "Conclusion false"), kept.models, strict=False))
    if item.traits.logic == "propositional":
        _show_valuations(item, {name: model.true for name, model in shown.items()})
    elif shown:
        name = choosing.one_of("Structure shown", "drawn", list(shown))
        structure = structure_of(shown[name])
        formal_views.show_structure(structure, item.symbols, f"structure-{name}")


def _show_valuations(item: Item, cases: Mapping[str, tuple[str, ...]]) -> None:
    """A row for each letter, a column for each case; the premises are true in all of them."""
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
        alt="Which letters are true (T) and false (F) in each case",
        pinned="letter",
        pinned_px=70,
    )
