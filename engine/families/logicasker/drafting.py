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
from engine.families.logicasker.asked import Asked, Proof, Rejected
from engine.families.logicasker.asking import as_published, group
from engine.families.logicasker.kinds import ENTAILMENTS
from engine.families.logicasker.language import draw_vocabulary, sentence
from engine.families.logicasker.params import Cell, Params, cell, ways
from engine.families.logicasker.rules.skills import Problem, skill_of
from engine.logic import Formula, Predicate, postorder, show
from engine.logic.judging import interned, with_names
from engine.logic.occurrences import symbols_of

_ATTEMPTS = 200


def logicasker_drafts(
    family: str, version: int, params: Params, canonical: str, seed: int, number: int
) -> tuple[LabelDraft, ...]:
    """Draft the questions of one group.

    Raises:
        InputError: no candidate was accepted.
    """
    # wording must not change the logic: English and formal items are matched counterparts
    identity = canonical.replace('"language":"formal"', '"language":"en"')
    rng = group_rng(family, version, identity, seed, number)
    planned = cell(params, number)
    rejected: Counter[str] = Counter()
    for _ in range(_ATTEMPTS):
        try:
            asked = _questions(params, planned, rng)
        except Rejected as reason:
            rejected[str(reason)] += 1
            continue
        turn = number + _first_turn(family, version, identity, seed)
        words = _Words(params.language, asked, rng, turn)
        counts = tuple(sorted(rejected.items()))
        return tuple(_draft(params, planned, one, words, counts) for one in asked)
    raise InputError(
        f"no question on {planned.skill_id} was found (seed {seed}, group {number}) in"
        f" {_ATTEMPTS:,} attempts; leave out the skill"
    )


@lru_cache(maxsize=8)
def _first_turn(family: str, version: int, params: str, seed: int) -> int:
    """Where the set starts in the rotation of words."""
    return group_rng(family, version, params, seed, -1).randrange(1 << 20)


def _questions(params: Params, planned: Cell, rng: Random) -> list[Asked]:
    """The questions of a group, their symbols numbered at random.

    Raises:
        Rejected: the candidate makes no item.
    """
    schema = rng.choice(ways(planned.skill_id, planned.length, params.recipe == "faithful"))
    if params.recipe == "faithful":
        asked = [as_published(schema, planned.problem, rng)]
    else:
        asked = group(schema, planned.problem, planned.length, params.members, rng)
    formulas = [f for one in asked for f in (*one.premises, one.query, *one.derived)]
    known = dict.fromkeys(name for formula in formulas for name in symbols_of(formula))
    names: dict[str, str] = {}
    for kind in "pPRa":
        own = [name for name in known if name[0] == kind]
        numbers = rng.sample(range(1, len(own) + 1), len(own))
        names |= {name: f"{kind}{n}" for name, n in zip(own, numbers, strict=True)}
    return [one.renamed(lambda formula: interned(with_names(formula, names))) for one in asked]


_PROBLEMS = {"contradiction": Problem.CONTRADICTION, "unrelated": Problem.UNRELATED}


def _draft(
    params: Params,
    planned: Cell,
    asked: Asked,
    words: _Words,
    rejected: tuple[tuple[str, int], ...],
) -> LabelDraft:
    skill, proof = skill_of()[asked.form], asked.proof
    forms = tuple(step.form for step in proof.steps) if proof else ()
    return LabelDraft(
        role=asked.kind,
        passage=tuple(map(words.say, asked.premises)),
        question=words.say(asked.query),
        symbols=words.symbols((*asked.premises, asked.query)),
        premises=asked.premises,
        query=asked.query,
        intended=ENTAILMENTS[asked.kind],
        split=planned.split,
        labels=QuestionKind(params.question),
        traits=Traits(
            depth=planned.length,
            height=proof.height if proof else planned.length,
            root_form=asked.form,
            forms=forms,
            question_type=params.question,
            rule=skill.name,
            skill=skill.id_of(_PROBLEMS.get(asked.kind, Problem.INFERENCE)),
            logic=skill.logic,
            language=params.language,
            structure=asked.edit,
            n_distractors=asked.n_idle,
        ),
        certificate=_certificate(proof, rejected),
    )


def _certificate(
    proof: Proof | None, rejected: tuple[tuple[str, int], ...]
) -> EntailmentCertificate:
    if proof is None:
        return EntailmentCertificate(rejected=rejected)
    return EntailmentCertificate(
        steps=tuple(Step(show(step.formula), step.form, step.sources) for step in proof.steps),
        sound_premises=tuple(map(show, proof.premises)),
        conclusion=show(proof.conclusion),
        rejected=rejected,
    )


class _Words:
    """Words the sentences of one group: a shared formula gets the same sentence in each member."""

    def __init__(self, language: str, asked: Sequence[Asked], rng: Random, turn: int) -> None:
        self._language, self._rng = language, rng
        formulas = [f for one in asked for f in (*one.premises, one.query)]
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
