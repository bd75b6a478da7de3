"""Export data sets to other tools and file formats."""

from engine.core.writing import write_document, write_lines, write_text
from engine.io.exports.croissant import description, file_object, suite_description
from engine.io.exports.family_words import Known, checks_in_full, known, words_of
from engine.io.exports.formats import FORMATS, Wish, export
from engine.io.exports.hub import evaluation, write_split_with_question
from engine.io.exports.hub_card import ASKED, CardFacts, FrozenSet, as_yaml, readme, suite_readme
from engine.io.exports.languages import LANGUAGES
from engine.io.exports.material import Exported
from engine.io.exports.plain import schema_of
from engine.io.exports.sft import Held, examples

__all__ = [
    "ASKED",
    "FORMATS",
    "LANGUAGES",
    "CardFacts",
    "Exported",
    "FrozenSet",
    "Held",
    "Known",
    "Wish",
    "as_yaml",
    "checks_in_full",
    "description",
    "evaluation",
    "examples",
    "export",
    "file_object",
    "known",
    "readme",
    "schema_of",
    "suite_description",
    "suite_readme",
    "words_of",
    "write_document",
    "write_lines",
    "write_split_with_question",
    "write_text",
]
