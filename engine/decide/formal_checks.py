"""Verify everything stored of a first-order task by deriving it again.

A sentence must read as exactly its formula, which must be true in one stored structure and false in
the other. A countermodel must be one for our evaluator and for Z3, and the least of its size.
Statements that follow must do so by instances, by Z3 and by cvc5, and need the premises that are
stored, each smaller set of which must fail in a structure; the others must fail in theirs. The
structures of a sentence must be the least.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.metadata import version
from itertools import combinations

import orjson

from engine.core.errors import InputError
from engine.core.items import NONE_FOLLOWS, AnswerKind, Option, OptionGround, StructureCertificate
from engine.core.kinds import answer_of
from engine.decide.case import Case, Found, identity, own, text_of
from engine.decide.formal import (
    countermodel,
    derived_ground,
    formal_options,
    is_countermodel,
    options_as_published,
    unconfirmed,
)
from engine.decide.labels import z3_version
from engine.decide.models import either_way, structure_of
from engine.logic import Formula, show
from engine.logic.first_order.structures import holds, structure_text

METHODS = {
    AnswerKind.FORMULA: "construction, reading of the sentence",
    AnswerKind.STRUCTURE: "evaluation, Z3",
    AnswerKind.SET: "instances or a structure, Z3, cvc5",
}


@dataclass
class FormalCase(Case):
    """A task whose answer is a formula, a structure or a set of statements."""

    @cached_property
    def answer(self) -> AnswerKind:
        """The task."""
        return answer_of(self.item)

    @cached_property
    def asked(self) -> tuple[Formula, ...]:
        """The formulas in which the answer is sought: one, or one per statement of a set."""
        if not self.queries or (self.answer is not AnswerKind.SET and len(self.queries) != 1):
            raise InputError(f"it has {len(self.queries)} formulas where the answer is looked for")
        return self.queries

    @cached_property
    def certificate(self) -> StructureCertificate:
        """Structures, and premises needed."""
        return self.stored(StructureCertificate)

    @cached_property
    def verdict(self) -> str:
        """The answer as derived here."""
        if self.answer is AnswerKind.FORMULA:
            return " or ".join(map(show, self._read_formulas))
        if self.answer is AnswerKind.STRUCTURE:
            size = len(orjson.loads(self.item.gold)["domain"])
            return structure_text(countermodel(self.premises, self.asked[0], size))
        return ",".join(str(at + 1) for at in self.right) or NONE_FOLLOWS

    @cached_property
    def grounds(self) -> tuple[OptionGround, ...]:
        """Why each statement follows, or does not."""
        return tuple(derived_ground(self.premises, option) for option in self.asked)

    @property
    def right(self) -> tuple[int, ...]:
        """The places of the statements that follow."""
        return tuple(at for at, ground in enumerate(self.grounds) if ground.sources is not None)

    @property
    def options(self) -> tuple[Option, ...]:
        """The statements as they should be stored."""
        stored = self.item.options
        if self.is_imported:
            return options_as_published(stored, self.right)
        texts = [option.text for option in stored]
        return formal_options(texts, self.premises, self.asked, self.right)

    @property
    def _read_formulas(self) -> tuple[Formula, ...]:
        """The possible readings of the sentence; its stored formula if no reader exists."""
        return self.asked if self.read is None else self.read(self.item.passage[0])

    @property
    def found(self) -> Found:
        """The answer and, for a set, the premises that its first entailed statement needs."""
        supports = [ground.sources for ground in self.certificate.options if ground.sources]
        return Found(self.verdict, supports[0] if supports else None)

    @property
    def solver(self) -> str:
        """The outside solvers with their versions."""
        return _both_solvers() if self.answer is AnswerKind.SET else z3_version()


@lru_cache(maxsize=1)
def _both_solvers() -> str:
    return f"{z3_version()}, cvc5 {version('cvc5')}"


def _counts(case: FormalCase) -> Iterator[str]:
    item = case.item
    counts = (item.traits.n_premises, item.traits.n_atoms)
    if counts != (len(item.premises), len(item.symbols)):
        yield "the counts are not those of the item"


def _label(case: FormalCase) -> Iterator[str]:
    item = case.item
    if item.gold != case.verdict:
        yield f"the gold answer is {item.gold}, but {case.verdict} is derived"
    if item.intended != item.gold and not case.is_imported:
        yield f"the construction intended {item.intended}"


def _text(case: FormalCase) -> Iterator[str]:
    item = case.item
    if case.answer is AnswerKind.STRUCTURE:
        if (item.passage, (item.question,)) != (item.premises, item.query):
            yield "the argument shown is not the argument stored"
        return
    sentences = (*item.passage, *(option.text for option in item.options))
    yield from text_of(case, sentences, (*case.premises, *case.asked))


def _formula(case: FormalCase) -> Iterator[str]:
    """The sentence says something: it can be true, and can be false.

    Some imported sentences fail this; the audit names them.
    """
    [formula] = case.asked
    if case.item.gold != show(formula):
        yield "the gold formula is not the formula stored"
    if case.is_imported:
        return
    for model, is_true in zip(case.certificate.models, (True, False), strict=True):
        if holds(structure_of(model), formula) is not is_true:
            yield "a structure does not show what it is stored for"
    if case.certificate.models != either_way(formula):
        yield "the structures are not the least ones"


def _structure(case: FormalCase) -> Iterator[str]:
    """The gold structure is a countermodel."""
    size = len(orjson.loads(case.item.gold)["domain"])
    structure = countermodel(case.premises, case.asked[0], size)
    if not is_countermodel(structure, case.premises, case.asked[0]):
        yield "our evaluator and Z3 do not both find a countermodel"


def _set(case: FormalCase) -> Iterator[str]:
    """Each statement follows, or fails, as its ground says."""
    item = case.item
    if item.options != case.options:
        yield "keys and roles of the options are not those of what follows"
    if len(case.certificate.options) != len(case.asked):
        yield "an option has no ground"
        return
    for option, formula, ground in zip(item.options, case.asked, case.grounds, strict=True):
        if problem := unconfirmed(case.premises, formula, option.role, ground.sources):
            yield problem
    for formula, stored, ground in zip(
        case.asked, case.certificate.options, case.grounds, strict=True
    ):
        if stored.sources != ground.sources:
            yield f"the premises that {show(formula)} needs are not those stored"
        elif not _fails(case, formula, stored):
            yield f"a structure does not show that {show(formula)} fails"
    needed = [len(ground.sources) for ground in case.grounds if ground.sources]
    if item.traits.depth != max(needed, default=0):
        yield "the number of premises needed is not that of the grounds"


def _fails(case: FormalCase, formula: Formula, stored: OptionGround) -> bool:
    """Whether the stored structures show that a statement does not follow from the premises.

    For a statement that follows: whether they show that no smaller set of premises entails it.
    """
    held: list[tuple[Formula, ...]] = [case.premises]
    if stored.sources is not None:
        places = range(1, len(case.premises))
        fewer = combinations(places, len(stored.sources) - 1) if stored.sources else ()
        held = [(case.premises[0], *(case.premises[at] for at in some)) for some in fewer]
    return len(held) == len(stored.models) and all(
        is_countermodel(structure_of(model), some, formula)
        for model, some in zip(stored.models, held, strict=True)
    )


_SHOWN = {AnswerKind.FORMULA: _formula, AnswerKind.STRUCTURE: _structure, AnswerKind.SET: _set}
CHECKS = {
    answer: (identity, _counts, _label, _text, shown, own) for answer, shown in _SHOWN.items()
}
