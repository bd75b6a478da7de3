"""Plans what to write: triplets of a corpus, and an estimate of the requests."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.ask.endpoints.endpoint import CHARACTERS_A_TOKEN
from engine.ask.runs import Price
from engine.core.errors import InputError
from engine.core.items import SPLITS
from engine.families.argqa.arguments import Alike, ArgumentGraph, Placed, balanced, disjoint

TYPES_A_SET = 9
"""Questions per set: three each on one linear, one convergent and one divergent triplet."""

_FOR_EXAMPLES = 2
"""Sets in the examples' split: one to show, and one in reserve."""
_VALIDATION_EVERY = 10

_TRIPLETS, _PARAPHRASES, _RELATIONS = 3, 3, 3
_QUESTIONS, _WRONG, _SHOWN, _DIRECTIONS = 3, 3, 2, 2
_PROMPT_CHARACTERS, _SENTENCE_CHARACTERS = 700, 110
_WRITTEN_TOKENS, _JUDGED_TOKENS = 30, 2


class Plan(NamedTuple):
    """Sets of one triplet of each structure, and an estimate of the fewest requests.

    `splits` gives the split of each document by name.
    """

    sets: tuple[tuple[Placed, ...], ...]
    splits: Mapping[str, str]
    writings: int
    judgements: int
    tokens_sent: int

    def cost_usd(self, writer: Price | None, judge: Price | None) -> float | None:
        """The minimum cost of the requests; None if a price is unknown."""
        if writer is None or judge is None:
            return None
        share = self.writings / (self.writings + self.judgements)
        sent = self.tokens_sent
        return writer.cost_usd(sent * share, self.writings * _WRITTEN_TOKENS) + judge.cost_usd(
            sent * (1 - share), self.judgements * _JUDGED_TOKENS
        )


def plan_writing(
    graphs: Sequence[ArgumentGraph], n: int | None, *, strict: bool, similar: Alike
) -> Plan:
    """As many questions as a corpus allows, or `n`, rounded up to whole sets of nine.

    Raises:
        InputError: the corpus has no triplet of some structure.
    """
    found = disjoint(graphs, strict=strict, similar=similar)
    splits = _splits(found)
    sets = _sets(found, splits)
    if not sets:
        lacking = ", ".join(structure for structure, own in found.items() if not own)
        raise InputError(f"the corpus has no {lacking} triplet, so it allows no set of nine")
    chosen = sets if n is None else sets[: -(-n // TYPES_A_SET)]
    n_triplets = _TRIPLETS * len(chosen)
    wrong = _QUESTIONS * _WRONG
    writings = n_triplets * (_PARAPHRASES + wrong)
    judgements = n_triplets * _DIRECTIONS * (_RELATIONS + wrong * _SHOWN)
    context = sum(sum(len(p.text) for p in one.graph.propositions) for own in chosen for one in own)
    characters = (writings + judgements) * (_PROMPT_CHARACTERS + 2 * _SENTENCE_CHARACTERS)
    sent = (characters + _PARAPHRASES * context) // CHARACTERS_A_TOKEN
    return Plan(chosen, splits, writings, judgements, sent)


def _splits(found: Mapping[str, Sequence[Placed]]) -> dict[str, str]:
    """The split of each document, so that none is in two.

    Documents of two sets are for examples, a tenth for validation, the rest for the test. If
    nothing would be left for the test, the whole corpus is the test.
    """
    counts: dict[str, Counter[str]] = {}
    for structure, own in found.items():
        for placed in own:
            counts.setdefault(placed.graph.name, Counter())[structure] += 1
    n_sets = min(map(len, found.values()))
    wanted = {"train": _FOR_EXAMPLES, "validation": max(1, n_sets // _VALIDATION_EVERY)}
    waiting = sorted(counts, key=_by_name)
    splits: dict[str, str] = {}
    for split, n in wanted.items():
        furnished: Counter[str] = Counter()
        while waiting and min(furnished[structure] for structure in found) < n:
            furnished += counts[waiting[0]]
            splits[waiting.pop(0)] = split
    left = sum((counts[name] for name in waiting), Counter[str]())
    if not all(left[structure] for structure in found):
        return dict.fromkeys(counts, "test")
    return {**splits, **dict.fromkeys(waiting, "test")}


def _by_name(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def _sets(
    found: Mapping[str, Sequence[Placed]], splits: Mapping[str, str]
) -> tuple[tuple[Placed, ...], ...]:
    """Sets of triplets from documents of one split; those for examples first, the others mixed."""
    ordered: list[tuple[float, tuple[Placed, ...]]] = []
    for split in SPLITS:
        own = {
            structure: [one for one in placed if splits[one.graph.name] == split]
            for structure, placed in found.items()
        }
        sets = list(zip(*balanced(own).values(), strict=True))
        places = [0.0 if split == "train" else (at + 0.5) / len(sets) for at in range(len(sets))]
        ordered += zip(places, sets, strict=True)
    return tuple(one for _, one in sorted(ordered, key=lambda entry: entry[0]))
