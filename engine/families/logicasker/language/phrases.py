"""Verb phrases, subjects and objects: the parts of clauses about one variable or name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from engine.core.errors import InputError
from engine.families.logicasker.language.canonical import BOUND
from engine.families.logicasker.language.terms import Vocabulary
from engine.families.logicasker.language.wordings import Form, of
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

EVERYONE_SOMEONE: dict[type[Formula], str] = {Forall: "everyone", Exists: "someone"}

_PRONOUNS = ("the former", "the latter")
_Words = TypeVar("_Words")


class Phrases:
    """Words parts of clauses; `depth` is the number of variables that pronouns can refer to.

    A phrase about a variable is about the one bound at this depth, whose subject precedes it.
    """

    def __init__(self, vocabulary: Vocabulary, choose: Callable[[Sequence[str]], str]) -> None:
        self._words = vocabulary
        self._choose = choose

    def phrase(self, body: Formula, depth: int, *, is_plural: bool = False) -> str | None:
        """The body as a verb phrase about the variable bound at this depth; None if impossible.

        `is_plural`: as it follows “they”.
        """
        match body:
            case And(left=Not(operand=one), right=Not(operand=other)):
                if _is_compound(one) or _is_compound(other):
                    return None
                parts, form = (one, other), Form.VERB_NEITHER
            case And(left=left, right=right):
                parts, form = (left, right), Form.VERB_CONJUNCTION
            case Or(left=left, right=right):
                parts, form = (left, right), Form.VERB_DISJUNCTION
            case Not(operand=Predicate() as atom):
                return self._single_phrase(atom, depth, is_denied=True, is_plural=is_plural)
            case Predicate():
                return self._single_phrase(body, depth, is_denied=False, is_plural=is_plural)
            case _:
                return None
        first, second = [self.phrase(one, depth, is_plural=is_plural) for one in parts]
        if first is None or second is None or isinstance(parts[0], And | Or):
            return None  # nor is there a phrase beginning “either either”
        kind = "long" if isinstance(parts[1], And | Or) else "short"
        return self._choose(of(form, kind)).format(v=first, w=second)

    def phrase_with_quantified_object(self, body: Formula, depth: int) -> str | None:
        """“admires everyone” and “is admired by someone”, for R(x, y) below both quantifiers."""
        if not isinstance(body, Quantified) or not isinstance(body.body, Predicate):
            return None
        object_, pair = EVERYONE_SOMEONE[type(body)], (BOUND[depth], body.variable)
        if body.body.args == pair:
            return f"{self.verb(body.body, False, is_plural=False)} {object_}"
        if body.body.args == pair[::-1]:
            return f"{self._passive(body.body, False)} by {object_}"
        return None

    def subject_and_verb(self, body: Formula, depth: int) -> tuple[str, str] | None:
        """“they” and “admire”, for R(x, y) where y is the variable bound at this depth."""
        atom = body.operand if isinstance(body, Not) else body
        if not isinstance(atom, Predicate) or len(atom.args) != 2:
            return None
        doer, done = atom.args
        if done != BOUND[depth] or doer == done or not _has_words(doer, depth):
            return None
        subject = self.subject(doer, depth)
        return subject, self.verb(atom, body is not atom, is_plural=subject == "they")

    def noun(self, body: Formula) -> str | None:
        """“baker”, where the body says that somebody is one."""
        if isinstance(body, Predicate) and len(body.args) == 1:
            return known(self._words.predicates, body.name).noun
        return None

    def subject(self, term: Term, depth: int) -> str:
        """The name or pronoun of a term as a subject.

        Raises:
            InputError: there are more variables in scope than pronouns.
        """
        if isinstance(term, Constant):
            return known(self._words.names, term.name)
        return "they" if depth == 1 else _pronoun(term, depth)

    def object_(self, term: Term, depth: int) -> str:
        """The name or pronoun of a term as an object; raises as `subject` does."""
        if isinstance(term, Constant):
            return known(self._words.names, term.name)
        return "them" if depth == 1 else _pronoun(term, depth)

    def verb(self, atom: Predicate, is_denied: bool, *, is_plural: bool) -> str:
        """The predicate of an atom, or its relation without the object."""
        words = self._words.relations if len(atom.args) == 2 else self._words.predicates
        verb = known(words, atom.name)
        return (verb.plural if is_plural else verb.singular)[is_denied]

    def _passive(self, atom: Predicate, is_plural: bool) -> str:
        passive = known(self._words.relations, atom.name).passive
        return passive[is_plural] if passive else ""

    def _single_phrase(
        self, atom: Predicate, depth: int, *, is_denied: bool, is_plural: bool
    ) -> str | None:
        if not atom.args:
            return None
        subject, verb = BOUND[depth], self.verb(atom, is_denied, is_plural=is_plural)
        match atom.args:
            case (first,) if first == subject:
                return verb
            case (first, second) if subject == first == second:
                return f"{verb} themselves"
            case (first, second) if first == subject and _has_words(second, depth):
                return f"{verb} {self.object_(second, depth)}"
            case (first, second) if second == subject and _has_words(first, depth):
                if is_denied:
                    return None
                return f"{self._passive(atom, is_plural)} by {self.object_(first, depth)}"
        return None


def _is_compound(formula: Formula) -> bool:
    return isinstance(formula, And | Or | Not)


def _has_words(term: Term, depth: int) -> bool:
    return isinstance(term, Constant) or (term in BOUND[:depth] and depth <= len(_PRONOUNS))


def _pronoun(term: Term, depth: int) -> str:
    if depth != len(_PRONOUNS) or term not in BOUND[:depth]:
        raise InputError(
            f"there is no English for {term.name} among {depth} variables; English names two"
        )
    return _PRONOUNS[BOUND.index(term)]


def known(words: Mapping[str, _Words], name: str) -> _Words:
    """The words of that name; InputError if there are none."""
    try:
        return words[name]
    except KeyError:
        raise InputError(f"no symbol says what {name} stands for") from None
