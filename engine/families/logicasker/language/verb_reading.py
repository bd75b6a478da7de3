"""What a verb phrase of a skeleton can say about its subject."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.families.logicasker.language.canonical import BOUND
from engine.families.logicasker.language.wordings import Form, wordings
from engine.language.slots import filled
from engine.logic.syntax import (
    And,
    Constant,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    Predicate,
    Quantified,
    Term,
)

NAME = "NAME"
VERB, RELATION, PASSIVE = ("VERB", "VERBS"), ("RELATION", "RELATIONS"), ("PASSIVE", "PASSIVES")
"""Marks by part of speech; in each pair the first follows a name, the second “they”."""
DENIED = "NOT-"
"""Prefix of the mark of a negated verb."""

_EVERYONE_SOMEONE: dict[str, type[Quantified]] = {"everyone": Forall, "someone": Exists}
_JOINERS: dict[Form, Callable[[Formula, Formula], Formula]] = {
    Form.VERB_CONJUNCTION: And,
    Form.VERB_DISJUNCTION: Or,
    Form.VERB_NEITHER: lambda one, other: And(Not(one), Not(other)),
}
MAX_READINGS = 16
MAX_STEPS = 10_000
MAX_NESTING = 100
"""Bounds that every generated sentence keeps: readings of a span, spans, nested spans."""


class TooHard(Exception):
    """The text needs more work than any generated sentence does."""


def distinct(found: Iterable[Formula]) -> tuple[Formula, ...]:
    """The first `MAX_READINGS` different formulas."""
    first: dict[Formula, None] = {}
    for formula in found:
        first[formula] = None
        if len(first) == MAX_READINGS:
            break
    return tuple(first)


class VerbReader:
    """Reads subjects, verb phrases and objects of one skeleton.

    `outer` is the number of variables in scope that pronouns can refer to. `bound` is the number of
    all variables in scope: one more where the subject is a quantifier, which no pronoun refers to.
    """

    def __init__(self, tokens: tuple[str, ...]) -> None:
        self._tokens = tokens
        self._steps = self._open = 0
        self._done: dict[tuple[int, int, int, Term, int, int], tuple[Formula, ...]] = {}
        self._joined = [w for w in wordings() if w.form in _JOINERS]

    def enter(self) -> None:
        """Start reading a span; raises `TooHard` after too many spans, or too many open ones."""
        self._steps += 1
        self._open += 1
        if self._steps > MAX_STEPS or self._open > MAX_NESTING:
            raise TooHard

    def leave(self) -> None:
        """Finish reading a span."""
        self._open -= 1

    def subjects(self, start: int, outer: int) -> Iterator[tuple[Term, int, int]]:
        """Subjects that begin here: term, end, and number (0, or 1 for “they”)."""
        first = self._tokens[start]
        if first == NAME:
            yield Constant(str(start)), start + 1, 0
        elif first == "they" and outer == 1:
            yield BOUND[0], start + 1, 1
        elif (variable := self._variable(start, outer)) is not None:
            yield variable, start + 2, 0

    def _variable(self, start: int, outer: int) -> Term | None:
        """What “the former” or “the latter” stands for."""
        pair = self._tokens[start : start + 2]
        if outer != 2 or len(pair) < 2 or pair[0] != "the":
            return None
        return {"former": BOUND[0], "latter": BOUND[1]}.get(pair[1])

    def _objects(self, start: int, end: int, subject: Term, outer: int) -> Iterator[Term]:
        phrase = self._tokens[start:end]
        match phrase:
            case ("NAME",):
                yield Constant(str(start))
            case ("them",) if outer == 1 and subject != BOUND[0]:
                yield BOUND[0]
            case ("themselves",) if not isinstance(subject, Constant):
                yield subject
            case ("the", _):
                if (variable := self._variable(start, outer)) is not None:
                    yield variable

    def verb(
        self, start: int, end: int, number: int, subject: Term, outer: int, bound: int
    ) -> tuple[Formula, ...]:
        """What a verb phrase says about its subject; each span is read once."""
        key = (start, end, number, subject, outer, bound)
        known = self._done.get(key)
        if known is None:
            self.enter()
            known = self._done[key] = distinct(self._read(*key)) if start < end else ()
            self.leave()
        return known

    def _read(
        self, start: int, end: int, number: int, subject: Term, outer: int, bound: int
    ) -> Iterator[Formula]:
        first = self._tokens[start]
        is_denied = first.startswith(DENIED)
        verb = first.removeprefix(DENIED)
        if verb == VERB[number]:
            if end - start == 1:
                atom = Predicate(str(start), (subject,))
                yield Not(atom) if is_denied else atom
        elif verb == RELATION[number]:
            for related in self._related(
                start, start + 1, end, subject, outer, bound, is_done=False
            ):
                yield Not(related) if is_denied else related
                if is_denied and isinstance(related, Quantified):
                    yield type(related)(related.variable, Not(related.body))
        elif first == PASSIVE[number]:
            if self._tokens[start + 1 : start + 2] == ("by",):
                yield from self._related(start, start + 2, end, subject, outer, bound, is_done=True)
        else:
            for wording in self._joined:
                if wording.pieces[0] != first:
                    continue
                for left, right in filled(wording.pieces, self._tokens, start, end):
                    for one in self.verb(*left, number, subject, outer, bound):
                        for other in self.verb(*right, number, subject, outer, bound):
                            yield _JOINERS[wording.form](one, other)

    def _related(
        self,
        verb: int,
        start: int,
        end: int,
        subject: Term,
        outer: int,
        bound: int,
        *,
        is_done: bool,
    ) -> Iterator[Formula]:
        """A relation between the subject and the object that fills the span."""

        def atom(other: Term) -> Formula:
            return Predicate(str(verb), (other, subject) if is_done else (subject, other))

        yield from map(atom, self._objects(start, end, subject, outer))
        quantifier = _EVERYONE_SOMEONE.get(self._tokens[start]) if end - start == 1 else None
        if quantifier is not None and bound < len(BOUND):
            yield quantifier(BOUND[bound], atom(BOUND[bound]))
