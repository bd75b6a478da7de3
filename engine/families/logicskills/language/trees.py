"""The sentences of two-variable logic as trees, over letters that get words later.

One tree has one formula and is worded in English and with Carroll's words, so the two sentences are
matched counterparts by construction.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Quantifier(Enum):
    """What a noun phrase begins with; the value is its key in the table of wordings."""

    EVERY = "every"
    SOME = "some"
    NO = "no"
    NOT_EVERY = "not_every"
    ONLY = "only"


class Pronoun(Enum):
    """A reference to the subject: of its own verb, or of the main verb from a relative clause."""

    ITSELF = "itself"
    IT = "it"


@dataclass(frozen=True, slots=True)
class Name:
    """A name for one individual."""

    letter: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """“every otter that followed a badger”; `that` is the relative clause."""

    quantifier: Quantifier
    noun: str
    that: Verb | None = None


@dataclass(frozen=True, slots=True)
class Verb:
    """A predicate of a subject: a property or, with an object, a relation."""

    letter: str
    object: Name | Phrase | Pronoun | None = None
    is_denied: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """A subject and its predicate."""

    subject: Name | Phrase
    verb: Verb


@dataclass(frozen=True, slots=True)
class There:
    """“There is an otter that every badger followed”, or that there is none."""

    noun: str
    is_denied: bool
    subject: Phrase
    relation: str


@dataclass(frozen=True, slots=True)
class Ellipsis:
    """One verb phrase with two names as subjects; `form` is its key in the table of wordings."""

    form: str
    names: tuple[Name, Name]
    verb: Verb


@dataclass(frozen=True, slots=True)
class Compound:
    """Clauses joined by a connective; `form` is its key in the table of wordings."""

    form: str
    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Identical:
    """What is said with identity, as a formula: arguments with it have no words."""

    formula: str


Tree = Clause | There | Ellipsis | Compound | Identical


def nesting(tree: Tree | Verb) -> int:
    """The depth of a tree: 1 for a single clause, plus 1 per connective or relative clause."""
    match tree:
        case Compound(parts=parts):
            return 1 + max(map(nesting, parts))
        case There():
            return 2
        case Identical(formula=formula):
            return 1 + ("y" in formula)
        case Ellipsis(verb=verb):
            return 1 + nesting(verb)
        case Clause(subject=subject, verb=verb):
            of_subject = _of_phrase(subject) if isinstance(subject, Phrase) else 1
            return max(of_subject, nesting(verb))
    return _of_phrase(tree.object) if isinstance(tree.object, Phrase) else 1


def _of_phrase(phrase: Phrase) -> int:
    return 1 if phrase.that is None else 1 + nesting(phrase.that)


def outline(tree: Tree | Verb | Name | Phrase | Pronoun) -> str:
    """The tree on one line, as the inventory of sentences stores it.

    >>> outline(Clause(Phrase(Quantifier.EVERY, "M"), Verb("R", Name("a"))))
    '(every M) (R a)'
    """
    match tree:
        case Name(letter=letter):
            return letter
        case Pronoun():
            return tree.value
        case Phrase(quantifier=quantifier, noun=noun, that=that):
            return f"({quantifier.value} {noun}{f' that {outline(that)}' if that else ''})"
        case Verb(letter=letter, object=about, is_denied=is_denied):
            predicate = letter if about is None else f"({letter} {outline(about)})"
            return f"not {predicate}" if is_denied else predicate
        case Clause(subject=subject, verb=verb):
            return f"{outline(subject)} {outline(verb)}"
        case There(noun=noun, is_denied=is_denied, subject=subject, relation=relation):
            return f"{'no' if is_denied else 'there'} {noun} that {outline(subject)} {relation}"
        case Identical(formula=formula):
            return formula
        case Ellipsis(form=form, names=(first, second), verb=verb):
            return f"{form} [{first.letter}] [{second.letter}] {outline(verb)}"
    return f"{tree.form} " + " ".join(f"[{outline(part)}]" for part in tree.parts)
