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

    def phrase(self, body: Formula, depth: int) -> str | None:
        """The body as a verb phrase about the variable bound at this depth; None if impossible."""
        match body:
            case And() | Or():
                left, right = self.phrase(body.left, depth), self.phrase(body.right, depth)
                if left is None or right is None or isinstance(body.left, And | Or):
                    return None  # nor is there a phrase beginning “either either”
                form = Form.VERB_CONJUNCTION if isinstance(body, And) else Form.VERB_DISJUNCTION
                kind = "long" if isinstance(body.right, And | Or) else "short"
                return self._choose(of(form, kind)).format(v=left, w=right)
            case Not(operand=Predicate() as atom):
                return self._single_phrase(atom, depth, is_denied=True)
            case Predicate():
                return self._single_phrase(body, depth, is_denied=False)
        return None

    def phrase_with_quantified_object(self, body: Formula, depth: int) -> str | None:
        """“admires everyone” and “is admired by someone”, for R(x, y) below both quantifiers."""
        if not isinstance(body, Quantified) or not isinstance(body.body, Predicate):
            return None
        object_, pair = EVERYONE_SOMEONE[type(body)], (BOUND[depth], body.variable)
        if body.body.args == pair:
            return f"{self.verb(body.body, False, is_plural=False)} {object_}"
        if body.body.args == pair[::-1]:
            return f"{self._passive(body.body)} by {object_}"
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

    def _passive(self, atom: Predicate) -> str:
        passive = known(self._words.relations, atom.name).passive
        return passive[0] if passive else ""

    def _single_phrase(self, atom: Predicate, depth: int, *, is_denied: bool) -> str | None:
        subject = BOUND[depth]
        match atom.args:
            case (first,) if first == subject:
                return self.verb(atom, is_denied, is_plural=False)
            case (first, second) if subject == first == second:
                return f"{self.verb(atom, is_denied, is_plural=False)} themselves"
            case (first, second) if first == subject and _has_words(second, depth):
                verb = self.verb(atom, is_denied, is_plural=False)
                return f"{verb} {self.object_(second, depth)}"
            case (first, second) if second == subject and _has_words(first, depth):
                if is_denied:
                    return None
                return f"{self._passive(atom)} by {self.object_(first, depth)}"
        return None


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
