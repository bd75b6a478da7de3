"""First-order entailment status by instances: our own procedure, independent of Z3.

By Herbrand's theorem formulas contradict each other exactly if finitely many of their instances
do, at names and at witnesses of existentials. Instances are propositional and are decided by
elimination. A witness depends on the individuals its existential speaks of; where none does, as
in all monadic formulas whose quantifiers do not bind across one another, the witnesses are finite
in number and the answer is exact both ways. Otherwise witnesses of witnesses are made up to a
bound, counted and never timed: a contradiction among instances is one still, and that there is none
proves nothing. Then a structure of up to three individuals shows that formulas can be true, or the
answer is UNKNOWN.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from engine.core.errors import InputError
from engine.logic.first_order.models import find_model
from engine.logic.occurrences import closed, constants, free_variables, is_propositional
from engine.logic.propositional.elimination import ClauseSet, TooManySteps
from engine.logic.syntax import (
    And,
    Bottom,
    Constant,
    Equals,
    Exists,
    Formula,
    FormulaTooDeep,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Term,
    Top,
    Variable,
    Xor,
)
from engine.logic.verdicts import Entailment

MAX_INDIVIDUALS = 12
MAX_INSTANCES = 50_000
MAX_SIZE = 3
MAX_NESTING = 100
"""Individuals and subformulas that one question may take; individuals of a structure sought; depth
of a formula, which instances are made of level by level."""

_Assigned = Mapping[Variable, Constant]


def herbrand_entailment(premises: Sequence[Formula], query: Formula) -> Entailment:
    """The entailment status of a query over all non-empty domains; UNKNOWN past the bounds.

    Free variables are arbitrary individuals: formulas count as their universal closures.

    Raises:
        InputError: a formula holds an identity.
    """
    grounded = grounded_argument(tuple(premises), query)
    held = range(len(premises))
    can_hold = grounded.can_be_true([*held, len(premises)])
    can_fail = grounded.can_be_true([*held, len(premises) + 1])
    if can_hold is None or can_fail is None:
        return Entailment.UNKNOWN
    return Entailment.of(can_hold, can_fail)


@lru_cache(maxsize=16)
def grounded_argument(premises: tuple[Formula, ...], query: Formula) -> Grounded:
    """The premises, then the query, then the query denied: whatever is asked of an argument next.

    Raises:
        InputError: a formula holds an identity.
    """
    return Grounded([*premises, query, Not(closed(query))])


def can_be_true(formulas: Sequence[Formula]) -> bool | None:
    """Whether formulas can be true together in a non-empty domain; None past the bounds.

    Raises:
        InputError: a formula holds an identity.
    """
    return Grounded(formulas).can_be_true(range(len(formulas)))


def contradict(formulas: Sequence[Formula]) -> bool:
    """Whether instances of the formulas contradict each other; if none do, nothing is proved.

    Raises:
        InputError: a formula holds an identity.
    """
    return Grounded(formulas).is_contradicted(range(len(formulas)))


class Grounded:
    """Formulas in clause form, after instances, made once to be asked about in parts.

    The individuals are those of all the formulas. For a part of them some may be more than are
    needed, which does no harm: an individual can always have a double.

    Raises:
        InputError: a formula holds an identity.
    """

    def __init__(self, formulas: Sequence[Formula]) -> None:
        self._formulas = [closed(formula) for formula in formulas]
        self._is_complete = True
        self._clauses: ClauseSet | None = None
        if all(map(is_propositional, formulas)):
            self._clauses = ClauseSet(formulas)
            return
        if max(formula.depth for formula in formulas) > MAX_NESTING:
            return
        instances = _Instances(self._formulas)
        try:
            self._is_complete = instances.make()
        except (_TooMany, FormulaTooDeep):
            return
        self._clauses = ClauseSet(instances.made)

    def can_be_true(self, indexes: Iterable[int]) -> bool | None:
        """Whether the formulas with these indexes can be true together; None past the bounds."""
        if self._clauses is None:
            return None
        chosen = list(indexes)
        try:
            if not self._clauses.only(chosen).satisfiable_with():
                return False
        except TooManySteps:
            return None
        if self._is_complete:
            return True
        chosen_formulas = [self._formulas[index] for index in chosen]
        return True if find_model(chosen_formulas, MAX_SIZE) is not None else None

    def is_contradicted(self, indexes: Iterable[int]) -> bool:
        """Whether instances of the formulas with these indexes are found to contradict."""
        try:
            return self._clauses is not None and not self._clauses.only(indexes).satisfiable_with()
        except TooManySteps:
            return False


class _TooMany(Exception):
    """The limit of instances was exceeded."""


class _Instances:
    """The instances of formulas at all individuals there are, which their making may add to."""

    def __init__(self, formulas: Sequence[Formula]) -> None:
        self.formulas = formulas
        named = {c: None for formula in formulas for c in constants(formula)}
        self.individuals: list[Constant] = list(named)
        self.witnesses: dict[tuple[Formula, bool, tuple[Constant, ...]], Constant] = {}
        self.made: list[Formula] = []
        self.n_made = 0

    def make(self) -> bool:
        """Make the instances; whether they are all that there are."""
        while True:
            known = len(self.individuals)
            self.made = [self.instance(formula, True, {}) for formula in self.formulas]
            if not self.individuals:  # no name and no existential: any one individual
                self.individuals.append(Constant("!"))
            elif len(self.individuals) == known:
                return True
            elif len(self.individuals) > MAX_INDIVIDUALS:
                return False

    def instance(self, node: Formula, sign: bool, assigned: _Assigned) -> Formula:
        """The formula (or its negation) without quantifiers."""
        self.n_made += 1
        if self.n_made > MAX_INSTANCES:
            raise _TooMany
        if isinstance(node, Predicate) and node.args:  # most are, so these are asked about first
            atom = Predicate(node.name, tuple([_element(term, assigned) for term in node.args]))
            return atom if sign else Not(atom)
        match node:
            case Predicate() | Top() | Bottom():
                return node if sign else Not(node)
            case Not(operand=operand):
                return self.instance(operand, not sign, assigned)
            case Quantified():
                return self.quantified(node, sign, assigned)
            case Equals():
                raise InputError("this procedure takes no identity; use the solver")
            case _:
                return self.compound(node, sign, assigned)

    def compound(self, node: Formula, sign: bool, assigned: _Assigned) -> Formula:
        """A two-place connective, its sides in the polarities in which they occur."""
        left, right = node.children

        def at(part: Formula, polarity: bool) -> Formula:
            return self.instance(part, polarity, assigned)

        if isinstance(node, Iff | Xor):
            same = isinstance(node, Iff) == sign
            return And(
                Or(at(left, not same), at(right, True)), Or(at(left, same), at(right, False))
            )
        kind = And if isinstance(node, And) == sign else Or
        return kind(at(left, sign != isinstance(node, Implies)), at(right, sign))

    def quantified(self, node: Quantified, sign: bool, assigned: _Assigned) -> Formula:
        """A witness for what is said to exist; else all individuals."""
        if isinstance(node, Exists) == sign:
            place = (node, sign, tuple([assigned[v] for v in _free(node)]))
            witness = self.witnesses.get(place)
            if witness is None:
                witness = self.witnesses[place] = Constant(f"!{len(self.witnesses)}")
                self.individuals.append(witness)
            return self.instance(node.body, sign, {**assigned, node.variable: witness})
        parts = [
            self.instance(node.body, sign, {**assigned, node.variable: individual})
            for individual in tuple(self.individuals)
        ]
        joined: Formula = Top()
        for at, part in enumerate(parts):
            joined = And(joined, part) if at else part
        return joined


def _element(term: Term, assigned: _Assigned) -> Constant:
    return assigned[term] if isinstance(term, Variable) else term


@lru_cache(maxsize=4096)
def _free(node: Formula) -> tuple[Variable, ...]:
    return tuple(sorted(free_variables(node), key=lambda variable: variable.name))
