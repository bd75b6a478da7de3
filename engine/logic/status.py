"""The entailment status of a query, by our own exact procedures, independent of Z3."""

from __future__ import annotations

from collections.abc import Sequence

from engine.logic.propositional.elimination import elimination_entailment
from engine.logic.propositional.tables import MAX_ATOMS, keys_of, table_entailment
from engine.logic.syntax import Formula
from engine.logic.verdicts import Entailment


def entailment(premises: Sequence[Formula], query: Formula) -> Entailment:
    """The entailment status of a query: by truth table up to 16 atoms, by elimination above.

    Raises:
        InputError: a formula holds a quantifier or identity.
    """
    keys = keys_of([*premises, query])
    if len(keys) <= MAX_ATOMS:
        return table_entailment(premises, query, keys)
    return elimination_entailment(premises, query)
