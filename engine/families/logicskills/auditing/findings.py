"""Finds faults in single questions of which statements follow.

One premise settles the answer; a statement is repeated, equivalent to another or unsatisfiable;
there are fewer statements than elsewhere; a sentence is in another language. Our generator makes
none of these (except that one premise may be requested); the published questions have all of them.
Formulas are compared in random structures before Z3 and cvc5 prove them equivalent or
unsatisfiable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from engine.core.items import Item
from engine.core.kinds import is_formal
from engine.decide.formal import VALIDITY
from engine.families.logicskills.language import published_readings, read_published
from engine.logic import Formula, Iff, negate, parse, show
from engine.logic.first_order.entailment import doubting_prover
from engine.logic.first_order.sampled import where_true
from engine.store import AuditFinding

ONE_PREMISE, FEWER = "one-premise", "fewer-options"
REPEATED, EQUIVALENT, FALSEHOOD = "repeated-options", "equivalent-options", "falsehood-option"
WRONG_LANGUAGE = "wrong-language"

_read = lru_cache(maxsize=1 << 14)(parse)


def findings(items: Sequence[Item]) -> list[AuditFinding]:
    """All findings, question by question."""
    asked = [item for item in items if is_formal(item) and item.traits.question_type == VALIDITY]
    most = max((len(item.options) for item in asked), default=0)
    return [finding for item in asked for finding in _of_item(item, most)]


def _of_item(item: Item, most: int) -> Iterator[AuditFinding]:
    if len(item.options) < most:
        yield AuditFinding(FEWER, item.index, f"{len(item.options)} statements instead of {most}")
    yield from _by_one_premise(item)
    yield from _of_statements(item)
    if item.published_label is not None:
        yield from _in_another_language(item)


def _by_one_premise(item: Item) -> Iterator[AuditFinding]:
    if item.certificate.kind != "structure":
        return
    for option, ground in zip(item.options, item.certificate.options, strict=False):
        if ground.sources is not None and len(ground.sources) < 2:
            [alone] = [item.passage[at] for at in ground.sources] or [item.passage[0]]
            detail = f"“{alone}” alone settles “{option.text}”"
            yield AuditFinding(ONE_PREMISE, item.index, detail, option.key)


def _of_statements(item: Item) -> Iterator[AuditFinding]:
    stated = list(zip(item.options, map(_read, item.query), strict=False))
    for (one, first), (other, second) in combinations(stated, 2):
        keys = f"{one.key},{other.key}"
        if one.text == other.text or first == second:
            yield AuditFinding(REPEATED, item.index, f"both say {show(first)}", keys)
        if _are_equivalent(first, second):
            detail = f"“{one.text}” and “{other.text}” are true in the same structures"
            yield AuditFinding(EQUIVALENT, item.index, detail, keys)
    for option, formula in stated:
        if not where_true(formula) and doubting_prover((), negate(formula)) is None:
            detail = f"“{option.text}” cannot be true"
            yield AuditFinding(FALSEHOOD, item.index, detail, option.key)


def _are_equivalent(first: Formula, second: Formula) -> bool:
    if where_true(first) != where_true(second):
        return False
    return first == second or doubting_prover((), Iff(first, second)) is None


def _in_another_language(item: Item) -> Iterator[AuditFinding]:
    keyed = [(None, sentence) for sentence in item.passage]
    for key, sentence in [*keyed, *((option.key, option.text) for option in item.options)]:
        own = published_readings(sentence, item.traits.language)
        found = None if own else read_published(sentence, item.traits.language)
        if found is not None:
            detail = f"“{sentence}” is in the words of {found.language}"
            yield AuditFinding(WRONG_LANGUAGE, item.index, detail, key)
