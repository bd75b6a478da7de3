"""Drafts of a group from its number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from engine.core.errors import InputError
from engine.core.items import EntailmentCertificate, Step, Symbol, Traits
from engine.core.kinds import QuestionKind
from engine.core.seeding import group_rng
from engine.decide.draft import LabelDraft
from engine.families.logicasker.arguments import Rejected, Sound, sound_argument
from engine.families.logicasker.asked import Asked
from engine.families.logicasker.asking import questions
from engine.families.logicasker.kinds import STANDINGS
from engine.families.logicasker.language import draw_vocabulary, sentence
from engine.families.logicasker.params import Cell, Params
from engine.families.logicasker.reaching import reached_cell
from engine.families.logicasker.rules.skills import Problem, skill_of
from engine.families.logicasker.twins import are_listed, asked_in_one_step
from engine.families.logicasker.weights import n_together
from engine.logic import Formula, Predicate, postorder, show
from engine.logic.occurrences import symbols_of

_ATTEMPTS = 20_000
"""Far more than `reaching` spends to find out whether a leaf can be made."""


def logicasker_drafts(
    family: str, version: int, params: Params, canonical: str, seed: int, group: int
) -> tuple[LabelDraft, ...]:
    """Draft the questions of one group.

    Raises:
        InputError: no candidate was accepted, or the chosen rules reach no leaf.
    """
    # wording must not change the logic: English and formal items are matched counterparts
    identity = canonical.replace('"language":"formal"', '"language":"en"')
    rng = group_rng(family, version, identity, seed, group)
    planned = reached_cell(params, group)
    rejected: Counter[str] = Counter()
    sounds: list[Sound] = []
    for _ in range(_ATTEMPTS):
        try:
            found = _candidate(params, planned, sounds, rng)
        except Rejected as reason:
            rejected[str(reason)] += 1
            continue
        if found is None:
            continue
        sound, asked = found
        rejected.update(reason for question in asked for reason in question.passed_over)
        turn = planned.turn + _first_turn(family, version, identity, seed)
        return _drafts(params, planned, sound, asked, tuple(sorted(rejected.items())), rng, turn)
    reasons = ", ".join(f"{reason} {n:,}" for reason, n in rejected.most_common())
    raise InputError(
        f"no argument of length {planned.length} was found for {planned.leaf} (seed {seed}, group"
        f" {group}) in {_ATTEMPTS:,} attempts, rejected as {reasons}; leave out the leaf or allow"
        " more rules"
    )


def _candidate(
    params: Params, planned: Cell, sounds: list[Sound], rng: Random
) -> tuple[Sound, list[Asked]] | None:
    """A sound argument and its questions; None until enough arguments are drawn to choose from.

    Raises:
        Rejected: the candidate makes no item.
    """
    if are_listed(params, planned.length):
        return asked_in_one_step(planned, rng)
    wanted = n_together(params.question, planned.length) if params.recipe == "sound" else 1
    if len(sounds) == wanted:  # none of these yielded a question
        sounds.clear()
    sounds.append(sound_argument(planned, params, rng))
    return questions(params, planned, sounds, rng) if len(sounds) == wanted else None


@lru_cache(maxsize=8)
def _first_turn(family: str, version: int, params: str, seed: int) -> int:
    """Where the set starts in the rotation of words."""
    return group_rng(family, version, params, seed, -1).randrange(1 << 20)


def _drafts(
    params: Params,
    planned: Cell,
    sound: Sound,
    asked: Sequence[Asked],
    rejected: tuple[tuple[str, int], ...],
    rng: Random,
    turn: int,
) -> tuple[LabelDraft, ...]:
    """Word the questions of a group, with the same words for what they share."""
    formulas = [*sound.premises, sound.conclusion]
    for question in asked:
        formulas += [*question.premises, question.query]
    words = _Words(params.language, formulas, rng, turn)
    return tuple(_draft(params, planned, sound, one, words, rejected) for one in asked)


_PROBLEMS = {"contradiction": Problem.CONTRADICTION, "unrelated": Problem.UNRELATED}


def _draft(
    params: Params,
    planned: Cell,
    sound: Sound,
    question: Asked,
    words: _Words,
    rejected: tuple[tuple[str, int], ...],
) -> LabelDraft:
    skill, root_form = planned.skill, sound.root.key
    if question.kind == "fallacy":
        assert sound.contrast is not None
        root_form = sound.contrast.fallacy.key
    elif skill.is_fallacy:
        skill = skill_of()[root_form]
    steps = sound.derivation.steps
    return LabelDraft(
        role=question.kind,
        passage=tuple(map(words.say, question.premises)),
        question=words.say(question.query),
        symbols=words.symbols((*question.premises, question.query)),
        premises=question.premises,
        query=question.query,
        intended=STANDINGS[question.kind],
        split=planned.split,
        labels=QuestionKind(params.question),
        traits=Traits(
            depth=sound.derivation.length,
            height=sound.derivation.height,
            root_form=root_form,
            forms=tuple(step.form for step in steps),
            question_type=params.question,
            rule=skill.name,
            leaf=skill.leaf(_PROBLEMS.get(question.kind, Problem.INFERENCE)),
            logic=skill.logic,
            language=params.language,
            structure=question.edit,
        ),
        certificate=EntailmentCertificate(
            steps=tuple(Step(show(step.formula), step.form, step.sources) for step in steps),
            sound_premises=tuple(map(show, sound.premises)),
            conclusion=show(sound.conclusion),
            rejected=rejected,
        ),
    )


class _Words:
    """Words the sentences of one group: a shared formula gets the same sentence in each member."""

    def __init__(self, language: str, formulas: Sequence[Formula], rng: Random, turn: int) -> None:
        self._language, self._rng = language, rng
        is_english = language == "en"
        self._vocabulary = draw_vocabulary(formulas, rng, turn) if is_english else _plain(formulas)
        self._sentences: dict[Formula, str] = {}

    def say(self, formula: Formula) -> str:
        """The formula as a sentence, or in symbols for formal items."""
        if self._language == "formal":
            return show(formula)
        if formula not in self._sentences:
            self._sentences[formula] = sentence(formula, self._vocabulary, self._rng)
        return self._sentences[formula]

    def symbols(self, formulas: Sequence[Formula]) -> tuple[Symbol, ...]:
        """The symbols that occur in the formulas."""
        named = {name for formula in formulas for name in symbols_of(formula)}
        return tuple(s for s in self._vocabulary if s.atom.partition("(")[0] in named)


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
