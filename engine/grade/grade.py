"""The verdict on one raw reply."""

from __future__ import annotations

from engine.core.items import AnswerKind, Grade, Item, Outcome
from engine.core.rotations import is_single_choice, own_key, rotated
from engine.grade.formula_answers import grade_formula
from engine.grade.reading import Reading, read_choice, read_label
from engine.grade.set_answers import grade_set
from engine.grade.structure_answers import grade_structure

UNANSWERED_RULES = (
    "empty",
    "unfinished-thinking",
    "contradictory",
    "denied-or-suspended",
    "nothing-stated",
)


def grade(item: Item, raw: str, rotation: int = 0) -> Grade:
    """Read `raw` as an answer to `item`, strictly and leniently, and judge both readings.

    `rotation` is the order in which the options were shown. The answers of the grade are the item's
    own keys in every rotation, so that equal answers mean equal content.

    A pure function, linear in the length of `raw`. An unreadable reply is `no_answer`; nothing is
    ever guessed, and no part of a word counts as an answer.

    Formulas, structures and sets are judged by meaning: see `formula_answers`, `structure_answers`
    and `set_answers`. Z3 is loaded on first use.
    """
    match item.answer_kind:
        case AnswerKind.LABEL | AnswerKind.CHOICE:
            return _grade_label(item, raw, rotation)
        case AnswerKind.FORMULA:
            return grade_formula(item, raw)
        case AnswerKind.STRUCTURE:
            return grade_structure(item, raw)
        case AnswerKind.SET:
            return grade_set(item, raw)


def _grade_label(item: Item, raw: str, rotation: int) -> Grade:
    reading = _read(item, raw, rotation)
    return Grade(
        strict=reading.strict,
        lenient=reading.lenient,
        outcome=_outcome(reading.lenient, item.gold),
        strict_outcome=_outcome(reading.strict, item.gold),
        rule=reading.rule,
    )


def _read(item: Item, raw: str, rotation: int) -> Reading:
    if not is_single_choice(item):
        return read_label(item.options, raw)
    shown = read_choice(rotated(item, rotation).options, raw)
    if rotation == 0:
        return shown
    k = len(item.options)
    strict, lenient = (key and own_key(key, rotation, k) for key in (shown.strict, shown.lenient))
    return Reading(strict, lenient, shown.rule)


def _outcome(answer: str | None, gold: str) -> Outcome:
    if answer is None:
        return Outcome.NO_ANSWER
    return Outcome.RIGHT if answer == gold else Outcome.WRONG
