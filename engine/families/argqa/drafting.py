"""Drafts of a group from its number: the nine questions of an argument."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from random import Random

from engine.core.items import Symbol
from engine.core.resources import data_file
from engine.core.rotations import LETTERS
from engine.core.seeding import group_rng
from engine.decide.draft import SupportDraft
from engine.families.argqa.arguments import OwnArgument, Question, asked
from engine.families.argqa.item_checks import support_draft
from engine.families.argqa.params import Params, argument, split_of

N_OPTIONS = 4


@lru_cache(maxsize=1)
def question_texts() -> dict[str, str]:
    """The text of each type of question."""
    text = data_file("lexicon/argqa.toml").read_text(encoding="utf-8")
    return dict(tomllib.loads(text)["question"])


def argqa_drafts(
    family: str, version: int, params: Params, canonical: str, seed: int, group: int
) -> tuple[SupportDraft, ...]:
    """Draft the nine questions of a group's argument.

    Raises:
        InputError: there is no argument for this group.
    """
    own = argument(family, version, params, canonical, seed, group)
    rng = group_rng(family, version, canonical, seed, group)
    places = [*range(N_OPTIONS), *range(N_OPTIONS), rng.randrange(N_OPTIONS)]
    rng.shuffle(places)
    return tuple(
        _draft(own, question, place, rng)
        for question, place in zip(asked(own), places, strict=True)
    )


def _draft(own: OwnArgument, question: Question, place: int, rng: Random) -> SupportDraft:
    """One question with its key at `place`: each letter is right equally often in an argument."""
    graph = own.graph
    options = rng.sample(question.wrong, len(question.wrong))
    options.insert(place, question.key)
    atoms = {one: f"p{number}" for number, one in enumerate(graph.ids, 1)}
    return support_draft(
        question.code,
        split=split_of(own),
        source=own.file.id,
        domain=own.file.domain,
        question=question_texts()[question.code],
        symbols=tuple(Symbol(atoms[p.id], p.text) for p in graph.propositions),
        supports=tuple((atoms[s.sources[0]], atoms[s.target]) for s in graph.supports),
        shown=(atoms[question.shown[0]], atoms[question.shown[1]]),
        options=[atoms[one] for one in options],
        intended=LETTERS[place],
    )
