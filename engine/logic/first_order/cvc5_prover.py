"""First-order entailment by cvc5, a prover independent of Z3 and of our own procedures.

It only proves: a goal not proved within its bound is unsettled. The bound is in cvc5's own resource
units, not in time, so that answers do not depend on the speed of the machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import cvc5

from engine.core.errors import InputError
from engine.logic.syntax import (
    And,
    Constant,
    Exists,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Term,
    Variable,
)

_RLIMIT = "10000"  # cvc5's resource units for one proof; these take one to five thousand
_MAX_DEPTH = 100  # of a formula, which is given to cvc5 level by level
_KEPT = 1 << 12

_cvc5: Any = cvc5  # the binding carries no types
_KIND: Any = _cvc5.Kind

_Bound = Mapping[Variable, Any]  # Any: terms of cvc5


@lru_cache(maxsize=_KEPT)
def is_proved_by_cvc5(premises: tuple[Formula, ...], conclusion: Formula) -> bool:
    """Whether cvc5 proves within its bound that the conclusion follows from the premises.

    Raises:
        InputError: a formula has an identity, ⊤, ⊥ or ⊕, or a free variable.
    """
    if max(formula.depth for formula in (*premises, conclusion)) >= _MAX_DEPTH:
        return False
    question = _Question()
    for formula in (*premises, Not(conclusion)):
        question.solver.assertFormula(question.term(formula, {}))
    return bool(question.solver.checkSat().isUnsat())


class _Question:
    """A solver, and formulas as its terms."""

    def __init__(self) -> None:
        self._terms = _cvc5.TermManager()
        self.solver = _cvc5.Solver(self._terms)
        self.solver.setLogic("UF")
        self.solver.setOption("enum-inst", "true")  # instances of all terms, not of triggers alone
        self.solver.setOption("rlimit", _RLIMIT)
        self._sort = self._terms.mkUninterpretedSort("U")
        self._predicates: dict[tuple[str, int], Any] = {}
        self._constants: dict[str, Any] = {}

    def term(self, node: Formula, bound: _Bound) -> Any:
        """The term of a formula whose free variables are `bound`."""
        match node:
            case Predicate(name=name, args=args):
                return self._atom(name, [self._individual(arg, bound) for arg in args])
            case Quantified(variable=variable, body=body):
                own = self._terms.mkVar(self._sort, variable.name)
                inner = self.term(body, {**bound, variable: own})
                variables = self._terms.mkTerm(_KIND.VARIABLE_LIST, own)
                return self._terms.mkTerm(_KINDS[type(node)], variables, inner)
            case _ if type(node) in _KINDS:
                parts = [self.term(child, bound) for child in node.children]
                return self._terms.mkTerm(_KINDS[type(node)], *parts)
            case _:
                raise InputError(f"cvc5 is asked about no {type(node).__name__.lower()}")

    def _atom(self, name: str, args: Sequence[Any]) -> Any:
        place = name, len(args)
        if place not in self._predicates:
            sort = self._terms.getBooleanSort()
            if args:
                sort = self._terms.mkFunctionSort([self._sort] * len(args), sort)
            self._predicates[place] = self._terms.mkConst(sort, f"{name}/{len(args)}")
        predicate = self._predicates[place]
        return self._terms.mkTerm(_KIND.APPLY_UF, predicate, *args) if args else predicate

    def _individual(self, term: Term, bound: _Bound) -> Any:
        if isinstance(term, Constant):
            if term.name not in self._constants:
                self._constants[term.name] = self._terms.mkConst(self._sort, term.name)
            return self._constants[term.name]
        if term not in bound:
            raise InputError(f"cvc5 is asked about closed formulas alone, and {term.name} is free")
        return bound[term]


_KINDS: Mapping[type[Formula], Any] = {
    Not: _KIND.NOT,
    And: _KIND.AND,
    Or: _KIND.OR,
    Implies: _KIND.IMPLIES,
    Iff: _KIND.EQUAL,
    Forall: _KIND.FORALL,
    Exists: _KIND.EXISTS,
}
