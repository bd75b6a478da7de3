"""Answers of a model that others send in: a file of raw replies, judged here and nowhere else.

A submission is one JSON object a line. The first says what was asked of whom; each other one holds
a raw reply to one item. There is no field for a verdict or a score: a file that has one is refused,
so that nothing on the board is anybody's claim.
"""

from __future__ import annotations

from engine.io.submissions.form import FORMAT, Header, Reply
from engine.io.submissions.judging import Judged, judge
from engine.io.submissions.making import submission_of
from engine.io.submissions.reading import Submission, read_submission, submission_lines

__all__ = [
    "FORMAT",
    "Header",
    "Judged",
    "Reply",
    "Submission",
    "judge",
    "read_submission",
    "submission_lines",
    "submission_of",
]
