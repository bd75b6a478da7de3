"""Label queries by two independent procedures.

The questions of a group share most premises. Each procedure gets the shared ones once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import version
from itertools import chain

from engine.core.items import Label, ProofCertificate
from engine.logic import ClauseSet, Entailment, Formula, least_models, negate
from engine.logic.propositional.clauses import Clausifier
from engine.logic.propositional.session import own_session

_CHOICES = 200_000  # of the search for one valuation; those of depth 15 take up to two thousand

Question = tuple[Sequence[Formula], Formula]
"""Premises and a query."""

LABELS = {
    Entailment.ENTAILED: Label.TRUE,
    Entailment.REFUTED: Label.FALSE,
    Entailment.UNDETERMINED: Label.UNCERTAIN,
}
"""The answer for each entailment status. Inconsistent premises have no answer."""


def elimination_entailments(
    questions: Sequence[Question], clausifier: Clausifier
) -> list[Entailment]:
    """Our own procedure's entailment of each query, by elimination.

    The shared premises are reduced once to their consequences for the rest.

    Raises:
        InputError: a formula holds a quantifier or identity.
    """
    shared, rests = _parted(questions)
    queries = [query for _, query in questions]
    common = ClauseSet(shared, clausifier).about([*queries, *chain.from_iterable(rests)])
    return [
        common.joined(ClauseSet(rest, clausifier)).entailment(query)
        for rest, query in zip(rests, queries, strict=True)
    ]


def search_entailment(
    clauses: ClauseSet, query: Formula, order: Sequence[str]
) -> tuple[Entailment, ProofCertificate]:
    """Our own procedure's entailment of a query by search, with the least valuations either way.

    The search ends with the least valuation or, where there is none, with the whole space
    excluded. So it is as exact as elimination, and the valuations certify an undetermined query.

    Raises:
        InputError: `order` lacks an atom, or the search takes more choices than it may.
    """
    holds, fails = least_models(clauses, [(query,), (negate(query),)], order, _CHOICES)
    return Entailment.of(holds is not None, fails is not None), ProofCertificate(
        holds=holds, fails=fails
    )


def z3_entailments(questions: Sequence[Question]) -> list[Entailment]:
    """Z3's entailment of each query; what they share is asserted once.

    Raises:
        InputError: a formula holds a quantifier or identity.
    """
    shared, rests = _parted(questions)
    session = own_session()
    queries = [query for _, query in questions]
    if len(set(queries)) == 1:
        return session.entailments(shared, rests, queries[0])
    with session.premises(shared):
        return [session.entailment(*each) for each in zip(rests, queries, strict=True)]


def _parted(questions: Sequence[Question]) -> tuple[list[Formula], list[list[Formula]]]:
    """The premises that all questions hold as the same objects, and the others of each."""
    held = [set(map(id, premises)) for premises, _ in questions]
    shared = held[0].intersection(*held[1:])
    rests = [[p for p in premises if id(p) not in shared] for premises, _ in questions]
    return [p for p in questions[0][0] if id(p) in shared], rests


@lru_cache(maxsize=1)
def z3_version() -> str:
    """The external solver with its version, as verifications record it."""
    return f"z3 {version('z3-solver')}"
