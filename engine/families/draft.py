"""What a family hands on: an item before the solvers have labelled it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.items import Label, Symbol
from engine.logic import Formula
from engine.logic.proofs import Proof


@dataclass(frozen=True, slots=True)
class Draft:
    """One item as constructed; `intended` is the construction's own idea of its label.

    `proof` is a minimal proof of the query (or of its negation, where `intended` is false) found
    while drawing; `depth` and `height` are those of the group where the item itself has no proof.
    """

    role: str
    split: str
    passage: tuple[str, ...]
    question: str
    symbols: tuple[Symbol, ...]
    premises: tuple[Formula, ...]
    query: Formula
    intended: Label
    proof: Proof | None
    depth: int
    height: int
    root_form: str | None
    query_shape: str
