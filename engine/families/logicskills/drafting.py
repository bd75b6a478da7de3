"""Drafts of a group from its number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from random import Random

from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.core.seeding import group_rng
from engine.decide.draft import FormalDraft
from engine.families.logicskills.arguments import (
    Candidates,
    candidates,
    near_misses,
)
from engine.families.logicskills.language import (
    LANGUAGES,
    Palette,
    Tree,
    constraint_of,
    constraint_sentence,
    draw_words,
    formula_of,
    key_of,
    letters_of,
    nesting,
    sentence,
    words_of,
)
from engine.families.logicskills.language.lexicon import Entry
from engine.families.logicskills.params import COUNTERMODEL, SYMBOLIZATION, Params, turns
from engine.families.logicskills.samples import everywhere, refuting, seeming_support
from engine.families.logicskills.statements import statement
from engine.logic import Formula, negate, show
from engine.logic.first_order.cvc5_prover import is_proved_by_cvc5
from engine.logic.first_order.entailment import (
    doubting_prover,
    follows,
    smallest_support,
)

_ATTEMPTS = 400
_KINDS = ("M", "N", "O")
CONSTRAINT = constraint_of(_KINDS)
"""The first premise of every argument: everything is of exactly one of three nonempty kinds."""


def logicskills_drafts(
    family: str, version: int, params: Params, canonical: str, seed: int, group: int
) -> tuple[FormalDraft, ...]:
    """The questions of one group.

    Raises:
        InputError: no argument was accepted.
    """
    rng = group_rng(family, version, canonical, seed, group)
    entries = draw_words(rng, is_small=params.lexicon == "small")
    if params.task == SYMBOLIZATION:
        return _symbolizations(params, group, entries, rng)
    rejected: Counter[str] = Counter()
    if params.task == COUNTERMODEL:
        if near := next(near_misses(params, rejected, rng), None):
            return (_countermodel(params, near, rejected),)
    elif found := _first_proved(params, rejected, rng):
        draft, chosen = found
        return tuple(_worded(draft, chosen, language, entries) for language in LANGUAGES)
    reasons = ", ".join(f"{reason} {n:,}" for reason, n in rejected.most_common())
    raise InputError(
        f"no argument was found (seed {seed}, group {group}), candidates were rejected as"
        f" {reasons or 'no premises'}; lower min_premises or allow more types"
    )


def _first_proved(
    params: Params, rejected: Counter[str], rng: Random
) -> tuple[FormalDraft, Candidates] | None:
    """The first argument whose proofs all succeed; None if none is found in time."""
    for found in islice(candidates(params, rejected, rng), _ATTEMPTS):
        draft = _validity(params, found)
        if isinstance(draft, FormalDraft):
            return draft._replace(rejected=tuple(sorted(rejected.items()))), found
        rejected[draft] += 1
    return None


def _symbolizations(
    params: Params, group: int, entries: Mapping[str, Entry], rng: Random
) -> tuple[FormalDraft, ...]:
    """A contingent sentence, in both languages.

    Sampled structures show that it can be true and can be false. A sentence with one value in all
    of them is rejected, whether valid, contradictory or decided only by the domain constraint.
    """
    types = turns(params.types)
    name, rejected = types[group % len(types)], Counter[str]()
    while True:
        found = statement(name, rng.randint(1, params.max_depth), Palette(), rng)
        if found.bits not in (0, everywhere()):
            break
        rejected["true everywhere" if found.bits else "true nowhere"] += 1
    drafts = []
    for language in LANGUAGES:
        key = key_of([found.formula], entries, language)
        drafts.append(
            FormalDraft(
                task=params.task,
                role=language,
                passage=(sentence(found.tree, words_of(key)),),
                question="",
                texts=(),
                symbols=key,
                premises=(),
                query=(found.formula,),
                right=(),
                size=0,
                root_form=name,
                depth=nesting(found.tree),
                rejected=tuple(sorted(rejected.items())),
            )
        )
    return tuple(drafts)


def _validity(params: Params, found: Candidates) -> FormalDraft | str:
    """The argument with everything proved, without words; else the reason for rejection."""
    premises, options = _premises(found.premises), tuple(map(formula_of, found.options))
    depth = 0
    for at in found.right:
        option = options[at]
        if not is_proved_by_cvc5(seeming_support(premises, option), option):
            return "not proved by cvc5"
        support = smallest_support(premises, option, refuting)
        if support is None:
            is_refuted = refuting(premises, option) is not None
            return "it does not follow" if is_refuted else "not proved by instances"
        if len(support.sources) < params.min_premises:
            return "it needs fewer premises"
        needed = (premises[0], *(premises[source] for source in support.sources))
        if doubting := doubting_prover(needed, option):
            return f"not proved by {doubting}"
        depth = max(depth, len(support.sources))
    others = [option for at, option in enumerate(options) if at not in found.right]
    if problem := next(filter(None, (_unsettled(premises, option) for option in others)), None):
        return problem
    return FormalDraft(
        task=params.task,
        role="",
        passage=(),
        question="",
        texts=(),
        symbols=(),
        premises=premises,
        query=options,
        right=found.right,
        size=0,
        root_form=found.type,
        depth=depth,
        rejected=(),
        refute=refuting,
    )


def _unsettled(premises: tuple[Formula, ...], option: Formula) -> str | None:
    """What is not shown about a statement that does not follow."""
    if refuting(premises, option) is None:
        return "no small countermodel"
    contradicted = follows(premises, negate(option), refuting)
    if contradicted is None:
        return "whether it is contradicted is not settled"
    doubting = doubting_prover(premises, negate(option)) if contradicted else None
    return f"that it is contradicted is not proved by {doubting}" if doubting else None


def _countermodel(params: Params, found: Candidates, rejected: Counter[str]) -> FormalDraft:
    """An argument that nearly follows, with a countermodel of the wanted size."""
    premises, conclusion = _premises(found.premises), formula_of(found.options[0])
    formulas = (*premises, conclusion)
    letters = letters_of(formulas)
    return FormalDraft(
        task=params.task,
        role="formal",
        passage=tuple(map(show, premises)),
        question=show(conclusion),
        texts=(),
        symbols=tuple(Symbol(atom, atom) for atom in letters.values()),
        premises=premises,
        query=(conclusion,),
        right=(),
        size=params.domain,
        root_form=found.type,
        depth=max(map(nesting, found.premises)),
        rejected=tuple(sorted(rejected.items())),
    )


def _worded(
    draft: FormalDraft, found: Candidates, language: str, entries: Mapping[str, Entry]
) -> FormalDraft:
    """The argument in the words of one language."""
    key = key_of((*draft.premises, *draft.query), entries, language)
    words = words_of(key)
    return draft._replace(
        role=language,
        passage=(
            constraint_sentence(_KINDS, words),
            *(sentence(tree, words) for tree in found.premises),
        ),
        texts=tuple(sentence(tree, words) for tree in found.options),
        symbols=key,
    )


def _premises(trees: Iterable[Tree]) -> tuple[Formula, ...]:
    return (CONSTRAINT, *map(formula_of, trees))
