"""All readings of a skeleton: a sentence whose names, nouns, verbs and clauses are marks.

The chart is more permissive than the sentences we generate. It tries any wording in any place.
“Everyone does not sing” may deny of everyone or that everyone does; in “everyone admires someone”
either quantifier may have wide scope; “everyone sings if and only if it is snowing” may be about
each person; and “it is true that” closes nothing: what it governs may be joined to more. So if the
chart finds one reading, even a reader who nests expressions at will finds only one. Two things do
close: a word that joins without a comma never reaches across one (“if it is snowing, then Karen
sings and the bell is ringing”), and a comma before “and” ends the scope of the quantifiers before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product

from engine.families.logicasker.language.canonical import BOUND, canonical
from engine.families.logicasker.language.verb_reading import (
    DENIED,
    RELATION,
    TooHard,
    VerbReader,
    distinct,
)
from engine.families.logicasker.language.wordings import Form, Wording, closes, wordings
from engine.language.slots import Span, filled
from engine.logic.notation.printer import show
from engine.logic.occurrences import free_variables
from engine.logic.syntax import (
    And,
    Binary,
    Bottom,
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
    Top,
    Variable,
)
from engine.logic.traversal import fold

CLAUSE, NOUN, TOP, BOTTOM = "CLAUSE", "NOUN", "TOP", "BOTTOM"
"""Marks for the parts of a vocabulary, in addition to those of `verb_reading`."""

_JOINERS: dict[Form, Callable[[Formula, Formula], Formula]] = {
    Form.CONJUNCTION: And,
    Form.NOT_CONJUNCTION: lambda left, right: Not(And(left, right)),
    Form.DISJUNCTION: Or,
    Form.NOT_DISJUNCTION: lambda left, right: Not(Or(left, right)),
    Form.CONDITIONAL: Implies,
    Form.BICONDITIONAL: Iff,
}


@lru_cache(maxsize=1 << 14)
def skeleton_readings(tokens: tuple[str, ...]) -> tuple[Formula, ...]:
    """The readings of a whole skeleton; each mark is a symbol named by its position.

    Empty if it cannot be read, or not within bounds that every generated sentence keeps. Readings
    count as one if they differ only in where a ¬ stands around an ↔, as in “it is not the case that
    it is snowing if and only if Karen sings”.
    """
    try:
        found = _Chart(tokens).clause(0, len(tokens), 0)
    except TooHard:
        return ()
    first: dict[str, Formula] = {}
    for reading in found:
        first.setdefault(fold(reading, _with_denials_before), reading)
    return tuple(first.values())


class _Chart:
    """The readings of all spans of one skeleton, each computed once.

    `outer` is the number of variables in scope that pronouns can refer to.
    """

    def __init__(self, tokens: tuple[str, ...]) -> None:
        self._tokens = tokens
        self._clauses: dict[tuple[int, int, int], tuple[Formula, ...]] = {}
        present = set(tokens)
        known = [
            w
            for w in wordings()
            if w.slots not in ("vw", "cd") or w.form in _QUANTIFIED
            if {p for p in w.pieces if p[0] != "{"} <= present
        ]
        self._opened = [w for w in known if w.pieces[0] != "{a}"]
        self._infix = [w for w in known if w.pieces[0] == "{a}"]
        self._verbs = VerbReader(tokens)

    def clause(self, start: int, end: int, outer: int) -> tuple[Formula, ...]:
        """The readings of a span as a clause."""
        key = (start, end, outer)
        known = self._clauses.get(key)
        if known is None:
            self._verbs.enter()
            self._clauses[key] = known = distinct(self._read(start, end, outer))
            self._verbs.leave()
        return known

    def _read(self, start: int, end: int, outer: int) -> Iterator[Formula]:
        tokens = self._tokens
        if end - start == 1:
            match tokens[start]:
                case "CLAUSE":
                    yield Predicate(str(start))
                case "TOP":
                    yield Top()
                case "BOTTOM":
                    yield Bottom()
            return
        for subject, after, number in self._verbs.subjects(start, outer):
            yield from self._verbs.verb(after, end, number, subject, outer, outer)
        first = tokens[start]
        for wording in self._opened:
            if wording.pieces[0] == first:
                yield from self._worded(wording, start, end, outer)
        for wording in self._infix:
            yield from self._worded(wording, start, end, outer)

    def _worded(self, wording: Wording, start: int, end: int, outer: int) -> Iterator[Formula]:
        if wording.form in _JOINERS and not closes(wording) and "," in self._tokens[start:end]:
            return
        for spans in filled(wording.pieces, self._tokens, start, end):
            if wording.form is Form.NEGATION:
                yield from map(Not, self.clause(*spans[0], outer))
            elif wording.form is Form.AFFIRMATION:
                yield from self.clause(*spans[0], outer)
            elif wording.form in _JOINERS:
                join = _JOINERS[wording.form]
                lefts = self.clause(*spans[0], outer)
                rights = self.clause(*spans[1], outer) if lefts else ()
                for left, right in product(lefts, rights):
                    yield join(left, right)
                    if wording in self._infix and not outer and not closes(wording):
                        yield from _wider_scope(join, left, right)
            else:
                yield from self._quantified(wording, spans, outer)

    def _quantified(
        self, wording: Wording, spans: tuple[Span, ...], outer: int
    ) -> Iterator[Formula]:
        if outer >= len(BOUND):
            return
        variable = BOUND[outer]
        is_universal = wording.form in _UNIVERSAL
        is_denied = wording.form in (Form.NOT_UNIVERSAL, Form.NOT_EXISTENTIAL)
        quantifier = Forall if is_universal else Exists
        # A relative clause is closed: nothing outside joins its parts.
        is_island = wording.slots in ("a", "ab", "sr") or wording.pieces[0] == "there"
        is_scoped = wording.form is Form.UNIVERSAL_DENIAL or wording.kind in _SCOPED
        for body in self._bodies(wording, spans, outer, Implies if is_universal else And):
            formula: Formula = quantifier(variable, body)
            yield Not(formula) if is_denied else formula
            if not is_island and not is_scoped:
                for other in _other_scopes(quantifier, variable, body, len(wording.slots)):
                    yield Not(other) if is_denied else other
        if wording.slots == "va":  # a clause about nobody may stand outside
            yield from self._outside(wording, spans, outer)

    def _outside(self, wording: Wording, spans: tuple[Span, ...], outer: int) -> Iterator[Formula]:
        """“Everyone sings if it is snowing”, with the quantifier in one of two clauses."""
        for body in self._verbs.verb(*spans[0], 0, BOUND[outer], outer, outer + 1):
            quantifier = Forall if wording.form in _UNIVERSAL else Exists
            whole = quantifier(BOUND[outer], body)
            for clause in self.clause(*spans[1], outer):
                yield Iff(whole, clause) if wording.kind == "iff" else Implies(clause, whole)

    def _bodies(
        self,
        wording: Wording,
        spans: tuple[Span, ...],
        outer: int,
        join: Callable[[Formula, Formula], Formula],
    ) -> Iterator[Formula]:
        """What the wording says about the variable it binds."""
        signed = Not if wording.form in _DENIALS else _as_it_is
        match wording.slots:
            case "a":
                yield from map(signed, self.clause(*spans[0], outer + 1))
            case "ab":
                parts = [self.clause(*span, outer + 1) for span in spans]
                yield from (And(left, right) for left, right in product(*parts))
            case "sr":
                yield from self._done(spans, BOUND[outer], outer)
            case "v":
                yield from map(signed, self._verb_phrase(spans[0], outer))
            case "va":
                for body in self._verb_phrase(spans[0], outer):
                    for clause in self.clause(*spans[1], outer + 1):
                        is_iff = wording.kind == "iff"
                        yield Iff(body, clause) if is_iff else Implies(clause, body)
            case slots:
                (start, end), last = spans
                if slots[0] == "n":
                    is_noun = end - start == 1 and self._tokens[start] == NOUN
                    noun = Predicate(str(start), (BOUND[outer],))
                    firsts: tuple[Formula, ...] = (noun,) if is_noun else ()
                else:
                    firsts = self._verb_phrase((start, end), outer)
                seconds = self._verb_phrase(last, outer, number=int(slots[1] == "t"))
                before = Not if wording.form is Form.UNIVERSAL_EXCEPTION else _as_it_is
                for first in map(before, firsts):
                    for second in seconds:
                        yield join(first, signed(second))

    def _verb_phrase(self, span: Span, outer: int, *, number: int = 0) -> tuple[Formula, ...]:
        """What a verb phrase says about the variable that is bound next."""
        return self._verbs.verb(*span, number, BOUND[outer], outer, outer + 1)

    def _done(self, spans: tuple[Span, ...], variable: Term, outer: int) -> Iterator[Formula]:
        """“whom they admire”."""
        (start, end), (verb, verb_end) = spans
        for subject, after, number in self._verbs.subjects(start, outer):
            if after != end or verb_end - verb != 1:
                continue
            atom = Predicate(str(verb), (subject, variable))
            if self._tokens[verb] == RELATION[number]:
                yield atom
            elif self._tokens[verb] == DENIED + RELATION[number]:
                yield Not(atom)


_UNIVERSAL = (
    *(Form.UNIVERSAL, Form.UNIVERSAL_EXCEPTION),
    *(Form.UNIVERSAL_DENIAL, Form.NOT_UNIVERSAL),
)
_DENIALS = (Form.UNIVERSAL_DENIAL, Form.EXISTENTIAL_DENIAL)
_QUANTIFIED = (*_UNIVERSAL, Form.EXISTENTIAL, Form.EXISTENTIAL_DENIAL, Form.NOT_EXISTENTIAL)
_SCOPED = ("iff", "any", "condition", "unless")
"""Kinds of wordings after which a denied verb leaves no doubt about its scope."""


def _as_it_is(formula: Formula) -> Formula:
    return formula


def _with_denials_before(node: Formula, parts: tuple[str, ...]) -> str:
    """Write a formula from its parts, moving a ¬ on a side of ↔ before the whole."""
    match node:
        case Not():
            (part,) = parts
            return part[1:] if part.startswith("¬") else f"¬{part}"
        case Iff():
            n_denied = sum(part.startswith("¬") for part in parts)
            left, right = (part.removeprefix("¬") for part in parts)
            return f"{'¬' * (n_denied % 2)}({left} ↔ {right})"
        case Binary():
            return f"({parts[0]} {type(node).__name__} {parts[1]})"
        case Quantified(variable=variable):
            return f"{type(node).__name__} {variable.name} {parts[0]}"
        case _:
            return show(node)


def _wider_scope(
    join: Callable[[Formula, Formula], Formula], left: Formula, right: Formula
) -> Iterator[Formula]:
    """Put the second clause, too, in the scope of the first clause's quantifier."""
    first = left.operand if isinstance(left, Not) else left
    if isinstance(first, Quantified) and not free_variables(right):
        whole = canonical(type(first)(first.variable, join(first.body, right)))
        yield Not(whole) if first is not left else whole


def _other_scopes(
    quantifier: type[Quantified], variable: Variable, body: Formula, parts: int
) -> Iterator[Formula]:
    """Other scopes a reader can give `quantifier variable body` over a subject and its verb.

    `parts`: 2 where the subject is restricted (“every baker”), so that the verb is the second part.
    """
    verb = body
    if parts == 2 and isinstance(body, Binary):
        verb = body.right

    def bound(part: Formula) -> Formula:
        whole = type(body)(body.left, part) if parts == 2 and isinstance(body, Binary) else part
        return quantifier(variable, whole)

    if isinstance(verb, Not) and quantifier is Forall:
        yield Not(bound(verb.operand))
    if isinstance(verb, Quantified) and not isinstance(verb, quantifier):
        yield type(verb)(verb.variable, bound(verb.body))
