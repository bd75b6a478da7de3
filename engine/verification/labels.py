"""The label of a query by two procedures that share no code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.families.draft import Draft
from engine.items import Label
from engine.logic import Standing
from engine.logic.session import PropositionalSession

LABELS = {
    Standing.ENTAILED: Label.TRUE,
    Standing.REFUTED: Label.FALSE,
    Standing.UNDETERMINED: Label.UNCERTAIN,
}
"""What a standing means as an answer. Inconsistent premises have no answer."""


@lru_cache(maxsize=1)
def _session() -> PropositionalSession:
    """One Z3 solver a process: making one costs more than asking it."""
    return PropositionalSession()


def z3_standings(drafts: Sequence[Draft]) -> list[Standing]:
    """Z3's standing of each draft's query; premise objects that all share are asserted once."""
    own = [{id(premise) for premise in draft.premises} for draft in drafts]
    shared = own[0].intersection(*own[1:])
    session = _session()
    with session.premises([p for p in drafts[0].premises if id(p) in shared]):
        return [
            session.standing([p for p in draft.premises if id(p) not in shared], draft.query)
            for draft in drafts
        ]
