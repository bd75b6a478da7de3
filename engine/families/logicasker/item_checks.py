"""Checks of a question on a skill beyond its kind: skill, sound argument and derivation.

The sound argument must follow, need each of its premises, and have no derivation shorter than the
stored one, which is replayed step by step. The item must differ from it as its kind says. What a
contradiction denies must follow from its own premises in as many steps, using each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from engine.core.items import Item, Symbol
from engine.core.kinds import question_of
from engine.decide.case import read_formula
from engine.decide.entailment import EntailmentCase
from engine.families.logicasker.derivation import derivation
from engine.families.logicasker.kinds import (
    CONTRADICTION,
    CORRECT,
    FALLACY,
    STANDINGS,
    UNRELATED,
)
from engine.families.logicasker.language import readings
from engine.families.logicasker.rules.refuting import fault_of_contradiction
from engine.families.logicasker.rules.skills import Problem, leaves, skill_of
from engine.families.logicasker.step_checks import step_problems
from engine.logic import Formula, Standing
from engine.logic.judging import can_be_left_out, our_standing, z3_standing

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


def sound_argument(case: EntailmentCase) -> tuple[tuple[Formula, ...], Formula]:
    """The stored sound argument: premises and conclusion."""
    stored = case.certificate
    return tuple(map(read_formula, stored.sound_premises)), read_formula(stored.conclusion)


def _kind(case: EntailmentCase) -> Iterator[str]:
    item = case.item
    if item.traits.question_type != question_of(item):
        yield "the options are not those of this type of question"
    if STANDINGS.get(item.role) is not case.standing:
        yield f"the kind is {item.role}, but the conclusion is {case.standing}"
    if len({*case.premises, case.query}) <= len(case.premises):
        yield "a formula stands twice"
    if item.traits.n_distractors:
        yield "every premise is one of the argument's, but the traits count distractors"


def _leaf(case: EntailmentCase) -> Iterator[str]:
    """Check that the leaf has this kind of problem and tests this rule."""
    item, traits = case.item, case.item.traits
    known = leaves().get(traits.leaf or "")
    if known is None:
        yield f"there is no leaf {traits.leaf}"
        return
    skill, problem = known
    if problem is not _PROBLEMS[item.role] or skill.is_fallacy is not (item.role == FALLACY):
        yield f"the leaf {traits.leaf} is not one of the kind {item.role}"
    if (traits.rule, traits.logic) != (skill.name, skill.logic):
        yield "rule and logic do not match the leaf"
    if skill_of().get(traits.root_form or "") is not skill:
        yield f"the form {traits.root_form} is not one of the leaf's"
    elif item.role != FALLACY and traits.root_form not in traits.forms:
        yield "the form of the leaf is not used"


def _twin(case: EntailmentCase) -> Iterator[str]:
    """Check the sound argument, and how the item relates to it."""
    (premises, conclusion), role = sound_argument(case), case.item.role
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


def _edited(case: EntailmentCase) -> Iterator[str]:
    premises, conclusion = sound_argument(case)
    if len(premises) != len(case.premises):
        yield "the sound argument has another number of premises"
        return
    pairs = zip((*premises, conclusion), (*case.premises, case.query), strict=True)
    changed = [(one, other) for one, other in pairs if one != other]
    are_exchanged = len(changed) == 2 and set(changed[0]) == set(changed[1])
    if len(changed) != 1 and not are_exchanged:
        yield f"the item differs from the sound argument in {len(changed)} formulas"


def _derivation(case: EntailmentCase) -> Iterator[str]:
    sound, steps = sound_argument(case), case.certificate.steps
    shortest = derivation(*sound, max(len(steps), 1))
    yield from step_problems(*sound, steps, shortest, case.item.traits)


_CHECKS = (_kind, _leaf, _twin, _derivation)
