"""The same sentence in other letters: alike in everything except its subject matter."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import chain, permutations, product

from engine.families.logicskills.language.drawing import Palette
from engine.families.logicskills.language.trees import (
    Clause,
    Compound,
    Ellipsis,
    Identical,
    Name,
    Phrase,
    Pronoun,
    There,
    Tree,
    Verb,
)


def letterings(letters: Collection[str], palette: Palette) -> Iterator[dict[str, str]]:
    """Every replacement of these letters by palette letters of the same sorts.

    It is one-to-one, so repeated letters stay repeated and distinct ones distinct.
    """
    sorts = (palette.names, palette.properties, palette.nouns, palette.relations)
    used = [[letter for letter in sort if letter in letters] for sort in sorts]
    chosen = (permutations(sort, len(some)) for sort, some in zip(sorts, used, strict=True))
    for others in product(*chosen):
        yield dict(zip(chain(*used), chain(*others), strict=True))


def relettered(tree: Tree, letters: Mapping[str, str]) -> Tree:
    """Replace the letters of the sentence."""
    match tree:
        case Compound(form=form, parts=parts):
            return Compound(form, tuple(relettered(part, letters) for part in parts))
        case Identical(formula=formula):
            return Identical("".join(letters.get(one, one) for one in formula))
        case There(noun=noun, subject=subject, relation=relation):
            return replace(
                tree,
                noun=letters[noun],
                subject=_phrase(subject, letters),
                relation=letters[relation],
            )
        case Ellipsis(form=form, names=(first, second), verb=verb):
            return Ellipsis(
                form, (_name(first, letters), _name(second, letters)), _verb(verb, letters)
            )
        case Clause(subject=subject, verb=verb):
            by = _name(subject, letters) if isinstance(subject, Name) else _phrase(subject, letters)
            return Clause(by, _verb(verb, letters))


def _name(name: Name, letters: Mapping[str, str]) -> Name:
    return Name(letters[name.letter])


def _phrase(phrase: Phrase, letters: Mapping[str, str]) -> Phrase:
    that = phrase.that and _verb(phrase.that, letters)
    return Phrase(phrase.quantifier, letters[phrase.noun], that)


def _verb(verb: Verb, letters: Mapping[str, str]) -> Verb:
    about = verb.object
    match about:
        case Name():
            about = _name(about, letters)
        case Phrase():
            about = _phrase(about, letters)
        case Pronoun() | None:
            pass
    return Verb(letters[verb.letter], about, verb.is_denied)
