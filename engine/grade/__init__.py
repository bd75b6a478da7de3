"""Grading: from raw text to an extracted answer (or none) to a verdict, by kind of answer."""

from engine.grade.deciding import deciding_part
from engine.grade.grade import UNANSWERED_RULES, grade
from engine.grade.reading import Reading, names_in_format, read_choice, read_label
from engine.grade.withheld import grade_withheld

__all__ = [
    "UNANSWERED_RULES",
    "Reading",
    "deciding_part",
    "grade",
    "grade_withheld",
    "names_in_format",
    "read_choice",
    "read_label",
]
