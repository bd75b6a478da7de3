"""Drafts: items from a family before the solvers label them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.certificates import Rejected
from engine.core.items import EntailmentCertificate, Label, Symbol, Traits
from engine.core.kinds import QuestionKind
from engine.logic import Entailment, Formula
from engine.logic.first_order.entailment import Refute, least_countermodel
from engine.logic.proofs.proof import Proof


class GroupId(NamedTuple):
    """What identifies a group, stored in each of its items; `params` is canonical JSON."""

    family: str
    version: int
    params: str
    seed: int
    group: int

    def __str__(self) -> str:
        return f"{self.family} seed {self.seed} group {self.group}"

    def item(self, at: int, members: int) -> str:
        """A member by name, for errors."""
        return f"{self}, item {self.group * members + at}"


class LabelDraft(NamedTuple):
    """A query in any supported logic, to be labelled by its entailment status.

    `intended` is the status the construction aimed at; `labels` gives the words of the answers.
    Symbols may be propositions, predicates such as `P1(x)` and names. `traits` must hold those the
    formulas do not determine; `certificate` has what the family can show in addition.

    In first-order logic an undetermined query needs two structures of at most three individuals,
    one for each answer (names may share an individual; `engine/decide/models.py`), and our own
    procedure has bounds (`engine/logic/first_order/herbrand.py`): a transitive relation among
    eight names can exceed them.
    """

    role: str
    passage: tuple[str, ...]
    question: str
    symbols: tuple[Symbol, ...]
    premises: tuple[Formula, ...]
    query: Formula
    intended: Entailment
    split: str = "test"
    labels: QuestionKind = QuestionKind.STATEMENT
    traits: Traits = Traits()
    certificate: EntailmentCertificate = EntailmentCertificate()


class ProofDraft(NamedTuple):
    """A propositional query whose depth is that of a proof by argument forms.

    `proof` is a minimal proof of the query (or of its negation, if `intended` is false) found
    during generation; `depth` and `height` are those of the group if the item itself has no proof.
    `by_clauses`: it is one of clauses, as in `ProofCertificate`. `rejected` are the candidates
    discarded before the group, by reason; the last three are traits.
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
    query_shape: str
    by_clauses: bool = False
    rejected: Rejected = ()
    structure: str | None = None
    distractors: str | None = None
    contrast: str | None = None


class ChoiceDraft(NamedTuple):
    """One single-choice item; `intended` is the key the construction aims at.

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
    rejected: Rejected


class SupportDraft(NamedTuple):
    """One question on the structure of an argument, with propositions as atoms.

    `supports` are the edges of the whole argument `source`; `shown` are the atoms of Sentence 1
    and 2, `options` those of the options in order. An option is right where its `claim` follows
    from the edges: a conditional between two atoms, or a conjunction of such. `roles` say what
    each option is; a symbol's text is a whole sentence.
    """

    role: str
    split: str
    source: str
    question: str
    symbols: tuple[Symbol, ...]
    supports: tuple[tuple[str, str], ...]
    shown: tuple[str, str]
    options: tuple[str, ...]
    claims: tuple[Formula, ...]
    roles: tuple[str, ...]
    intended: str
    traits: Traits


class FormalDraft(NamedTuple):
    """One first-order task whose answer is not a label.

    `task` is what is asked for: a formula, a countermodel, or which statements follow. `role` is
    the language. `query` has the formula to be found, the conclusion, or a formula for each of the
    `texts`, of which those at `right` follow. `size` is the number of individuals asked for in a
    countermodel. `rejected` are the candidates discarded before the group, by reason. `refute`
    finds the structures that show what does not follow.
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
    rejected: Rejected
    refute: Refute = least_countermodel


Drafts = (
    Sequence[LabelDraft]
    | Sequence[ProofDraft]
    | Sequence[ChoiceDraft]
    | Sequence[SupportDraft]
    | Sequence[FormalDraft]
)
"""The members of one group, all of one kind."""
