"""What is to be written: triplets of a corpus, and what asking for it takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.arguments import ArgumentGraph, Placed, balanced, disjoint, similarity
from engine.errors import InputError
from engine.evaluation import Price
from engine.respondents.endpoint import CHARACTERS_A_TOKEN

TYPES_A_SET = 9
"""Questions of a set: of one linear, one convergent and one divergent triplet, three each."""

_TRIPLETS, _PARAPHRASES, _RELATIONS = 3, 3, 3
_QUESTIONS, _WRONG, _SHOWN, _DIRECTIONS = 3, 3, 2, 2
_PROMPT_CHARACTERS, _SENTENCE_CHARACTERS = 700, 110
_WRITTEN_TOKENS, _JUDGED_TOKENS = 30, 2


class Plan(NamedTuple):
    """Sets of one triplet of each structure, and the least that asking takes, in estimates."""

    sets: tuple[tuple[Placed, ...], ...]
    writings: int
    judgements: int
    tokens_sent: int

    def cost_usd(self, writer: Price | None, judge: Price | None) -> float | None:
        """What the requests cost at the least; None if a price is unknown."""
        if writer is None or judge is None:
            return None
        share = self.writings / (self.writings + self.judgements)
        sent = self.tokens_sent
        return writer.cost_usd(sent * share, self.writings * _WRITTEN_TOKENS) + judge.cost_usd(
            sent * (1 - share), self.judgements * _JUDGED_TOKENS
        )


def plan_writing(
    graphs: Sequence[ArgumentGraph], n: int | None, *, strict: bool, max_similarity: float
) -> Plan:
    """As many questions as a corpus furnishes, or `n`, rounded up to whole sets of nine.

    Raises:
        InputError: the corpus has no triplet of some structure.
    """
    found = disjoint(graphs, strict=strict, similar=lambda a, b: similarity(a, b) > max_similarity)
    kept = balanced(found)
    sets = tuple(zip(*kept.values(), strict=True))
    if not sets:
        lacking = ", ".join(structure for structure, own in found.items() if not own)
        raise InputError(f"the corpus furnishes no {lacking} triplet, so no set of nine questions")
    chosen = sets if n is None else sets[: -(-n // TYPES_A_SET)]
    n_triplets = _TRIPLETS * len(chosen)
    wrong = _QUESTIONS * _WRONG
    writings = n_triplets * (_PARAPHRASES + wrong)
    judgements = n_triplets * _DIRECTIONS * (_RELATIONS + wrong * _SHOWN)
    context = sum(sum(len(p.text) for p in one.graph.propositions) for own in chosen for one in own)
    characters = (writings + judgements) * (_PROMPT_CHARACTERS + 2 * _SENTENCE_CHARACTERS)
    sent = (characters + _PARAPHRASES * context) // CHARACTERS_A_TOKEN
    return Plan(chosen, writings, judgements, sent)
