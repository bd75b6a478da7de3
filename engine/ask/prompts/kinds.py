"""What kind of question an item is to the eye: by this it is worded, never by its family."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from engine.core.errors import InputError
from engine.core.items import AnswerKind, Item
from engine.core.rotations import is_single_choice


class QuestionKind(StrEnum):
    """A statement to be judged by a passage, or a single choice among lettered options.

    Or a conclusion that premises may entail: in two ways, yes or no, or in three. Or what is asked
    for is a formula, a structure, or the set of statements that follow.
    """

    STATEMENT = "statement"
    CHOICE = "choice"
    TWO_WAY = "two-way"
    THREE_WAY = "three-way"
    SYMBOLIZATION = "symbolization"
    COUNTERMODEL = "countermodel"
    VALIDITY = "validity"


INFERENCES = (QuestionKind.TWO_WAY, QuestionKind.THREE_WAY)
"""Questions whether a conclusion follows."""

_BY_ANSWER_KIND = {
    AnswerKind.FORMULA: QuestionKind.SYMBOLIZATION,
    AnswerKind.STRUCTURE: QuestionKind.COUNTERMODEL,
    AnswerKind.SET: QuestionKind.VALIDITY,
}
FORMAL = tuple(_BY_ANSWER_KIND.values())
"""Questions whose answers are formulas, structures or sets."""

_BY_ANSWERS = {
    ("yes", "no"): QuestionKind.TWO_WAY,
    ("follows", "contradicts", "neither"): QuestionKind.THREE_WAY,
}


def kind_of(item: Item) -> QuestionKind:
    """The kind of one item."""
    if item.answer_kind in _BY_ANSWER_KIND:
        return _BY_ANSWER_KIND[item.answer_kind]
    if is_single_choice(item):
        return QuestionKind.CHOICE
    answers = tuple(option.key for option in item.options)
    return _BY_ANSWERS.get(answers, QuestionKind.STATEMENT)


def common_kind(items: Iterable[Item]) -> QuestionKind:
    """The one kind of all items.

    Raises:
        InputError: they are of several kinds, which no one prompt can ask.
    """
    kinds = {kind_of(item) for item in items}
    if len(kinds) > 1:
        raise InputError(
            "the items are of several kinds (" + ", ".join(sorted(kinds)) + "), and a run asks one;"
            " narrow them down with --split or --limit"
        )
    return kinds.pop() if kinds else QuestionKind.STATEMENT
