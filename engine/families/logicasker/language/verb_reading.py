"""What a verb phrase of a skeleton can say about its subject."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.families.logicasker.language.canonical import BOUND
from engine.families.logicasker.language.wordings import Form, Wording, closes, wordings
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

NAME, COMPLEMENT = "NAME", "COMPLEMENT"
BE, VERB, RELATION, PASSIVE = (
    *(("IS", "ARE"), ("VERB", "VERBS")),
    *(("RELATION", "RELATIONS"), ("PASSIVE", "PASSIVES")),
)
"""Marks by part of speech; in each pair the first follows a name, the second “they”."""
DENIED = "NOT-"
"""Prefix of the mark of a negated verb."""

_EVERYONE_SOMEONE: dict[str, type[Quantified]] = {"everyone": Forall, "someone": Exists}
_JOINERS: dict[Form, Callable[[Formula, Formula], Formula]] = {
    Form.VERB_CONJUNCTION: And,
    Form.VERB_DISJUNCTION: Or,
    Form.VERB_NEITHER: lambda one, other: Not(Or(one, other)),
    Form.BE_CONJUNCTION: And,
    Form.BE_NOT_CONJUNCTION: lambda one, other: Not(And(one, other)),
    Form.BE_DISJUNCTION: Or,
    Form.BE_NEITHER: lambda one, other: Not(Or(one, other)),
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
        joined = [w for w in wordings() if w.form in _JOINERS]
        self._after_be = [w for w in joined if w.slots == "cd"]
        self._joined = [w for w in joined if w.slots == "vw"]

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
        if verb in (VERB[number], BE[number]):
            if end - start == 1:
                atom = Predicate(str(start), (subject,))
                yield Not(atom) if is_denied else atom
            elif first == BE[number]:  # “is tall” of “is tall but not a baker”
                yield from self._complements(start, end, subject)
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
        elif first == BE[number].lower():
            yield from self._complements(start + 1, end, subject)
        for wording in self._joined:
            if wording.pieces[0] in (first, "{v}"):
                yield from self._joint(wording, start, end, number, subject, outer, bound)

    def _complements(self, start: int, end: int, subject: Term) -> Iterator[Formula]:
        """What “both tall and a baker” says after “is”."""
        for wording in self._after_be:
            for spans in filled(wording.pieces, self._tokens, start, end):
                parts = [self._complement(*span, subject) for span in spans]
                if parts[0] is not None and parts[1] is not None:
                    yield _JOINERS[wording.form](parts[0], parts[1])

    def _complement(self, start: int, end: int, subject: Term) -> Formula | None:
        match self._tokens[start:end]:
            case ("COMPLEMENT" | "IS" | "ARE",):
                return Predicate(str(start), (subject,))
            case ("not", "COMPLEMENT"):
                return Not(Predicate(str(start + 1), (subject,)))
        return None

    def _joint(
        self,
        wording: Wording,
        start: int,
        end: int,
        number: int,
        subject: Term,
        outer: int,
        bound: int,
    ) -> Iterator[Formula]:
        """Two verb phrases joined; “they do not sing and dance” may deny both."""
        if not closes(wording) and "," in self._tokens[start:end]:
            return
        join = _JOINERS[wording.form]
        for left, right in filled(wording.pieces, self._tokens, start, end):
            is_wide = (
                wording.pieces[0] == "{v}"
                and wording.pieces[1] != "but"
                and self._tokens[left[0]] in (DENIED + VERB[1], DENIED + RELATION[1])
                and self._tokens[right[0]] in (VERB[1], RELATION[1])
            )
            for one in self.verb(*left, number, subject, outer, bound):
                for other in self.verb(*right, number, subject, outer, bound):
                    yield join(one, other)
                    if is_wide and isinstance(one, Not):
                        yield Not(join(one.operand, other))

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
