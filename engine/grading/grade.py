"""The verdict on one raw reply."""

from __future__ import annotations

from engine.errors import InputError
from engine.grading.reading import read_label
from engine.items import AnswerKind, Grade, Item, Outcome

UNANSWERED_RULES = (
    "empty",
    "unfinished-thinking",
    "contradictory",
    "denied-or-suspended",
    "nothing-stated",
)


def grade(item: Item, raw: str) -> Grade:
    """Read `raw` as an answer to `item`, strictly and leniently, and judge both readings.

    A pure function of its arguments, in time linear in the length of `raw`. What cannot be read
    is `no_answer`; nothing is ever guessed, and no part of a word counts as an answer.

    Raises:
        InputError: the item asks for a kind of answer that has no reader.
    """
    if item.answer_kind is not AnswerKind.LABEL:
        raise InputError(
            f"item {item.hash[:12]} asks for a {item.answer_kind} answer, and only label answers "
            "can be graded; grade it with the version of Elenchus that generated it"
        )
    reading = read_label(item.options, raw)
    return Grade(
        strict=reading.strict,
        lenient=reading.lenient,
        outcome=_outcome(reading.lenient, item.gold),
        strict_outcome=_outcome(reading.strict, item.gold),
        rule=reading.rule,
    )


def _outcome(answer: str | None, gold: str) -> Outcome:
    if answer is None:
        return Outcome.NO_ANSWER
    return Outcome.RIGHT if answer == gold else Outcome.WRONG
