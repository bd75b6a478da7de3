"""First-order validity by Z3: VALID with a core, INVALID with a countermodel, or UNKNOWN.

Effort is bounded in Z3's own resource units, not in time, so that answers do not depend on the
speed of the machine. A countermodel is rebuilt as our own structure and checked by our own
evaluator before it is returned; one that fails the check makes the answer UNKNOWN.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import z3

from engine.core.errors import InputError
from engine.logic.first_order.structures import Signature, Structure, holds, rows, signature
from engine.logic.occurrences import constants, free_variables
from engine.logic.syntax import (
    And,
    Bottom,
    Equals,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Term,
    Top,
    Variable,
)
from engine.logic.traversal import fold
from engine.logic.verdicts import Verdict

RLIMIT = 10_000_000  # Z3 resource units: a few seconds of work at most
_MAX_ROWS = 20_000  # rows that a countermodel may have; larger ones are of no use to a reader

_z3: Any = z3  # the binding carries no types


@dataclass(frozen=True, slots=True)
class Finding:
    """What Z3 found.

    VALID: `core` holds the indexes of premises that suffice (not always the fewest). INVALID:
    `countermodel` makes the premises true and the conclusion false. UNKNOWN: `reason` says why.
    """

    verdict: Verdict
    core: tuple[int, ...] = ()
    countermodel: Structure | None = None
    reason: str = ""


def validity(premises: Sequence[Formula], conclusion: Formula, rlimit: int = RLIMIT) -> Verdict:
    """Whether the conclusion is true wherever all premises are."""
    return examine(premises, conclusion, rlimit).verdict


def examine(premises: Sequence[Formula], conclusion: Formula, rlimit: int = RLIMIT) -> Finding:
    """Whether the conclusion follows, with the premises it needs or a countermodel."""
    translation = Translation()
    solver = _z3.Solver(ctx=translation.context)
    solver.set("rlimit", rlimit)
    solver.set("unsat_core", True)
    guards = [_z3.Bool(f"premise {i}", translation.context) for i in range(len(premises))]
    for guard, premise in zip(guards, premises, strict=True):
        solver.add(_z3.Implies(guard, translation.term(premise)))
    solver.add(_z3.Not(translation.term(conclusion)))
    answer = solver.check(*guards)
    if answer == z3.unsat:
        used = {str(guard) for guard in solver.unsat_core()}
        return Finding(
            Verdict.VALID, tuple(i for i, guard in enumerate(guards) if str(guard) in used)
        )
    if answer != z3.sat:
        return Finding(Verdict.UNKNOWN, reason=str(solver.reason_unknown()))
    return _checked(translation, solver.model(), premises, conclusion)


def _checked(
    translation: Translation, model: Any, premises: Sequence[Formula], conclusion: Formula
) -> Finding:
    """INVALID if our own evaluator confirms Z3's model, and UNKNOWN otherwise."""
    try:
        structure = translation.structure(model, [*premises, conclusion])
        confirmed = all(holds(structure, premise) for premise in premises) and not holds(
            structure, conclusion
        )
    except InputError as error:
        return Finding(Verdict.UNKNOWN, reason=f"the countermodel could not be checked: {error}")
    if not confirmed:
        return Finding(Verdict.UNKNOWN, reason="the countermodel did not survive our own check")
    return Finding(Verdict.INVALID, countermodel=structure)


class Translation:
    """Formulas as terms of one Z3 context, and its models as our structures."""

    def __init__(self) -> None:
        self.context = _z3.Context()
        self._sort = _z3.DeclareSort("U", self.context)
        self._predicates: dict[Signature, Any] = {}
        self._names: dict[Term, Any] = {}

    def term(self, formula: Formula) -> Any:
        """The Z3 term of a formula."""
        return fold(formula, self.combine)

    def combine(self, node: Formula, parts: tuple[Any, ...]) -> Any:
        """The term of a formula from those of its parts."""
        match node:
            case Top() | Bottom():
                return _z3.BoolVal(isinstance(node, Top), self.context)
            case Predicate(name=name, args=args):
                return self._predicate(name, len(args))(*map(self._individual, args))
            case Equals(left=left, right=right):
                return self._individual(left) == self._individual(right)
            case Not():
                return _z3.Not(parts[0])
            case And():
                return _z3.And(*parts)
            case Or():
                return _z3.Or(*parts)
            case Implies():
                return _z3.Implies(*parts)
            case Iff():
                return parts[0] == parts[1]
            case Quantified(variable=variable):
                quantifier = _z3.ForAll if isinstance(node, Forall) else _z3.Exists
                return quantifier([self._individual(variable)], parts[0])
            case _:
                return _z3.Xor(*parts)

    def _predicate(self, name: str, places: int) -> Any:
        known = self._predicates.get((name, places))
        if known is None:
            sorts = [self._sort] * places
            known = _z3.Function(f"{name}/{places}", *sorts, _z3.BoolSort(self.context))
            self._predicates[name, places] = known
        return known

    def _individual(self, term: Term) -> Any:
        known = self._names.get(term)
        if known is None:
            # A constant and a variable may share a name; in Z3 both are constants.
            mark = "?" if isinstance(term, Variable) else "."
            known = self._names[term] = _z3.Const(mark + term.name, self._sort)
        return known

    def structure(self, model: Any, formulas: Sequence[Formula]) -> Structure:
        """Z3's model as a structure for the signature of the formulas."""
        universe = list(model.get_universe(self._sort) or ())
        number = {str(element): index for index, element in enumerate(universe)}
        size = max(1, len(universe))

        def element(term: Term) -> int:
            value = model.eval(self._individual(term), model_completion=True)
            return number.get(str(value), 0)

        extensions: dict[Signature, frozenset[tuple[int, ...]]] = {}
        for name, places in signature(formulas):
            if size**places > _MAX_ROWS:
                raise InputError(f"{name} has too many rows in a domain of {size}")
            predicate = self._predicate(name, places)
            extensions[name, places] = frozenset(
                row
                for row in rows(size, places)
                if self._is_true(model, predicate, [universe[e] for e in row] if universe else row)
            )
        named: set[Term] = {c for f in formulas for c in constants(f)}
        free: set[Term] = {v for f in formulas for v in free_variables(f)}
        return Structure(
            size,
            extensions,
            {term.name: element(term) for term in sorted(named, key=lambda t: t.name)},
            {term.name: element(term) for term in sorted(free, key=lambda t: t.name)},
        )

    def _is_true(self, model: Any, predicate: Any, row: Sequence[Any]) -> bool:
        if row and isinstance(row[0], int):  # Z3 made no universe: any one element will do
            row = [_z3.FreshConst(self._sort, "u")] * len(row)
        return bool(_z3.is_true(model.eval(predicate(*row), model_completion=True)))
