"""The registry of kinds: what kind of answer an item has, and which logic decides it.

Wording, labelling, verification, grading, audits and display go by these two kinds, never by
family.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from engine.core.errors import InputError
from engine.core.items import AnswerKind, Item
from engine.core.rotations import is_single_choice


class Fragment(StrEnum):
    """The logic that decides an answer: the trait `logic` of an item."""

    PROPOSITIONAL = "propositional"
    FIRST_ORDER = "predicate"
    ARGUMENT = "support"


class Kind(NamedTuple):
    """What kind of item it is."""

    answer: AnswerKind
    fragment: Fragment


class QuestionKind(StrEnum):
    """What an item asks, as prompts word it: three kinds for labels, one for each other answer."""

    STATEMENT = "statement"
    TWO_WAY = "two-way"
    THREE_WAY = "three-way"
    CHOICE = "choice"
    SYMBOLIZATION = "symbolization"
    COUNTERMODEL = "countermodel"
    VALIDITY = "validity"


LABELS = {
    QuestionKind.STATEMENT: ("true", "false", "uncertain"),
    QuestionKind.TWO_WAY: ("yes", "no"),
    QuestionKind.THREE_WAY: ("follows", "contradicts", "neither"),
}
"""The labels for entailed, refuted and undetermined; the last serves for any further one."""

INFERENCES = (QuestionKind.TWO_WAY, QuestionKind.THREE_WAY)
"""Questions whether a conclusion follows."""

FORMAL = {
    AnswerKind.FORMULA: QuestionKind.SYMBOLIZATION,
    AnswerKind.STRUCTURE: QuestionKind.COUNTERMODEL,
    AnswerKind.SET: QuestionKind.VALIDITY,
}
"""First-order answers other than labels, and the question each belongs to."""

_BY_LABELS = {labels: question for question, labels in LABELS.items()}
_LANGUAGES_OF_FORMULAS = ("formal", "symbolic")


def answer_of(item: Item) -> AnswerKind:
    """The kind of answer to the item."""
    if is_single_choice(item):
        return AnswerKind.CHOICE
    return item.answer_kind


def kind_of(item: Item) -> Kind:
    """The kind of an item."""
    return Kind(answer_of(item), Fragment(item.traits.logic))


def question_of(item: Item) -> QuestionKind:
    """What the item asks."""
    if is_single_choice(item):
        return QuestionKind.CHOICE
    if item.answer_kind is not AnswerKind.LABEL:
        return FORMAL[item.answer_kind]
    labels = tuple(option.key for option in item.options)
    return _BY_LABELS.get(labels, QuestionKind.STATEMENT)


def is_inference(item: Item) -> bool:
    """Whether the item asks if a conclusion follows, with its own words for the answers."""
    return question_of(item) in INFERENCES


def is_formal(item: Item) -> bool:
    """Whether the answer is a formula, a structure or a set of statements, in first-order logic."""
    return answer_of(item) in FORMAL and item.traits.logic == Fragment.FIRST_ORDER


def has_graph(item: Item) -> bool:
    """Whether the support relation of an argument decides the question."""
    return item.traits.logic == Fragment.ARGUMENT


def is_in_formulas(item: Item) -> bool:
    """Whether the item shows formulas instead of sentences."""
    return item.traits.language in _LANGUAGES_OF_FORMULAS


def common_kind(items: Iterable[Item]) -> QuestionKind:
    """The question kind that all items share.

    Raises:
        InputError: they ask different things, which no one prompt can ask.
    """
    asked = {question_of(item) for item in items}
    if len(asked) > 1:
        raise InputError(
            "the items are of several kinds (" + ", ".join(sorted(asked)) + "), and a run asks one;"
            " narrow them down with --split or --limit"
        )
    return asked.pop() if asked else QuestionKind.STATEMENT
