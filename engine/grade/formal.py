"""Reading and judging formulas, structures and sets of options, by their meaning."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.items import AnswerKind, Item
from engine.grade.core import Reading
from engine.grade.formulas.key import key_of, parse_kept
from engine.grade.formulas.reading import read_formula
from engine.grade.formulas.verdict import judge_formula
from engine.grade.judgement import Judgement
from engine.grade.sets.reading import read_set
from engine.grade.sets.verdict import judge_set
from engine.grade.structures.reading import read_structure
from engine.grade.structures.verdict import asked_argument, domain_size, judge_structure
from engine.logic import show


def read_formal(item: Item, raw: str, asked: Callable[[], str]) -> Reading[Any]:
    """The answer that a reply states. Any: what the kind of answer reads."""
    if item.answer_kind is AnswerKind.FORMULA:
        return read_formula(raw, key_of(item), asked)
    if item.answer_kind is AnswerKind.STRUCTURE:
        return read_structure(raw, asked_argument(item).vocabulary)
    return read_set(item.options, raw, asked)


def judge_formal(item: Item, answer: Any) -> tuple[Judgement, str]:
    """The judgement of an answer, and its text. Any: what the kind of answer reads."""
    if item.answer_kind is AnswerKind.FORMULA:
        return judge_formula(parse_kept(item.gold), answer, key_of(item)), show(answer)
    if item.answer_kind is AnswerKind.STRUCTURE:
        return judge_structure(asked_argument(item), answer, domain_size(item.gold))
    return judge_set(item.gold, answer), answer
