"""Verb phrases, subjects and objects: the parts of clauses about one variable or name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple, TypeVar

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
_DENIED = ("is not ", "does not ", "are not ", "do not ")
_DEEPEST = 2
"""Connectives within each other in a verb phrase; a clause says what is deeper."""
_Words = TypeVar("_Words")


class Worded(NamedTuple):
    """Words for a formula: how heavy they are, and whether they are a single clause or verb."""

    weight: int
    text: str
    is_single: bool = True

    @property
    def is_denied(self) -> bool:
        """Whether the text begins with a denied verb, which “everyone” must not precede."""
        return self.text.startswith(_DENIED)

    @property
    def is_loose(self) -> bool:
        """Whether “and” joins verbs without “both”, which “no one” could deny one by one."""
        return " and " in self.text and "both " not in self.text


def is_loose_or(part: Worded) -> bool:
    """Whether “or” joins without “either”, which another “and” makes hard to read."""
    return " or " in part.text and "either " not in part.text


class Phrases:
    """Words parts of clauses; `depth` is the number of variables that pronouns can refer to.

    A phrase about a variable is about the one bound at this depth, whose subject precedes it.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._words = vocabulary

    def verbs(
        self, body: Formula, depth: int, *, is_plural: bool = False, within: int = 0
    ) -> list[Worded]:
        """Verb phrases for the body about the variable bound at this depth; none if impossible.

        `is_plural`: as it follows “they”.
        """
        single = self._single(body, depth, is_plural)
        if single is not None:
            return [Worded(0, single)]
        inner = body.operand if isinstance(body, Not) else body
        if within == _DEEPEST or not isinstance(inner, And | Or):
            return []
        if after_be := self._after_be(body, inner, depth, is_plural):
            return [after_be]
        if inner is body:
            parts = [
                self.verbs(part, depth, is_plural=is_plural, within=within + 1)
                for part in inner.children
            ]
            return [one for pair in product(*parts) for one in _joined(inner, *pair)]
        names = [self._affirmed(part, depth, is_plural) for part in inner.children]
        if isinstance(inner, Or) and all(names):
            return _filled(Form.VERB_NEITHER, "closed", 0, *filter(None, names))
        return []

    def _after_be(
        self, body: Formula, inner: And | Or, depth: int, is_plural: bool
    ) -> Worded | None:
        """“Is both tall and a baker”, where both parts say what somebody is."""
        if isinstance(inner, And):
            form = Form.BE_CONJUNCTION if inner is body else Form.BE_NOT_CONJUNCTION
        else:
            form = Form.BE_DISJUNCTION if inner is body else Form.BE_NEITHER
        parts = [self._complement(part, depth) for part in inner.children]
        found = [part for part in parts if part is not None]
        denied = [part.startswith("not ") for part in found]
        is_contrast = form is Form.BE_CONJUNCTION and denied == [False, True]
        is_fit = form is Form.BE_DISJUNCTION or is_contrast or not any(denied)
        if len(found) < len(parts) or not is_fit:
            return None
        (text,) = of(form, "contrast" if is_contrast else "closed")
        verb = "are" if is_plural else "is"
        return Worded(0, f"{verb} {text.format(c=found[0], d=found[1])}", False)

    def _complement(self, body: Formula, depth: int) -> str | None:
        """“A baker” and “not a baker”, where the body says that somebody is one."""
        atom = body.operand if isinstance(body, Not) else body
        if not isinstance(atom, Predicate) or atom.args != (BOUND[depth],):
            return None
        complement = known(self._words.predicates, atom.name).complement
        return f"not {complement}" if complement and atom is not body else complement

    def _affirmed(self, body: Formula, depth: int, is_plural: bool) -> str | None:
        return self._single(body, depth, is_plural) if isinstance(body, Predicate) else None

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

    def _single(self, body: Formula, depth: int, is_plural: bool) -> str | None:
        """A phrase without connectives but ¬."""
        is_denied = isinstance(body, Not)
        atom = body.operand if isinstance(body, Not) else body
        if not isinstance(atom, Predicate) or not atom.args:
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


def _joined(inner: And | Or, one: Worded, other: Worded) -> Iterator[Worded]:
    """Two verb phrases joined, in the wordings that suit them."""
    is_pair = one.is_single and other.is_single
    is_and = isinstance(inner, And)
    form = Form.VERB_CONJUNCTION if is_and else Form.VERB_DISJUNCTION
    if not is_pair:
        is_or = " or " in f"{one.text} {other.text}"
        if is_and:
            kinds = {"long": 3 * (is_loose_or(one) or is_loose_or(other))}
        else:
            kinds = {"long": 1 - is_or, "closed_long": int(is_or)}
    elif is_and and one.is_denied != other.is_denied:
        kinds = {"contrast": 0}
    elif is_and:
        kinds = {"short": 0} if one.is_denied else {"short": 0, "closed": 1}
    else:
        kinds = {"closed": 0} if one.is_denied else {"short": 0, "closed": 1}
    for kind, weight in kinds.items():
        yield from _filled(form, kind, one.weight + other.weight + weight, one.text, other.text)


def _filled(form: Form, kind: str, weight: int, one: str, other: str) -> list[Worded]:
    return [Worded(weight, text.format(v=one, w=other), False) for text in of(form, kind)]


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
