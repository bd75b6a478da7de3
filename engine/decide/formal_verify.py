"""Is everything true that is stored of an item of two-variable logic? Derived again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.metadata import version

import orjson

from engine.core.errors import InputError, SoritesError
from engine.core.items import (
    NONE_FOLLOWS,
    Item,
    Option,
    OptionGround,
    StructureCertificate,
    Verification,
)
from engine.decide.formal import (
    COUNTERMODEL,
    SYMBOLIZATION,
    VALIDITY,
    countermodel,
    derived_ground,
    either_way,
    formal_options,
    is_countermodel,
    options_as_published,
    unconfirmed,
)
from engine.decide.labels import z3_version
from engine.decide.skill import structure_of
from engine.families.logicskills.language import read_published, readings
from engine.logic import Formula, parse, show
from engine.logic.first_order.structures import holds, structure_text

METHODS = {
    SYMBOLIZATION: "construction, reading of the sentence",
    COUNTERMODEL: "evaluation, Z3",
    VALIDITY: "instances or a structure, Z3, cvc5",
}

_read = lru_cache(maxsize=1 << 14)(parse)


@dataclass
class _Case:
    """An item with its formulas read."""

    item: Item

    @property
    def task(self) -> str:
        return self.item.traits.question_type or ""

    @cached_property
    def premises(self) -> tuple[Formula, ...]:
        return tuple(map(_read, self.item.premises))

    @cached_property
    def query(self) -> tuple[Formula, ...]:
        found = tuple(map(_read, self.item.query))
        if not found or (self.task != VALIDITY and len(found) != 1):
            raise InputError(f"it has {len(found)} formulas where the answer is looked for")
        return found

    @cached_property
    def certificate(self) -> StructureCertificate:
        if self.item.certificate.kind != "structure":
            raise InputError("the certificate is none of a task of two-variable logic")
        return self.item.certificate

    @cached_property
    def verdict(self) -> str:
        """The answer as it is derived here."""
        if self.task == SYMBOLIZATION:
            return " or ".join(map(show, self.read(self.item.passage[0])))
        if self.task == COUNTERMODEL:
            size = len(orjson.loads(self.item.gold)["domain"])
            return structure_text(countermodel(self.premises, self.query[0], size))
        return ",".join(str(at + 1) for at in self.right) or NONE_FOLLOWS

    @cached_property
    def grounds(self) -> tuple[OptionGround, ...]:
        """Why each statement follows, or does not."""
        return tuple(derived_ground(self.premises, option) for option in self.query)

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
        return formal_options(texts, self.premises, self.query, self.right)

    @property
    def is_imported(self) -> bool:
        """Whether others published the item, so that its sentences are of their templates."""
        return self.item.published_label is not None

    def read(self, sentence: str) -> tuple[Formula, ...]:
        """The formulas that a sentence of the item can mean."""
        if not self.is_imported:
            return readings(sentence, self.item.symbols)
        found = read_published(sentence, self.item.traits.language)
        return () if found is None else (found.formula,)


def verify_formal(item: Item) -> Verification:
    """Derive the item's answer, certificate, options and text again and compare them.

    A sentence must read as exactly its formula, which must be true in one stored structure and
    false in the other. A countermodel must be one for our evaluator and for Z3, and the least of
    its size. Statements that follow must do so by instances, by Z3 and by cvc5, and need the
    premises that are stored; the others must fail in their structure. Structures must be the least.
    Sentences that others published are read by their templates.
    """
    case = _Case(item)
    verdict, needed = "undecided", None
    try:
        problem = next(_problems(case), None)
        verdict = case.verdict
        supports = [ground.sources for ground in case.certificate.options if ground.sources]
        needed = supports[0] if supports else None
    except (SoritesError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        problem = f"cannot be read: {error}"
    return Verification(
        index=item.index,
        verdict=verdict,
        agreed=problem is None,
        methods=METHODS[case.task],
        solver=_solvers(case.task),
        minimal_premises=needed,
        problem=problem,
    )


@lru_cache(maxsize=len(METHODS))
def _solvers(task: str) -> str:
    """The outside solvers of a task with their versions."""
    return f"{z3_version()}, cvc5 {version('cvc5')}" if task == VALIDITY else z3_version()


def _problems(case: _Case) -> Iterator[str]:
    for check in (_identity, _label, _text, *_CHECKS[case.task]):
        yield from check(case)


def _identity(case: _Case) -> Iterator[str]:
    item = case.item
    if item.hash != item.content_hash():
        yield "the hash is not that of the content"
    counts = (item.traits.n_premises, item.traits.n_atoms)
    if counts != (len(item.premises), len(item.symbols)):
        yield "the counts are not those of the item"


def _label(case: _Case) -> Iterator[str]:
    item = case.item
    if item.gold != case.verdict:
        yield f"the gold answer is {item.gold}, but {case.verdict} is derived"
    if item.intended != item.gold and not case.is_imported:
        yield f"the construction intended {item.intended}"


def _text(case: _Case) -> Iterator[str]:
    item = case.item
    if case.task == COUNTERMODEL:
        if (item.passage, (item.question,)) != (item.premises, item.query):
            yield "the argument shown is not the argument stored"
        return
    formulas = (*case.premises, *case.query)
    sentences = (*item.passage, *(option.text for option in item.options))
    if len(sentences) != len(formulas):
        yield f"{len(sentences)} sentences for {len(formulas)} formulas"
        return
    for sentence, formula in zip(sentences, formulas, strict=True):
        found = case.read(sentence)
        if found != (formula,):
            meant = " or ".join(map(show, found)) or "nothing"
            yield f"{sentence!r} reads as {meant}, not as {show(formula)}"


def _formula(case: _Case) -> Iterator[str]:
    """The sentence says something: it can be true, and can be false.

    Of imported sentences this is not so in each case; the audit names those of which it is not.
    """
    [formula] = case.query
    if case.item.gold != show(formula):
        yield "the gold formula is not the formula stored"
    if case.is_imported:
        return
    for model, is_true in zip(case.certificate.models, (True, False), strict=True):
        if holds(structure_of(model), formula) is not is_true:
            yield "a structure does not show what it is stored for"
    if case.certificate.models != either_way(formula):
        yield "the structures are not the least ones"


def _structure(case: _Case) -> Iterator[str]:
    """The gold structure is a countermodel."""
    size = len(orjson.loads(case.item.gold)["domain"])
    structure = countermodel(case.premises, case.query[0], size)
    if not is_countermodel(structure, case.premises, case.query[0]):
        yield "our evaluator and Z3 do not both find a countermodel"


def _set(case: _Case) -> Iterator[str]:
    """Each statement follows, or fails, as its ground says."""
    item = case.item
    if item.options != case.options:
        yield "keys and roles of the options are not those of what follows"
    if len(case.certificate.options) != len(case.query):
        yield "an option has no ground"
        return
    for option, formula, ground in zip(item.options, case.query, case.grounds, strict=True):
        if problem := unconfirmed(case.premises, formula, option.role, ground.sources):
            yield problem
        models = ground.models if ground.sources is None else ()
        if not all(is_countermodel(structure_of(m), case.premises, formula) for m in models):
            yield f"a structure does not show that {show(formula)} fails"
    for formula, stored, ground in zip(
        case.query, case.certificate.options, case.grounds, strict=True
    ):
        if stored != ground:
            yield f"the ground of {show(formula)} is not the least"
    needed = [len(ground.sources) for ground in case.grounds if ground.sources]
    if item.traits.depth != max(needed, default=0):
        yield "the number of premises needed is not that of the grounds"


_CHECKS: dict[str, tuple[Callable[[_Case], Iterator[str]], ...]] = {
    SYMBOLIZATION: (_formula,),
    COUNTERMODEL: (_structure,),
    VALIDITY: (_set,),
}
