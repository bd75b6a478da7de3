"""Is everything true that is stored of a question on a skill? Derived again from what is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.core.errors import InputError, SoritesError
from engine.core.items import EntailmentCertificate, Item, Symbol, Verification
from engine.decide.labels import z3_version
from engine.decide.skill import (
    CONTRADICTION,
    CORRECT,
    FALLACY,
    STANDINGS,
    UNRELATED,
    answer,
    open_models,
    query_shape,
    skill_options,
    structure_of,
)
from engine.decide.skill_steps import step_problems
from engine.families.logicasker.language import readings
from engine.logic import Formula, Standing, negate, parse, show
from engine.logic.derivation import Derivation
from engine.logic.first_order.structures import holds
from engine.logic.judging import (
    can_be_left_out,
    derivation,
    our_standing,
    symbols_of,
    z3_standing,
)
from engine.logic.lifting import closed
from engine.logic.refuting import fault_of_contradiction
from engine.logic.skills import Problem, leaves, skill_of

METHODS = "truth table, elimination or instances, Z3"
_PROBLEMS = {
    CORRECT: Problem.INFERENCE,
    CONTRADICTION: Problem.CONTRADICTION,
    UNRELATED: Problem.UNRELATED,
    FALLACY: Problem.INFERENCE,
}

_read = lru_cache(maxsize=1 << 14)(parse)


@dataclass
class _Case:
    """An item with its formulas read, and what was derived from them."""

    item: Item

    @cached_property
    def premises(self) -> tuple[Formula, ...]:
        return tuple(map(_read, self.item.premises))

    @cached_property
    def query(self) -> Formula:
        if len(self.item.query) != 1:
            raise InputError(f"it has {len(self.item.query)} conclusions")
        return _read(self.item.query[0])

    @cached_property
    def certificate(self) -> EntailmentCertificate:
        if self.item.certificate.kind != "entailment":
            raise InputError("the certificate is none of a question on a skill")
        return self.item.certificate

    @cached_property
    def sound(self) -> tuple[tuple[Formula, ...], Formula]:
        """The sound argument: premises and conclusion."""
        stored = self.certificate
        return tuple(map(_read, stored.sound_premises)), _read(stored.conclusion)

    @cached_property
    def standing(self) -> Standing:
        return our_standing(self.premises, self.query)

    @cached_property
    def shortest(self) -> Derivation | None:
        """A shortest derivation of the sound argument, no longer than the stored one."""
        return derivation(*self.sound, max(len(self.certificate.steps), 1))


def verify_skill(item: Item) -> Verification:
    """Derive the item's label, kind, length, certificate and text again and compare them.

    How the conclusion stands to the premises is derived by our own procedures and by Z3. The sound
    argument must follow, need each of its premises, and have no derivation shorter than the stored
    one, which is replayed step by step; the item must differ from it as its kind says. What a
    contradiction denies must be derived from its own premises in as many steps, and need each of
    them. Structures
    are evaluated and must be the least. Every sentence must read back to exactly its formula; hash,
    options, leaf and traits must be those of the content.

    An imported item has no derivation and English of its own, and may be mislabelled: of it the
    label, the structures, the hash and the counts are derived again.
    """
    case = _Case(item)
    verdict, found = "undecided", None
    try:
        problem = next(_problems(case), None)
        verdict = answer(item.traits.question_type or "", case.standing) or verdict
        found = case.shortest if item.published_label is None else None
    except (SoritesError, KeyError, ValueError) as error:
        problem = f"cannot be read: {error}"
    used = {s for t in found.steps for s in t.sources if s < len(item.premises)} if found else None
    is_own = item.role in (CORRECT, CONTRADICTION)
    return Verification(
        index=item.index,
        verdict=verdict,
        agreed=problem is None,
        methods=METHODS,
        solver=z3_version(),
        minimal_premises=tuple(sorted(used)) if used is not None and is_own else None,
        steps=found.length if found else None,
        height=found.height if found else None,
        problem=problem,
    )


def _problems(case: _Case) -> Iterator[str]:
    checks = _CHECKS if case.item.published_label is None else _CHECKS_OF_IMPORTED
    for check in checks:
        yield from check(case)


def _identity(case: _Case) -> Iterator[str]:
    item = case.item
    if item.hash != item.content_hash():
        yield "the hash is not that of the content"
    if item.options != skill_options(item.traits.question_type or "", item.gold):
        yield "the options are not the answers of this question in their roles"


def _label(case: _Case) -> Iterator[str]:
    item, ours = case.item, case.standing
    theirs = z3_standing(case.premises, case.query)
    if ours is not theirs:
        yield f"our procedure says {ours}, Z3 says {theirs}"
    right = answer(item.traits.question_type or "", ours)
    if right is None:
        yield f"the conclusion is {ours}"
    if item.gold != right:
        yield f"the gold answer is {item.gold}, but the conclusion is {ours}"
    if item.published_label is not None:
        return
    if item.intended != item.gold:
        yield f"the construction intended {item.intended}"
    if STANDINGS.get(item.role) is not ours:
        yield f"the kind is {item.role}, but the conclusion is {ours}"
    if len({*case.premises, case.query}) <= len(case.premises):
        yield "a formula stands twice"


def _leaf(case: _Case) -> Iterator[str]:
    """The leaf is of this kind of problem, and its rule is the one that is tested."""
    item, traits = case.item, case.item.traits
    known = leaves().get(traits.leaf or "")
    if known is None:
        yield f"there is no leaf {traits.leaf}"
        return
    skill, problem = known
    if problem is not _PROBLEMS[item.role] or skill.is_fallacy is not (item.role == FALLACY):
        yield f"the leaf {traits.leaf} is not one of the kind {item.role}"
    if (traits.rule, traits.logic) != (skill.name, skill.logic):
        yield "rule and logic are not those of the leaf"
    if skill_of().get(traits.root_form or "") is not skill:
        yield f"the form {traits.root_form} is none of the leaf"
    elif item.role != FALLACY and traits.root_form not in traits.forms:
        yield "the form of the leaf is not used"


def _twin(case: _Case) -> Iterator[str]:
    """The sound argument, and how the item stands to it."""
    (premises, conclusion), role = case.sound, case.item.role
    if our_standing(premises, conclusion) is not Standing.ENTAILED:
        yield "the sound argument does not follow"
    elif z3_standing(premises, conclusion) is not Standing.ENTAILED:
        yield "Z3 does not find the sound argument to follow"
    if can_be_left_out(premises, conclusion):
        yield "a premise of the sound argument can be left out"
    if role == CORRECT and (premises, conclusion) != (case.premises, case.query):
        yield "the sound argument is not the item's own"
    if role in (CONTRADICTION, UNRELATED, FALLACY):
        yield from _edited(case)
    if role == CONTRADICTION:
        fault = fault_of_contradiction(case.premises, case.query, len(case.certificate.steps))
        if fault is not None:
            yield f"no contradiction of this length: {fault}"


def _edited(case: _Case) -> Iterator[str]:
    premises, conclusion = case.sound
    if len(premises) != len(case.premises):
        yield "the sound argument has another number of premises"
        return
    pairs = zip((*premises, conclusion), (*case.premises, case.query), strict=True)
    changed = [(one, other) for one, other in pairs if one != other]
    are_exchanged = len(changed) == 2 and set(changed[0]) == set(changed[1])
    if len(changed) != 1 and not are_exchanged:
        yield f"the item differs from the sound argument in {len(changed)} formulas"


def _derivation(case: _Case) -> Iterator[str]:
    yield from step_problems(*case.sound, case.certificate.steps, case.shortest, case.item.traits)


def _models(case: _Case) -> Iterator[str]:
    models = case.certificate.models
    if case.standing is not Standing.UNDETERMINED:
        if models:
            yield "a decided item carries structures"
        return
    claims = (closed(case.query), negate(closed(case.query)))
    if len(models) != len(claims):
        yield "an open item lacks a structure"
        return
    told = [closed(premise) for premise in case.premises]
    for model, claim in zip(models, claims, strict=True):
        structure = structure_of(model)
        if not all(holds(structure, formula) for formula in (*told, claim)):
            yield f"a structure does not satisfy the premises and {show(claim)}"
    if models != open_models(case.premises, case.query):
        yield "the structures are not the least ones"


def _text(case: _Case) -> Iterator[str]:
    item = case.item
    if len(item.passage) != len(case.premises):
        yield f"{len(item.passage)} sentences for {len(case.premises)} premises"
        return
    sentences, formulas = (*item.passage, item.question), (*case.premises, case.query)
    for sentence, formula in zip(sentences, formulas, strict=True):
        found = _readings(item, sentence)
        if found != (formula,):
            meant = " or ".join(map(show, found)) or "nothing"
            yield f"{sentence!r} reads as {meant}, not as {show(formula)}"


def _readings(item: Item, sentence: str) -> tuple[Formula, ...]:
    if item.traits.language == "formal":
        return (_read(sentence),)
    return _english(sentence, item.symbols)


@lru_cache(maxsize=1 << 10)
def _english(sentence: str, symbols: tuple[Symbol, ...]) -> tuple[Formula, ...]:
    return readings(sentence, symbols)


def _counts(case: _Case) -> Iterator[str]:
    item, traits = case.item, case.item.traits
    told = {name for formula in (*case.premises, case.query) for name in symbols_of(formula)}
    named = [symbol.atom.partition("(")[0] for symbol in item.symbols]
    if set(named) != told or len(named) != len(told):
        yield "the symbols are not those of the formulas"
    found = (len(case.premises), len(item.symbols), 0, query_shape(case.query))
    if found != (traits.n_premises, traits.n_atoms, traits.n_distractors, traits.query_shape):
        yield "counts or the conclusion's shape are not those of the item"


_CHECKS: tuple[Callable[[_Case], Iterator[str]], ...] = (
    _identity,
    _label,
    _leaf,
    _twin,
    _derivation,
    _models,
    _text,
    _counts,
)
_CHECKS_OF_IMPORTED = (_identity, _label, _models, _counts)
