"""Checks of a question on a skill beyond its kind: its skill, its argument and the derivation.

The stored argument must follow and need each premise that its derivation uses; the derivation is
replayed step by step. Where the conclusion follows, it derives that; where it is refuted, what
contradicts it from the same premises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from engine.core.items import Item, Symbol
from engine.core.kinds import question_of
from engine.decide.case import read_formula
from engine.decide.entailment import EntailmentCase
from engine.families.logicasker.kinds import (
    CONTRADICTION,
    CORRECT,
    ENTAILMENTS,
    FALLACY,
    UNRELATED,
)
from engine.families.logicasker.language import readings
from engine.families.logicasker.rules.skills import Problem, skill_of, skill_of_id
from engine.families.logicasker.step_checks import step_problems
from engine.logic import Entailment, Formula, free_variables
from engine.logic.judging import (
    can_be_left_out,
    can_be_left_out_to_refute,
    our_entailment,
    z3_entailment,
)

_PROBLEMS = {
    CORRECT: Problem.INFERENCE,
    CONTRADICTION: Problem.CONTRADICTION,
    UNRELATED: Problem.UNRELATED,
    FALLACY: Problem.INFERENCE,
}


def meanings(item: Item) -> Callable[[str], tuple[Formula, ...]]:
    """Returns a parser of the item's sentences, in English or as formulas."""
    if item.traits.language == "formal":
        return lambda text: (read_formula(text),)
    return lambda sentence: _english(sentence, item.symbols)


@lru_cache(maxsize=1 << 10)
def _english(sentence: str, symbols: tuple[Symbol, ...]) -> tuple[Formula, ...]:
    return readings(sentence, symbols)


def problems(case: EntailmentCase) -> Iterator[str]:
    """Yield what is wrong with a question on a skill."""
    for check in _CHECKS:
        yield from check(case)
    if case.certificate.steps or case.item.role != FALLACY:  # as published, a fallacy stands alone
        for check in _CHECKS_OF_A_PROOF:
            yield from check(case)


def sound_argument(case: EntailmentCase) -> tuple[tuple[Formula, ...], Formula]:
    """The stored sound argument: premises and conclusion."""
    stored = case.certificate
    return tuple(map(read_formula, stored.sound_premises)), read_formula(stored.conclusion)


def _kind(case: EntailmentCase) -> Iterator[str]:
    item = case.item
    if item.traits.question_type != question_of(item):
        yield "the options are not those of this type of question"
    if ENTAILMENTS.get(item.role) is not case.entailment:
        yield f"the kind is {item.role}, but the conclusion is {case.entailment}"
    if len({*case.premises, case.query}) <= len(case.premises):
        yield "a formula stands twice"
    if any(map(free_variables, (*case.premises, case.query))):
        yield "a formula has a free variable"


def _skill(case: EntailmentCase) -> Iterator[str]:
    """Check that the skill has this kind of problem and tests this rule."""
    item, traits = case.item, case.item.traits
    known = skill_of_id().get(traits.skill or "")
    if known is None:
        yield f"there is no skill {traits.skill}"
        return
    skill, problem = known
    if problem is not _PROBLEMS[item.role] or skill.is_fallacy is not (item.role == FALLACY):
        yield f"the skill {traits.skill} is not one of the kind {item.role}"
    if (traits.rule, traits.logic) != (skill.name, skill.logic):
        yield "rule and logic do not match the skill"
    if skill_of().get(traits.root_form or "") is not skill:
        yield f"the form {traits.root_form} is not one of the skill's"


def _argument(case: EntailmentCase) -> Iterator[str]:
    """Check the stored argument, what it derives, and how the item relates to it."""
    (premises, conclusion), role = sound_argument(case), case.item.role
    steps = case.certificate.steps
    used = sorted({at for step in steps for at in step.sources if at < len(premises)})
    needed = [premises[at] for at in used]
    if our_entailment(needed, conclusion) is not Entailment.ENTAILED:
        yield "the stored argument does not follow"
    elif z3_entailment(needed, conclusion) is not Entailment.ENTAILED:
        yield "Z3 does not find the stored argument to follow"
    if can_be_left_out(needed, conclusion):
        yield "a premise of the derivation can be left out"
    if len(premises) - len(used) != case.item.traits.n_distractors:
        yield "the traits do not count the premises that the derivation leaves unused"
    if len(premises) != len(case.premises):
        yield "the stored argument has another number of premises"
    if role in (CORRECT, CONTRADICTION) and premises != case.premises:
        yield "the stored argument has other premises"
    if role == CORRECT and conclusion != case.query:
        yield "the stored argument has another conclusion"
    if role == CONTRADICTION and our_entailment([conclusion], case.query) is not Entailment.REFUTED:
        yield "what is derived does not contradict the conclusion"
    if role == CONTRADICTION and can_be_left_out_to_refute(needed, case.query):
        yield "some premises alone refute the conclusion"


def _derivation(case: EntailmentCase) -> Iterator[str]:
    yield from step_problems(*sound_argument(case), case.certificate.steps, case.item.traits)


_CHECKS = (_kind, _skill)
_CHECKS_OF_A_PROOF = (_derivation, _argument)
