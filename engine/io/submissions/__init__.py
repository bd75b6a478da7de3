"""Submitted answers of a model: a file of raw replies, graded here and nowhere else.

A submission is JSON lines. The first line describes the run; each other line holds a raw reply to
one item. Verdicts and scores are refused, so that nothing on the board is a mere claim.
"""

from __future__ import annotations

from engine.io.submissions.form import Header, Reply
from engine.io.submissions.judging import Judged, judge
from engine.io.submissions.making import submission_of
from engine.io.submissions.reading import Submission, read_submission, submission_lines

__all__ = [
    "Header",
    "Judged",
    "Reply",
    "Submission",
    "judge",
    "read_submission",
    "submission_lines",
    "submission_of",
]
