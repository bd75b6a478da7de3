"""Drafts of a group from its number."""

from __future__ import annotations

from collections import Counter

from engine.core.seeding import group_rng
from engine.decide.draft import ChoiceDraft
from engine.families.divlogiceval.faithful import faithful_question
from engine.families.divlogiceval.params import Params, cell
from engine.families.divlogiceval.question import first_accepted
from engine.families.divlogiceval.sound import sound_question
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
    if params.recipe == "sound":
        question = sound_question(params, planned.question_type, rng)
    else:
        question = first_accepted(
            lambda: faithful_question(params, planned.question_type, rng), rejected
        )
    counts = tuple(sorted(rejected.items()))
    return drafts_of(question, planned, params, counts, rng)
