"""From a group's number to its drafts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from engine.families.draft import SkillDraft
from engine.families.logicasker.arguments import (
    Asked,
    Rejected,
    Sound,
    contradiction,
    correct,
    fallacy,
    negation,
    new_statement,
    sound_argument,
    unrelated,
)
from engine.families.logicasker.params import Cell, Params, cell
from engine.families.seeding import group_rng
from engine.items import Symbol
from engine.language.quantified import draw_vocabulary, sentence
from engine.logic import Formula, Predicate, postorder, show
from engine.logic.derivation import Derivation, DerivationStep
from engine.logic.judging import in_order_of_occurrence, symbols_of, with_names
from engine.logic.skills import Problem, skill_of

_ATTEMPTS = 4000


def logicasker_drafts(
    family: str, version: int, params: Params, canonical: str, seed: int, group: int
) -> tuple[SkillDraft, ...]:
    """The questions of one group.

    Raises:
        RuntimeError: no candidate was accepted, which would be a fault of the construction.
    """
    # the wording must not change the logic: English and formal items are counterparts
    identity = canonical.replace('"language":"formal"', '"language":"en"')
    rng = group_rng(family, version, identity, seed, group)
    planned = cell(params, group)
    rejected: Counter[str] = Counter()
    for _ in range(_ATTEMPTS):
        try:
            sound = sound_argument(planned, params.recipe == "faithful", rng)
            asked = _questions(params, planned, sound, rng)
        except Rejected as reason:
            rejected[str(reason)] += 1
            continue
        return _drafts(params, planned, sound, asked, tuple(sorted(rejected.items())), rng)
    raise RuntimeError(
        f"no argument of length {planned.length} for {planned.leaf} at seed {seed}, group {group}:"
        f" {dict(rejected)}"
    )


def _questions(params: Params, planned: Cell, sound: Sound, rng: Random) -> list[Asked]:
    """What the group asks: the inference and its contrasts, or in the faithful recipe one thing."""
    if params.recipe == "faithful":
        return [_faithful(planned, sound, rng)]
    other = _other(planned, sound, rng)
    if params.question == "two-way":
        return [correct(sound), other]
    return [correct(sound), contradiction(sound, rng), other]


def _faithful(planned: Cell, sound: Sound, rng: Random) -> Asked:
    if planned.skill.is_fallacy:
        return fallacy(sound)
    match planned.problem:
        case Problem.INFERENCE:
            return correct(sound)
        case Problem.CONTRADICTION:
            return negation(sound)
        case _:
            return new_statement(sound, rng)


def _other(planned: Cell, sound: Sound, rng: Random) -> Asked:
    if planned.skill.is_fallacy:
        return fallacy(sound)
    if planned.problem is Problem.CONTRADICTION:
        return contradiction(sound, rng)
    return unrelated(sound, rng)


def _drafts(
    params: Params,
    planned: Cell,
    sound: Sound,
    asked: Sequence[Asked],
    rejected: tuple[tuple[str, int], ...],
    rng: Random,
) -> tuple[SkillDraft, ...]:
    """The questions with premises shuffled alike, symbols renamed alike, in the same words."""
    order = list(range(len(sound.premises)))
    rng.shuffle(order)
    formulas = [sound.premises[at] for at in order] + [sound.conclusion]
    for question in asked:
        formulas += [*(question.premises[at] for at in order), question.query]
    names = in_order_of_occurrence(formulas)
    derivation = _rearranged(sound.derivation, order, names)
    told = tuple(with_names(sound.premises[at], names) for at in order)
    twin = told, with_names(sound.conclusion, names)
    renamed = [with_names(formula, names) for formula in formulas]
    words = _Words(params.language, renamed, rng)
    return tuple(
        _draft(params, planned, sound, question, order, names, derivation, twin, words, rejected)
        for question in asked
    )


def _draft(
    params: Params,
    planned: Cell,
    sound: Sound,
    question: Asked,
    order: Sequence[int],
    names: dict[str, str],
    derivation: Derivation,
    twin: tuple[tuple[Formula, ...], Formula],
    words: _Words,
    rejected: tuple[tuple[str, int], ...],
) -> SkillDraft:
    premises = tuple(with_names(question.premises[at], names) for at in order)
    query = with_names(question.query, names)
    problem = {"contradiction": Problem.CONTRADICTION, "unrelated": Problem.UNRELATED}
    skill, root_form = planned.skill, sound.root.key
    if question.kind == "fallacy":
        assert sound.contrast is not None
        root_form = sound.contrast.fallacy.key
    elif skill.is_fallacy:
        skill = skill_of()[root_form]
    return SkillDraft(
        kind=question.kind,
        language=params.language,
        question_type=params.question,
        passage=tuple(map(words.say, premises)),
        question=words.say(query),
        symbols=words.symbols((*premises, query)),
        premises=premises,
        query=query,
        sound=twin,
        derivation=derivation,
        edit=question.edit,
        logic=skill.logic,
        rule=skill.name,
        leaf=skill.leaf(problem.get(question.kind, Problem.INFERENCE)),
        root_form=root_form,
        rejected=rejected,
    )


def _rearranged(derivation: Derivation, order: list[int], names: dict[str, str]) -> Derivation:
    """The derivation after premises have been shuffled and symbols renamed."""
    n = len(order)

    def moved(source: int) -> int:
        return order.index(source) if source < n else source

    steps = tuple(
        DerivationStep(with_names(s.formula, names), s.form, tuple(map(moved, s.sources)))
        for s in derivation.steps
    )
    return Derivation(steps, derivation.length, derivation.height)


class _Words:
    """The sentences of one group: what its members share they say in the same words."""

    def __init__(self, language: str, formulas: Sequence[Formula], rng: Random) -> None:
        self._language, self._rng = language, rng
        self._vocabulary = draw_vocabulary(formulas, rng) if language == "en" else _plain(formulas)
        self._said: dict[Formula, str] = {}

    def say(self, formula: Formula) -> str:
        """A formula as a sentence, or as it is written."""
        if self._language == "formal":
            return show(formula)
        if formula not in self._said:
            self._said[formula] = sentence(formula, self._vocabulary, self._rng)
        return self._said[formula]

    def symbols(self, formulas: Sequence[Formula]) -> tuple[Symbol, ...]:
        """The words of those symbols that the formulas have."""
        told = {name for formula in formulas for name in symbols_of(formula)}
        return tuple(s for s in self._vocabulary if s.atom.partition("(")[0] in told)


def _plain(formulas: Sequence[Formula]) -> tuple[Symbol, ...]:
    """Symbols that stand for themselves."""
    found: dict[str, None] = {}
    for formula in formulas:
        for node in postorder(formula):
            if isinstance(node, Predicate):
                places = ("", "(x)", "(x, y)")[len(node.args)]
                found[f"{node.name}{places}"] = None
        found.update((name, None) for name in symbols_of(formula) if name.startswith("a"))
    return tuple(Symbol(atom, atom) for atom in found)
