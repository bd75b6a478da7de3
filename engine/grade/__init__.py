"""Grading: from raw text to an extracted answer (or none) to a verdict, by kind of answer."""

from engine.grade.core import UNANSWERED_RULES, Reading
from engine.grade.grade import deciding_part, grade
from engine.grade.labels.reading import names_in_format, read_choice, read_label
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
