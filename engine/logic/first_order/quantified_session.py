"""Z3 for many small first-order questions: one solver, pushed and popped.

The counterpart of `engine.logic.propositional.session` for formulas with quantifiers. What Z3 does
not settle
within its resource units is asked once more of a fresh solver, whose answer depends on nothing
asked before.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import z3

from engine.logic.first_order.solver import Translation, examine
from engine.logic.occurrences import closed, is_propositional
from engine.logic.propositional.session import z3_entailment
from engine.logic.syntax import Formula, Not
from engine.logic.verdicts import Entailment, Verdict

RLIMIT = 400_000  # Z3's resource units for one check; these questions take some thousands
_MAX_TERMS = 8192  # kept before the session starts afresh
_SHALLOW = 32  # depth up to which translating a formula may recurse

_z3: Any = z3  # the binding carries no types


class QuantifiedSession:
    """A Z3 solver for entailments. Not to be shared between threads."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        self._translation = Translation()
        self._solver = _z3.Solver(ctx=self._translation.context)
        self._solver.set("rlimit", RLIMIT)
        self._terms: dict[Formula, Any] = {}

    def entailment(self, premises: Sequence[Formula], query: Formula) -> Entailment:
        """The entailment status of the query; UNKNOWN past the limits."""
        if len(self._terms) > _MAX_TERMS:
            self._start()
        self._solver.push()
        try:
            for premise in premises:
                self._solver.add(self._term(premise))
            can_hold, can_fail = self._can_be(query), self._can_be(Not(query))
        finally:
            self._solver.pop()
        if can_hold is None:
            can_hold = _afresh(premises, Not(query))
        if can_fail is None:
            can_fail = _afresh(premises, query)
        if can_hold is None or can_fail is None:
            return Entailment.UNKNOWN
        return Entailment.of(can_hold, can_fail)

    def contradict(self, formulas: Sequence[Formula]) -> bool:
        """Whether the formulas are found to contradict each other; if not, nothing is shown."""
        if len(self._terms) > _MAX_TERMS:
            self._start()
        self._solver.push()
        try:
            for formula in formulas:
                self._solver.add(self._term(formula))
            return bool(self._solver.check() == z3.unsat)
        finally:
            self._solver.pop()

    def _can_be(self, formula: Formula) -> bool | None:
        self._solver.push()
        self._solver.add(self._term(formula))
        answer = self._solver.check()
        self._solver.pop()
        return None if answer == z3.unknown else bool(answer == z3.sat)

    def _term(self, formula: Formula) -> Any:
        """The term of a formula, and with it of each part: questions have many in common."""
        known = self._terms.get(formula)
        if known is None:
            if formula.depth > _SHALLOW:
                return self._translation.term(formula)
            parts = tuple(map(self._term, formula.children))
            known = self._terms[formula] = self._translation.combine(formula, parts)
        return known


def _afresh(premises: Sequence[Formula], conclusion: Formula) -> bool | None:
    """Whether the conclusion can be false where the premises are true, by a solver of its own."""
    verdict = examine(premises, conclusion).verdict
    return None if verdict is Verdict.UNKNOWN else verdict is Verdict.INVALID


class _Local(threading.local):
    session: QuantifiedSession | None = None


_local = _Local()


def z3_first_order_entailment(premises: Sequence[Formula], query: Formula) -> Entailment:
    """The entailment status by Z3 over all non-empty domains, free variables universally closed.

    Formulas without quantifiers and arguments go to the propositional session.
    """
    if all(map(is_propositional, (*premises, query))):
        return z3_entailment(premises, query)
    return _session().entailment([closed(premise) for premise in premises], closed(query))


def is_proved_by_z3(premises: Sequence[Formula], conclusion: Formula) -> bool:
    """Whether Z3 finds that closed premises entail a closed conclusion; if not, ask it afresh."""
    return _session().contradict([*premises, Not(conclusion)])


def _session() -> QuantifiedSession:
    if _local.session is None:
        _local.session = QuantifiedSession()
    return _local.session
