"""How rich the language of a data set is, and how often it says the same thing."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.items import Item

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Counts over all passages, statements or questions, and options that are worded.

    `tokens` are words running, `words` different ones whatever their case. `propositions` are the
    different clauses that atoms stand for; one of them is used in `mean_uses` groups on average
    and `most_uses` at most. `sentences` are different sentences of passages; `repeated_sentences`
    of them stand in several groups, one of them in `most_repeated`. The items of one group share
    their sentences by design, and count once.
    """

    tokens: int
    words: int
    propositions: int
    mean_uses: float
    most_uses: int
    sentences: int
    repeated_sentences: int
    most_repeated: int


def describe_vocabulary(items: Sequence[Item]) -> Vocabulary:
    """Count words, propositions and sentences."""
    words: Counter[str] = Counter()
    propositions: defaultdict[str, set[int]] = defaultdict(set)
    sentences: defaultdict[str, set[int]] = defaultdict(set)
    for item in items:
        worded = [option.text for option in item.options if option.text != option.key]
        for sentence in (*item.passage, item.question, *worded):
            words.update(_WORD.findall(sentence.lower()))
        for symbol in item.symbols:
            propositions[symbol.text].add(item.group)
        for sentence in item.passage:
            sentences[sentence].add(item.group)
    uses = [len(groups) for groups in propositions.values()]
    repeats = [len(groups) for groups in sentences.values()]
    return Vocabulary(
        tokens=words.total(),
        words=len(words),
        propositions=len(uses),
        mean_uses=sum(uses) / len(uses) if uses else 0.0,
        most_uses=max(uses, default=0),
        sentences=len(repeats),
        repeated_sentences=sum(n > 1 for n in repeats),
        most_repeated=max(repeats, default=0),
    )
