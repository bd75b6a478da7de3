"""Sentences of two-variable logic in English and with Carroll's words, and back to formulas."""

from engine.language.two_variable.drawing import Palette, draw_tree
from engine.language.two_variable.formulas import constraint_of, formula_of
from engine.language.two_variable.keys import key_of, letters_of
from engine.language.two_variable.lettering import letterings, relettered
from engine.language.two_variable.lexicon import LANGUAGES, LETTERS, draw_words, symbol_of
from engine.language.two_variable.published import (
    PublishedSentence,
    published_readings,
    published_symbols,
    read_published,
)
from engine.language.two_variable.reading import readings
from engine.language.two_variable.realise import constraint_sentence, sentence
from engine.language.two_variable.trees import Tree, nesting, outline
from engine.language.two_variable.types import PUBLISHED_TYPES, TYPES
from engine.language.two_variable.words import words_of

__all__ = [
    "LANGUAGES",
    "LETTERS",
    "PUBLISHED_TYPES",
    "TYPES",
    "Palette",
    "PublishedSentence",
    "Tree",
    "constraint_of",
    "constraint_sentence",
    "draw_tree",
    "draw_words",
    "formula_of",
    "key_of",
    "letterings",
    "letters_of",
    "nesting",
    "outline",
    "published_readings",
    "published_symbols",
    "read_published",
    "readings",
    "relettered",
    "sentence",
    "symbol_of",
    "words_of",
]
