"""Words a tree as a sentence, in the language of the given words."""

from __future__ import annotations

from engine.core.errors import InputError
from engine.families.logicskills.language.trees import (
    Clause,
    Ellipsis,
    Identical,
    Name,
    Phrase,
    Pronoun,
    Quantifier,
    There,
    Tree,
    Verb,
)
from engine.families.logicskills.language.wordings import wordings
from engine.families.logicskills.language.words import Words


def sentence(tree: Tree, words: Words) -> str:
    """The tree as a sentence, with a capital letter and a full stop.

    Raises:
        InputError: a letter has no word.
    """
    try:
        text = _clause(tree, words)
    except KeyError as error:
        raise InputError(f"no symbol says what {error} stands for") from None
    return f"{text[0].upper()}{text[1:]}."


def constraint_sentence(kinds: tuple[str, str, str], words: Words) -> str:
    """The domain constraint in words: everything is of exactly one of three kinds."""
    nouns = [words.nouns[kind].with_article for kind in kinds]
    text = wordings().constraint.format(**dict(zip("abc", nouns, strict=True)))
    return f"{text[0].upper()}{text[1:]}."


def _clause(tree: Tree, words: Words) -> str:
    match tree:
        case Clause(subject=subject, verb=verb):
            if isinstance(subject, Name):
                return f"{words.names[subject.letter]} {_verb(verb, words)}"
            is_plural = subject.quantifier is Quantifier.ONLY
            return f"{_phrase(subject, words)} {_verb(verb, words, is_plural=is_plural)}"
        case There(noun=noun, is_denied=is_denied, subject=subject, relation=relation):
            there = wordings().there["no" if is_denied else "some"]
            opening = there.format(n=words.nouns[noun].bare, an=words.nouns[noun].with_article)
            return f"{opening} {_phrase(subject, words)} {words.relations[relation].affirmed}"
        case Ellipsis():
            return _ellipsis(tree, words)
        case Identical(formula=formula):
            raise InputError(f"{formula} has no words: identity is asked about in formulas")
    slots = zip("abc", [_clause(part, words) for part in tree.parts], strict=False)
    return wordings().connectives[tree.form].text.format(**dict(slots))


def _ellipsis(tree: Ellipsis, words: Words) -> str:
    first, second = (words.names[name.letter] for name in tree.names)
    verb = tree.verb
    verb_words = (words.properties if verb.object is None else words.relations)[verb.letter]
    text = wordings().ellipsis[tree.form].text
    return text.format(s=first, t=second, v=_verb(verb, words), aux=verb_words.auxiliary)


def _phrase(phrase: Phrase, words: Words) -> str:
    noun = words.nouns[phrase.noun]
    opening = wordings().phrases[phrase.quantifier.value]
    text = opening.format(n=noun.bare, an=noun.with_article, ns=noun.plural)
    return text if phrase.that is None else f"{text} that {_verb(phrase.that, words)}"


def _verb(verb: Verb, words: Words, *, is_plural: bool = False) -> str:
    about = verb.object
    verb_words = (words.properties if about is None else words.relations)[verb.letter]
    text = (
        verb_words.denied
        if verb.is_denied
        else verb_words.plural
        if is_plural
        else verb_words.affirmed
    )
    match about:
        case None:
            return text
        case Name(letter=letter):
            return f"{text} {words.names[letter]}"
        case Pronoun():
            return f"{text} {about.value}"
        case Phrase():
            return f"{text} {_phrase(about, words)}"
