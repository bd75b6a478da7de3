"""Drafts of a group from its number."""

from __future__ import annotations

from collections import Counter
from random import Random

from engine.core.seeding import group_rng
from engine.decide.draft import ChoiceDraft
from engine.families.divlogiceval.faithful import faithful_question
from engine.families.divlogiceval.layouts import arrangements, layouts
from engine.families.divlogiceval.mirrored import mirrored_question
from engine.families.divlogiceval.params import Params, cell
from engine.families.divlogiceval.question import Question, first_accepted
from engine.families.divlogiceval.screening import screened
from engine.families.divlogiceval.wording import drafts_of


def divlogiceval_drafts(
    family: str, version: int, params: Params, canonical: str, seed: int, group: int
) -> tuple[ChoiceDraft, ...]:
    """Draft the question of one group in English and, with twins, in symbols.

    Raises:
        RuntimeError: no candidate made a question, which would be a fault of the construction.
    """
    # requesting twins must not change the English items
    identity = canonical.replace('"twins":true', '"twins":false')
    rng = group_rng(family, version, identity, seed, group)
    planned = cell(family, version, identity, seed, group)
    rejected: Counter[str] = Counter()
    question = _accepted(params, planned.question_type, rejected, rng)
    counts = tuple(sorted(rejected.items()))
    return drafts_of(question, planned, params.source, params.twins, counts, rng)


def _accepted(params: Params, question_type: str, rejected: Counter[str], rng: Random) -> Question:
    if params.recipe == "faithful":
        return first_accepted(lambda: faithful_question(params, question_type, rng), rejected)
    layout = rng.choice(layouts(params, question_type))
    candidates = arrangements(params, question_type, layout, rng)
    passages = screened(candidates, question_type, rejected, rng)
    return first_accepted(
        lambda: mirrored_question(params, question_type, layout, next(passages), rng), rejected
    )
