"""What a family hands on: an item before the solvers have labelled it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.items import Label, Symbol
from engine.logic import Formula
from engine.logic.derivation import Derivation
from engine.logic.proofs.proof import Proof


class GroupId(NamedTuple):
    """What determines a group, and stands in each of its items; `params` is canonical JSON."""

    family: str
    version: int
    params: str
    seed: int
    group: int

    def __str__(self) -> str:
        return f"{self.family} seed {self.seed} group {self.group}"


class Draft(NamedTuple):
    """One item as constructed; `intended` is the construction's own idea of its label.

    `proof` is a minimal proof of the query (or of its negation, where `intended` is false) found
    while drawing; `depth` and `height` are those of the group where the item itself has no proof.
    `rejected` are the candidates discarded before the group, by reason.
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
    rejected: tuple[tuple[str, int], ...]


class ChoiceDraft(NamedTuple):
    """One single-choice item as constructed; `intended` is the key that the construction aims at.

    `options` are the formulas of the four `texts`, in the order shown. `conclusion`, where there
    is one, is what the last sentence of the passage concludes from the premises. `rejected` are
    the candidates that the construction discarded before this one, by reason.
    """

    role: str
    language: str
    split: str
    question_type: str
    passage: tuple[str, ...]
    question: str
    texts: tuple[str, ...]
    symbols: tuple[Symbol, ...]
    premises: tuple[Formula, ...]
    options: tuple[Formula, ...]
    conclusion: Formula | None
    intended: str
    structure: str
    rejected: tuple[tuple[str, int], ...]


class SkillDraft(NamedTuple):
    """One question on a skill as constructed: does this follow from these premises?

    `kind` is correct, contradiction, unrelated or fallacy. `sound` is the sound argument that it is
    or was made from, as premises and conclusion, and `derivation` a shortest one of that; `edit`
    says how the two differ. `rejected` are the candidates discarded before the group, by reason.
    """

    kind: str
    language: str
    split: str
    question_type: str
    passage: tuple[str, ...]
    question: str
    symbols: tuple[Symbol, ...]
    premises: tuple[Formula, ...]
    query: Formula
    sound: tuple[tuple[Formula, ...], Formula]
    derivation: Derivation
    edit: str
    logic: str
    rule: str
    leaf: str
    root_form: str
    rejected: tuple[tuple[str, int], ...]


class SupportDraft(NamedTuple):
    """One question on the structure of an argument as constructed, the propositions as atoms.

    `supports` are the edges of the whole argument `source`; `shown` are the atoms of Sentence 1
    and 2, `options` those of the four options in order; a symbol's text is a whole sentence.
    """

    question_type: str
    split: str
    source: str
    domain: str
    question: str
    symbols: tuple[Symbol, ...]
    supports: tuple[tuple[str, str], ...]
    shown: tuple[str, str]
    options: tuple[str, ...]
    intended: str


class FormalDraft(NamedTuple):
    """One question of two-variable logic as constructed.

    `task` is what is asked for: a formula, a countermodel, or which statements follow. `role` is
    the language. `query` has the formula to be found, the conclusion, or a formula for each of the
    `texts`, of which those at `right` follow. `size` is the number of individuals asked for in a
    countermodel. `rejected` are the candidates discarded before the group, by reason.
    """

    task: str
    role: str
    passage: tuple[str, ...]
    question: str
    texts: tuple[str, ...]
    symbols: tuple[Symbol, ...]
    premises: tuple[Formula, ...]
    query: tuple[Formula, ...]
    right: tuple[int, ...]
    size: int
    root_form: str
    depth: int
    rejected: tuple[tuple[str, int], ...]


Drafts = (
    Sequence[Draft]
    | Sequence[ChoiceDraft]
    | Sequence[SkillDraft]
    | Sequence[SupportDraft]
    | Sequence[FormalDraft]
)
"""The members of one group, all of one kind."""
