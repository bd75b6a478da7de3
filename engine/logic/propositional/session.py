"""Z3 for many small propositional questions: one solver, pushed and popped.

A fresh Z3 solver costs ten times what these questions do. The session keeps one solver in a
context of its own, keeps the terms of the formulas it has met, and builds them through the C
functions behind `z3.z3core`, whose wrappers would ask for the error code after each call.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import z3
from z3 import z3core

from engine.core.errors import InputError
from engine.logic.propositional.tables import Key
from engine.logic.syntax import (
    And,
    Bottom,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Top,
    Xor,
)
from engine.logic.verdicts import Entailment

RLIMIT = 2_000_000  # Z3's resource units for one check; small questions take some hundreds
_SHALLOW = 32  # depth up to which building a term may recurse
# Kept before the session starts afresh, so that memory stays bounded.
_MAX_ATOMS = 4096
_MAX_TERMS = 1 << 14


def _direct(wrapper: Any) -> Callable[..., Any]:
    """The C function behind a wrapper of `z3.z3core`, with plain addresses for all its pointers.

    Z3's own classes of pointers cost a call of a Python function for each argument.
    """
    inner = wrapper.__defaults__[0].f
    kinds = [kind if kind is ctypes.c_uint else ctypes.c_void_p for kind in inner.argtypes]
    result = ctypes.c_void_p if inner.restype is z3.Ast else inner.restype
    prototype: Any = ctypes.CFUNCTYPE(result, *kinds)  # Any: it takes an address, too
    made: Callable[..., Any] = prototype(ctypes.cast(inner, ctypes.c_void_p).value)
    return made


_z3: Any = z3  # the binding carries no types
_core: Any = z3core
_PUSH = _direct(z3core.Z3_solver_push)
_POP = _direct(z3core.Z3_solver_pop)
_ASSERT = _direct(z3core.Z3_solver_assert)
_CHECK = _direct(z3core.Z3_solver_check_assumptions)
_NOT = _direct(z3core.Z3_mk_not)
_AND = _direct(z3core.Z3_mk_and)
_OR = _direct(z3core.Z3_mk_or)
_TWO_PLACE: dict[type[Formula], Callable[..., Any]] = {
    Implies: _direct(z3core.Z3_mk_implies),
    Iff: _direct(z3core.Z3_mk_iff),
    Xor: _direct(z3core.Z3_mk_xor),
}
_TRUE = _direct(z3core.Z3_mk_true)
_FALSE = _direct(z3core.Z3_mk_false)
_KEEP = _direct(z3core.Z3_inc_ref)
_DROP = _direct(z3core.Z3_dec_ref)
_ERROR = _direct(z3core.Z3_get_error_code)

Term = Any  # the address of a term, whose references Z3 counts


class PropositionalSession:
    """A Z3 solver for entailments. Not to be shared between threads.

    `rlimit` bounds each check in Z3's own resource units, not in time.
    """

    def __init__(self, rlimit: int = RLIMIT) -> None:
        self._rlimit = rlimit
        self._frames = 0
        self._start()

    def _start(self) -> None:
        self._context = _z3.Context()
        # told that there is no theory, Z3 leaves out preprocessing dearer than these questions
        self._solver = _z3.SolverFor("QF_UF", ctx=self._context)
        # looking for values of atoms beforehand costs more than the search that it spares
        self._solver.set(rlimit=self._rlimit, propagate_values=False)
        self._c = self._context.ref().value
        self._s = self._solver.solver.value
        self._kept: list[Any] = []
        self._literals: tuple[dict[Key, Term], dict[Key, Term]] = ({}, {})  # plain, negated
        self._terms: dict[Formula, Term] = {}
        self._can_hold = self._constant("holds!")
        self._can_fail = self._constant("fails!")

    def _constant(self, name: str, *, negated: bool = False) -> Term:
        term = _z3.Bool(name, self._context)
        self._kept.append(_z3.Not(term) if negated else term)
        return self._kept[-1].as_ast().value

    @contextmanager
    def premises(self, shared: Iterable[Formula]) -> Iterator[None]:
        """Hold premises for all questions asked inside the `with` block; blocks may nest."""
        is_full = len(self._kept) > _MAX_ATOMS or len(self._terms) > _MAX_TERMS
        if is_full and not self._frames:
            self._start()
        self._push(shared)
        try:
            yield
        finally:
            self._pop()

    def entailment(self, premises: Iterable[Formula], query: Formula) -> Entailment:
        """The entailment status, given these premises and those held; UNKNOWN past the limit.

        Raises:
            InputError: a formula holds a quantifier or identity.
        """
        return self.entailments(premises, [()], query)[0]

    def entailments(
        self, shared: Iterable[Formula], rests: Sequence[Iterable[Formula]], query: Formula
    ) -> list[Entailment]:
        """How the query stands to what is shared with each of the rests, as `entailment` finds it.

        Raises:
            InputError: a formula holds a quantifier or identity.
        """
        with self.premises(shared):
            holds, fails = self._literal(query, False), self._literal(query, True)
            if holds is None or fails is None:
                holds, fails = self._can_hold, self._can_fail
                self._assert_if(holds, query)
                self._assert_if(fails, Not(query))
            return [self._entailment(rest, holds, fails) for rest in rests]

    def _entailment(self, rest: Iterable[Formula], holds: Term, fails: Term) -> Entailment:
        """How a query stands that can hold, or fail, where these terms are assumed."""
        self._push(rest)
        try:
            can_hold, can_fail = self._check(holds), self._check(fails)
        finally:
            self._pop()
        if _ERROR(self._c):
            raise RuntimeError(_core.Z3_get_error_msg(self._context.ref(), _ERROR(self._c)))
        if can_hold == 0 or can_fail == 0:
            return Entailment.UNKNOWN
        return Entailment.of(can_hold == 1, can_fail == 1)

    def satisfiable(self, literals: Sequence[Formula] = ()) -> bool | None:
        """Whether what is held can be true together with these literals; None past the limit.

        Raises:
            InputError: one of them is no literal.
        """
        terms = [self._literal(literal, False) for literal in literals]
        if None in terms:
            raise InputError("only literals can be assumed; hold other formulas as premises")
        answer = self._check(*terms)
        if _ERROR(self._c):
            raise RuntimeError(_core.Z3_get_error_msg(self._context.ref(), _ERROR(self._c)))
        return None if answer == 0 else bool(answer == 1)

    def _check(self, *assumptions: Term) -> int:
        n = len(assumptions)
        return int(_CHECK(self._c, self._s, n, (ctypes.c_void_p * n)(*assumptions)))

    def _assert_if(self, condition: Term, formula: Formula) -> None:
        implied = _TWO_PLACE[Implies](self._c, condition, self._term(formula))
        _ASSERT(self._c, self._s, implied)

    def _push(self, formulas: Iterable[Formula]) -> None:
        self._frames += 1
        _PUSH(self._c, self._s)
        try:
            for formula in formulas:
                _ASSERT(self._c, self._s, self._term(formula))
        except BaseException:
            self._pop()
            raise

    def _pop(self) -> None:
        _POP(self._c, self._s, 1)
        self._frames -= 1

    def _term(self, formula: Formula) -> Term:
        """The term of a quantifier-free formula, kept for as long as the session's context."""
        literal = self._literal(formula, False)
        if literal is not None:
            return literal
        known = self._terms.get(formula)
        if known is not None:
            return known
        if formula.depth <= _SHALLOW:
            term = self._combine(formula, [self._term(child) for child in formula.children])
        else:
            term = self._translate(formula)
        _KEEP(self._c, term)
        self._terms[formula] = term
        return term

    def _literal(self, node: Formula, negated: bool) -> Term | None:
        """The term of a literal or of its opposite; None if the formula is no literal."""
        if type(node) is Not:
            node, negated = node.operand, not negated
        if type(node) is not Predicate:
            return None
        key: Key = node if node.args else node.name
        term = self._literals[negated].get(key)
        if term is None:
            name = key if isinstance(key, str) else repr(key)
            term = self._constant(f"atom {name}", negated=negated)
            self._literals[negated][key] = term
        return term

    def _translate(self, formula: Formula) -> Term:
        """The term, not counted, of a quantifier-free formula."""
        done: list[Term] = []
        counted: list[Term] = []
        stack: list[tuple[Formula, bool]] = [(formula, False)]
        while stack:
            node, ready = stack.pop()
            literal = None if ready else self._literal(node, False)
            if literal is not None:
                done.append(literal)
            elif node.children and not ready:
                stack.append((node, True))
                stack.extend((child, False) for child in reversed(node.children))
            else:
                arity = len(node.children)
                parts = done[len(done) - arity :]
                del done[len(done) - arity :]
                done.append(self._combine(node, parts))
                if stack:
                    _KEEP(self._c, done[-1])
                    counted.append(done[-1])
        for term in counted:  # the whole holds its parts from here on
            _DROP(self._c, term)
        return done[0]

    def _combine(self, node: Formula, parts: Sequence[Term]) -> Term:
        kind = type(node)
        if make := _TWO_PLACE.get(kind):
            return make(self._c, *parts)
        if kind is And or kind is Or:
            return (_AND if kind is And else _OR)(self._c, 2, (ctypes.c_void_p * 2)(*parts))
        if kind is Not:
            return _NOT(self._c, parts[0])
        if kind is Top:
            return _TRUE(self._c)
        if kind is Bottom:
            return _FALSE(self._c)
        raise InputError("a propositional session takes no quantifier and no identity")


class _Local(threading.local):
    session: PropositionalSession | None = None


_local = _Local()


def own_session() -> PropositionalSession:
    """This thread's own session: making one costs more than asking it."""
    if _local.session is None:
        _local.session = PropositionalSession()
    return _local.session


def z3_entailment(premises: Iterable[Formula], query: Formula) -> Entailment:
    """The entailment of a query by Z3, in this thread's own session."""
    return own_session().entailment(premises, query)
