"""Sheets for people to fill in: one blind form for several purposes, written and read back."""

from engine.io.review.answers import ANSWERS
from engine.io.review.extractions import EXTRACTIONS
from engine.io.review.purpose import Found, Wish, Written
from engine.io.review.relations import RELATIONS
from engine.io.review.sheet import as_csv, as_html
from engine.io.review.validity import VALIDITY

PURPOSES = {
    "answers": ANSWERS,
    "validity": VALIDITY,
    "extractions": EXTRACTIONS,
    "relations": RELATIONS,
}
"""The purposes of sheets. A new purpose is one module and one line here."""

__all__ = [
    "ANSWERS",
    "EXTRACTIONS",
    "PURPOSES",
    "RELATIONS",
    "VALIDITY",
    "Found",
    "Wish",
    "Written",
    "as_csv",
    "as_html",
]
