"""Data sets as others' tools and files have them."""

from engine.exports.argqa import SPLITS, released
from engine.exports.formats import FORMATS, Format, Wish, export
from engine.exports.sft import PROMPT, Held, examples
from engine.exports.writing import write_document, write_lines, write_text

__all__ = [
    "FORMATS",
    "PROMPT",
    "SPLITS",
    "Format",
    "Held",
    "Wish",
    "examples",
    "export",
    "released",
    "write_document",
    "write_lines",
    "write_text",
]
