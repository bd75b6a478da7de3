"""Written questions as items, each with the small graph of its sentences."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from itertools import chain
from random import Random

from engine.core.items import Item, Symbol
from engine.core.rotations import LETTERS
from engine.decide import finish_group
from engine.decide.draft import GroupId, SupportDraft
from engine.families.argqa.arguments import QUESTION_TYPES, Tie
from engine.families.argqa.drafting import N_OPTIONS, question_texts
from engine.families.argqa.item_checks import WRITTEN, support_draft
from engine.families.argqa.writing.making import EDGES, Written

FAMILY, VERSION = "argqa", WRITTEN


def written_items(
    sets: Sequence[Sequence[Written]],
    splits: Mapping[str, str],
    params: dict[str, str],
    seed: int,
) -> list[Item]:
    """The items of sets of nine, in the splits of their documents.

    Raises:
        VerificationError: the two procedures disagree about a key.
    """
    canonical = json.dumps(params, sort_keys=True, separators=(",", ":"))
    found: list[Item] = []
    for group, own in enumerate(sets):
        made = GroupId(FAMILY, VERSION, canonical, seed, group)
        rng = Random(hashlib.sha256(f"{canonical} {seed} {group}".encode()).digest())
        places = [*range(N_OPTIONS), *range(N_OPTIONS), rng.randrange(N_OPTIONS)]
        rng.shuffle(places)
        drafts = [
            _draft(one, place, splits[one.stated.placed.graph.name], rng)
            for one, place in zip(own, places, strict=True)
        ]
        found += finish_group(drafts, made)
    return found


def _draft(one: Written, place: int, split: str, rng: Random) -> SupportDraft:
    kind = QUESTION_TYPES[one.code]
    named = {at: f"p{at + 1}" for at in range(3)}
    wrong = ("p4", "p5", "p6")
    texts = [*one.stated.texts, *one.options[1:]]
    texts[kind.key] = one.options[0]
    shown = named[kind.shown[0]], named[kind.shown[1]]
    at = dict(zip("abc", named.values(), strict=True))
    edges = [(at[source], at[target]) for source, target in EDGES[kind.structure]]
    ties = zip(wrong, kind.roles, strict=True)
    edges += chain.from_iterable(_edges(option, tied, shown) for option, tied in ties)
    options = rng.sample(wrong, len(wrong))
    options.insert(place, named[kind.key])
    return support_draft(
        one.code,
        is_written=True,
        split=split,
        source=one.stated.placed.graph.name,
        domain=one.stated.placed.graph.domain or "",
        question=question_texts()[one.code],
        symbols=tuple(Symbol(f"p{number}", text) for number, text in enumerate(texts, 1)),
        supports=tuple(edges),
        shown=shown,
        options=options,
        intended=LETTERS[place],
    )


def _edges(option: str, ties: tuple[Tie, Tie], shown: tuple[str, str]) -> list[tuple[str, str]]:
    """The direct edges of a wrong option; indirect support follows from them."""
    found = []
    for tied, sentence in zip(ties, shown, strict=True):
        if tied is Tie.SUPPORTS:
            found.append((option, sentence))
        elif tied is Tie.SUPPORTED:
            found.append((sentence, option))
    return found
