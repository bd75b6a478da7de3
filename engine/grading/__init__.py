"""Grading: raw text to parsed answer (or none) to verdict. By kind of answer, not by family."""

from engine.grading.deciding import deciding_part
from engine.grading.grade import UNANSWERED_RULES, grade
from engine.grading.reading import Reading, names_in_format, read_choice, read_label
from engine.grading.withheld import grade_withheld

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
