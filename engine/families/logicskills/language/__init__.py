"""Sentences of two-variable logic, to English and Carroll's words and back to formulas."""

from engine.families.logicskills.language.drawing import Palette, draw_identity, draw_tree
from engine.families.logicskills.language.formulas import constraint_of, formula_of
from engine.families.logicskills.language.keys import key_of, letters_of
from engine.families.logicskills.language.lettering import letterings, relettered
from engine.families.logicskills.language.lexicon import LANGUAGES, LETTERS, draw_words, symbol_of
from engine.families.logicskills.language.published import (
    PublishedSentence,
    published_readings,
    published_symbols,
    read_published,
)
from engine.families.logicskills.language.reading import readings
from engine.families.logicskills.language.realise import constraint_sentence, sentence
from engine.families.logicskills.language.trees import Tree, nesting, outline
from engine.families.logicskills.language.types import PUBLISHED_TYPES, TYPES
from engine.families.logicskills.language.words import words_of

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
    "draw_identity",
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
